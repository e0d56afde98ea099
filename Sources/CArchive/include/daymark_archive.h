#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libarchive's readers behind a header that shows nothing of libarchive.

typedef struct daymark_archive daymark_archive;

typedef enum {
  // A zip with a central directory.
  DAYMARK_ARCHIVE_ZIP,
  // A zip read front to back, for one whose end is missing.
  DAYMARK_ARCHIVE_ZIP_STREAM,
  // One compressed (gzip) or plain file.
  DAYMARK_ARCHIVE_SINGLE,
} daymark_archive_kind;

typedef enum {
  DAYMARK_ARCHIVE_OK = 0,
  DAYMARK_ARCHIVE_END = 1,
  // At the end of an entry: its checksum or size is not what the archive says.
  DAYMARK_ARCHIVE_MISMATCH = 2,
  // The bytes end before the archive does.
  DAYMARK_ARCHIVE_TRUNCATED = 3,
  DAYMARK_ARCHIVE_FAILED = 4,
} daymark_archive_status;

typedef struct {
  // UTF-8 or whatever bytes the archive holds; NULL when it holds no readable name. Valid until the
  // next call.
  const char *path;
  bool is_file;
  bool is_encrypted;
} daymark_archive_entry;

// Opens a file. NULL when it is no archive of the kind, or cannot be opened; of a single file the
// first call to daymark_archive_next tells so instead.
daymark_archive *daymark_archive_open(const char *path, daymark_archive_kind kind);

// Opens a file by its descriptor, which stays the caller's and is read by one archive at a time.
daymark_archive *daymark_archive_open_descriptor(int descriptor, daymark_archive_kind kind);

// Opens the current entry of `outer` as one compressed (gzip) or plain file. `outer` must not be used
// until the new one is closed. At the end of the new one's entry the status also tells what is wrong
// with the entry of `outer`.
daymark_archive *daymark_archive_open_member(daymark_archive *outer);

void daymark_archive_close(daymark_archive *archive);

daymark_archive_status daymark_archive_next(daymark_archive *archive, daymark_archive_entry *entry);

// Reads up to `size` bytes of the entry; `*count` of them are valid whatever the status. At the end
// of the entry the status is END or MISMATCH.
daymark_archive_status daymark_archive_read(
    daymark_archive *archive, void *buffer, size_t size, size_t *count);

// Bytes of the archive file that have been read so far; of the outer one when it reads a member.
int64_t daymark_archive_position(daymark_archive *archive);
