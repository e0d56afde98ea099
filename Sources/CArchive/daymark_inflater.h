#pragma once

#include "daymark_packed.h"

#include <stddef.h>

// Intel's ISA-L for one deflated member of a zip: several times as fast as zlib. It vouches for bytes, or
// doubts them, and then libarchive is asked, whose answer is the one that counts. Without ISA-L nothing
// is ever opened. Without ISA-L `daymark aggregate` takes 1.3 times as long on an export of 400 MB (2026-11-25).

typedef struct daymark_inflater daymark_inflater;

typedef enum {
  DAYMARK_INFLATER_OK,
  // The member is over, and its sizes and checksum are right.
  DAYMARK_INFLATER_END,
  // The bytes end, are damaged, cannot be read, or are more than the member should have.
  DAYMARK_INFLATER_DOUBT,
} daymark_inflater_status;

// Loads ISA-L now; else the first member does. False where it is not, here or when this was built.
bool daymark_inflater_load(void);

// Opens a member of the file, whose own position stays where it is. NULL when there is no memory, or no ISA-L.
//
// It doubts what is more than `ratio` times as long as the packed bytes.
daymark_inflater *daymark_inflater_open(
    int descriptor, const daymark_packed *member, int64_t ratio);

void daymark_inflater_close(daymark_inflater *inflater);

// Fills `buffer`, or less of it at the member's end. No byte is valid where there is doubt.
daymark_inflater_status daymark_inflater_read(
    daymark_inflater *inflater, void *buffer, size_t size, size_t *count);

// Offset in the file of the first packed byte that was not needed yet; more was unpacked than given.
int64_t daymark_inflater_position(const daymark_inflater *inflater);
