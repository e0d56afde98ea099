#pragma once

#include "daymark_archive.h"

// One file, compressed by gzip (RFC 1952) or plain, read front to back.
//
// Not libarchive's reader of gzip: that checks neither checksum nor length (3.6.2), and does not tell
// where one of several members ends.
typedef struct daymark_single daymark_single;

// The bytes of the file, as daymark_archive_read gives those of an entry.
typedef daymark_archive_status (*daymark_single_source)(
    void *context, void *buffer, size_t size, size_t *count);

// NULL when there is no memory.
daymark_single *daymark_single_open(daymark_single_source source, void *context);

void daymark_single_close(daymark_single *single);

// Reads up to `size` bytes; `*count` of them are valid whatever the status. At the end the status also
// tells what is wrong with the source, for that is the cause of what is wrong with what it holds.
daymark_archive_status daymark_single_read(
    daymark_single *single, void *buffer, size_t size, size_t *count);

// Bytes of the source that have been used so far.
int64_t daymark_single_position(const daymark_single *single);

// Whether a checksum vouches for what was read so far; a plain file has none.
bool daymark_single_has_checksum(const daymark_single *single);
