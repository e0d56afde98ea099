#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Readers of libarchive and zlib behind a header that shows nothing of either.

typedef struct daymark_archive daymark_archive;

typedef enum {
  // A zip with a central directory.
  DAYMARK_ARCHIVE_ZIP,
  // A zip read front to back, for one whose end is missing.
  DAYMARK_ARCHIVE_ZIP_STREAM,
  // One compressed (gzip) or plain file.
  DAYMARK_ARCHIVE_SINGLE,
  // A tar, compressed by gzip, bzip2 or xz or not at all; a 7z; or one file that is compressed by one of these, whose entry
  // has no path.
  DAYMARK_ARCHIVE_PACKED,
} daymark_archive_kind;

typedef enum {
  DAYMARK_ARCHIVE_OK = 0,
  DAYMARK_ARCHIVE_END = 1,
  // At the end of an entry: its checksum or size is not what the archive says.
  DAYMARK_ARCHIVE_MISMATCH = 2,
  // The bytes end before the archive does.
  DAYMARK_ARCHIVE_TRUNCATED = 3,
  DAYMARK_ARCHIVE_FAILED = 4,
  // The system does not give the bytes, which says nothing of them.
  DAYMARK_ARCHIVE_UNREADABLE = 5,
  // The entry is packed in a way that is not read; `daymark_archive_method` names it.
  DAYMARK_ARCHIVE_METHOD = 6,
  // The listing of the archive is encrypted.
  DAYMARK_ARCHIVE_ENCRYPTED = 7,
  // What stands between the file and what is read of it is more than `daymark_archive_limit` allows.
  DAYMARK_ARCHIVE_RATIO = 8,
} daymark_archive_status;

typedef struct {
  // UTF-8 or whatever bytes the archive holds; NULL when it holds no readable name. Valid until the
  // next call.
  const char *path;
  bool is_file;
  // Where a member leads that is a link; NULL of any other. Valid until the next call.
  const char *link;
  bool is_encrypted;
  // Bytes that it should have; negative when the archive does not say.
  int64_t size;
} daymark_archive_entry;

// Loads ISA-L now instead of with the first large member of a zip, for a process that can load no library later. False
// where there is no ISA-L.
bool daymark_archive_load_inflater(void);

// Opens a file by its descriptor, which stays the caller's and is read by one archive at a time. NULL
// when there is no memory; what is wrong with the file, the first call to another function tells.
daymark_archive *daymark_archive_open(int descriptor, daymark_archive_kind kind);

// Opens the current entry of `outer` as one compressed (gzip) or plain file. `outer` must not be used
// until the new one is closed. NULL when there is no memory. At the end of the new one's entry the
// status also tells what is wrong with the entry of `outer`.
daymark_archive *daymark_archive_open_member(daymark_archive *outer);

// Sets how many bytes may stand between the file and what is read: more than `floor` of them must not be more than `ratio`
// times the bytes of the file that they came of. They are those of a packed tar, of a gzip in another archive, and of members of a
// 7z that are passed over.
void daymark_archive_limit(daymark_archive *archive, int64_t floor, int64_t ratio);

// Bytes that stood there so far.
int64_t daymark_archive_between(const daymark_archive *archive);

void daymark_archive_close(daymark_archive *archive);

// Moves to the next entry of a zip. The one entry of a single file is there from the beginning.
daymark_archive_status daymark_archive_next(daymark_archive *archive, daymark_archive_entry *entry);

// Has the current entry, of which nothing was read yet, inflated faster than libarchive does, if all of it
// is as plain as zips are. Changes no byte and no status: at the first doubt libarchive reads it again and
// goes on. Doubtful is also what is more than `ratio` times as long as the packed bytes. Whether it is.
bool daymark_archive_inflate(daymark_archive *archive, int64_t ratio);

// Reads up to `size` bytes of the entry; `*count` of them are valid whatever the status. At the end
// of the entry the status is END or MISMATCH.
daymark_archive_status daymark_archive_read(
    daymark_archive *archive, void *buffer, size_t size, size_t *count);

// The number of what the system failed with; 0 when it did not.
int daymark_archive_system_error(const daymark_archive *archive);

// The compression method that is not read, in libarchive's words; "" when there is none. Valid until the
// archive is closed.
const char *daymark_archive_method(const daymark_archive *archive);

// Whether a checksum vouches for what was read of the entry: its own, or that of an archive around it.
bool daymark_archive_has_checksum(const daymark_archive *archive);

// Bytes of the archive file that have been read so far; of the outer one when it reads a member.
int64_t daymark_archive_position(daymark_archive *archive);
