#pragma once

#include <stddef.h>
#include <stdint.h>

/// Writes a zip through libarchive, member after member: deflate, no owner, no time, so that the same
/// members give the same bytes.
typedef struct daymark_archive_writer daymark_archive_writer;

/// Begins a zip.
///
/// - path: Where to write it; NULL keeps it in memory, see daymark_archive_writer_bytes.
/// Returns NULL when there is no memory; any other failure shows in the first call that writes.
daymark_archive_writer *daymark_archive_writer_open(const char *path);

/// Begins a member. The one before it ends.
///
/// - name: Its path in UTF-8.
/// - size: Its length in bytes, or -1 when that is not known yet (the member is then zip64).
/// Returns 0, or -1 when it could not be written.
int daymark_archive_writer_begin(daymark_archive_writer *writer, const char *name, int64_t size);

/// Appends to the current member. Returns 0, or -1 when it could not be written.
int daymark_archive_writer_write(daymark_archive_writer *writer, const void *bytes, size_t count);

/// Writes the directory and closes the file. Returns 0, or -1 when it could not be written.
int daymark_archive_writer_finish(daymark_archive_writer *writer);

/// What has been written to memory; valid until the writer is freed.
const uint8_t *daymark_archive_writer_bytes(daymark_archive_writer *writer, size_t *count);

/// Frees the writer; what was not finished is lost.
void daymark_archive_writer_free(daymark_archive_writer *writer);
