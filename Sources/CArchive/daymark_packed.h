#pragma once

#include <stdbool.h>
#include <stdint.h>

// A deflated member of a zip as both of its headers describe it.
typedef struct {
  // Offset of its first packed byte in the file.
  int64_t start;
  int64_t packed_size;
  int64_t size;
  uint32_t checksum;
} daymark_packed;

// Finds the member whose packed bytes begin at `start`.
//
// False of whatever this does not understand wholly: an archive with a comment, bytes before it, a large
// directory, several disks, or members that overlap; a member that is encrypted or packed otherwise, or
// whose two headers differ. It is libarchive's then.
bool daymark_packed_find(int descriptor, int64_t start, daymark_packed *member);
