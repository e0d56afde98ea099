#include "daymark_archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum {
  BLOCK_SIZE = 1 << 18,
  // Bytes of a compressed member that may give nothing: a gzip's own names and empty blocks have no
  // limit, and libarchive gathers them in memory.
  BARREN_BYTES = 1 << 24,
  // Bytes read behind the end of a compressed member, to come to its checksum.
  TRAILING_BYTES = 1 << 20,
};

struct daymark_archive {
  struct archive *reader;
  // What the reader gave and has not been handed on yet.
  const char *block;
  size_t block_size;
  // What the reader said when it gave the block.
  daymark_archive_status status;
  // What the reader said when it was opened.
  daymark_archive_status open_failure;
  // The archive whose current member this one reads; NULL when it reads a file.
  daymark_archive *outer;
  char *member_block;
  // Bytes taken from the member since it last gave any.
  size_t barren;
};

static void choose_locale(void) {
  // In the C locale libarchive gives no path at all for a UTF-8 member name.
  setlocale(LC_CTYPE, "C.UTF-8");
}

static void support(struct archive *reader, daymark_archive_kind kind) {
  switch (kind) {
    case DAYMARK_ARCHIVE_ZIP:
      archive_read_support_format_zip_seekable(reader);
      break;
    case DAYMARK_ARCHIVE_ZIP_STREAM:
      archive_read_support_format_zip_streamable(reader);
      break;
    case DAYMARK_ARCHIVE_SINGLE:
      archive_read_support_filter_gzip(reader);
      archive_read_support_format_raw(reader);
      archive_read_support_format_empty(reader);
      break;
  }
}

static daymark_archive *make(daymark_archive_kind kind) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, choose_locale);
  daymark_archive *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->reader = archive_read_new();
  if (self->reader == NULL) {
    free(self);
    return NULL;
  }
  support(self->reader, kind);
  return self;
}

static daymark_archive_status failure(const daymark_archive *self) {
  // libarchive has no code of its own for an early end; its messages all begin alike.
  const char *message = archive_error_string(self->reader);
  bool truncated = message != NULL && strncasecmp(message, "truncated", 9) == 0;
  return truncated ? DAYMARK_ARCHIVE_TRUNCATED : DAYMARK_ARCHIVE_FAILED;
}

static daymark_archive *opened(daymark_archive *self, daymark_archive_kind kind, int code) {
  if (code == ARCHIVE_OK) return self;
  // A gzip that ends early or is corrupt may be found to be so when it is opened, for its first block
  // is decompressed then.
  self->open_failure = failure(self);
  if (kind == DAYMARK_ARCHIVE_SINGLE) return self;
  daymark_archive_close(self);
  return NULL;
}

daymark_archive *daymark_archive_open(const char *path, daymark_archive_kind kind) {
  daymark_archive *self = make(kind);
  if (self == NULL) return NULL;
  return opened(self, kind, archive_read_open_filename(self->reader, path, BLOCK_SIZE));
}

daymark_archive *daymark_archive_open_descriptor(int descriptor, daymark_archive_kind kind) {
  if (lseek(descriptor, 0, SEEK_SET) != 0) return NULL;
  daymark_archive *self = make(kind);
  if (self == NULL) return NULL;
  return opened(self, kind, archive_read_open_fd(self->reader, descriptor, BLOCK_SIZE));
}

static la_ssize_t read_member(struct archive *reader, void *context, const void **block) {
  daymark_archive *self = context;
  size_t count = 0;
  *block = self->member_block;
  if (self->barren > BARREN_BYTES) {
    archive_set_error(reader, EINVAL, "Nothing in it");
    return -1;
  }
  daymark_archive_read(self->outer, self->member_block, BLOCK_SIZE, &count);
  self->barren += count;
  return (la_ssize_t)count;
}

daymark_archive *daymark_archive_open_member(daymark_archive *outer) {
  daymark_archive *self = make(DAYMARK_ARCHIVE_SINGLE);
  if (self == NULL) return NULL;
  self->outer = outer;
  self->member_block = malloc(BLOCK_SIZE);
  if (self->member_block == NULL) {
    daymark_archive_close(self);
    return NULL;
  }
  int code = archive_read_open(self->reader, self, NULL, read_member, NULL);
  return opened(self, DAYMARK_ARCHIVE_SINGLE, code);
}

void daymark_archive_close(daymark_archive *self) {
  if (self == NULL) return;
  archive_read_free(self->reader);
  free(self->member_block);
  free(self);
}

daymark_archive_status daymark_archive_next(
    daymark_archive *self, daymark_archive_entry *entry) {
  struct archive_entry *header = NULL;
  self->block_size = 0;
  self->status = DAYMARK_ARCHIVE_OK;
  if (self->open_failure != DAYMARK_ARCHIVE_OK) return self->open_failure;
  int code = archive_read_next_header(self->reader, &header);
  if (code == ARCHIVE_EOF) return DAYMARK_ARCHIVE_END;
  // A warning is a name that the locale cannot show; the entry itself is sound.
  if (code != ARCHIVE_OK && code != ARCHIVE_WARN) return failure(self);
  entry->path = archive_entry_pathname(header);
  entry->is_file = archive_entry_filetype(header) == AE_IFREG;
  entry->is_encrypted = archive_entry_is_encrypted(header) != 0;
  return DAYMARK_ARCHIVE_OK;
}

// What is wrong with the member that an archive reads is the cause of what is wrong with that.
static void take_status_of_outer(daymark_archive *self) {
  size_t count = 0;
  for (size_t taken = 0; taken < TRAILING_BYTES; taken += count) {
    daymark_archive_status status =
        daymark_archive_read(self->outer, self->member_block, BLOCK_SIZE, &count);
    if (status == DAYMARK_ARCHIVE_OK) continue;
    if (status != DAYMARK_ARCHIVE_END) self->status = status;
    return;
  }
}

// Not archive_read_data: at a bad checksum it keeps the last bytes of the entry for itself.
static void read_block(daymark_archive *self) {
  const void *block = NULL;
  size_t size = 0;
  la_int64_t offset = 0;
  int code = archive_read_data_block(self->reader, &block, &size, &offset);
  if (code == ARCHIVE_OK || code == ARCHIVE_WARN) {
    self->block = block;
    self->block_size = size;
  }
  switch (code) {
    case ARCHIVE_OK:
    case ARCHIVE_RETRY:
      break;
    case ARCHIVE_EOF:
      self->status = DAYMARK_ARCHIVE_END;
      break;
    case ARCHIVE_WARN:
      self->status = DAYMARK_ARCHIVE_MISMATCH;
      break;
    default:
      self->status = failure(self);
  }
  if (self->block_size > 0) self->barren = 0;
  if (self->outer != NULL && self->status != DAYMARK_ARCHIVE_OK) take_status_of_outer(self);
}

daymark_archive_status daymark_archive_read(
    daymark_archive *self, void *buffer, size_t size, size_t *count) {
  *count = 0;
  while (*count < size) {
    if (self->block_size == 0) {
      if (self->status != DAYMARK_ARCHIVE_OK) return self->status;
      read_block(self);
      continue;
    }
    size_t part = self->block_size < size - *count ? self->block_size : size - *count;
    memcpy((char *)buffer + *count, self->block, part);
    self->block += part;
    self->block_size -= part;
    *count += part;
  }
  return DAYMARK_ARCHIVE_OK;
}

int64_t daymark_archive_position(daymark_archive *self) {
  if (self->outer != NULL) return daymark_archive_position(self->outer);
  return archive_filter_bytes(self->reader, -1);
}
