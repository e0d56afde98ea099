#include "daymark_archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { BLOCK_SIZE = 1 << 18 };

struct daymark_archive {
  struct archive *reader;
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

daymark_archive *daymark_archive_open(const char *path, daymark_archive_kind kind) {
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
  if (archive_read_open_filename(self->reader, path, BLOCK_SIZE) != ARCHIVE_OK) {
    daymark_archive_close(self);
    return NULL;
  }
  return self;
}

void daymark_archive_close(daymark_archive *self) {
  if (self == NULL) return;
  archive_read_free(self->reader);
  free(self);
}

static daymark_archive_status failure(const daymark_archive *self) {
  // libarchive has no code of its own for an early end; its messages all begin alike.
  const char *message = archive_error_string(self->reader);
  bool truncated = message != NULL && strncasecmp(message, "truncated", 9) == 0;
  return truncated ? DAYMARK_ARCHIVE_TRUNCATED : DAYMARK_ARCHIVE_FAILED;
}

daymark_archive_status daymark_archive_next(
    daymark_archive *self, daymark_archive_entry *entry) {
  struct archive_entry *header = NULL;
  int code = archive_read_next_header(self->reader, &header);
  if (code == ARCHIVE_EOF) return DAYMARK_ARCHIVE_END;
  // A warning is a name that the locale cannot show; the entry itself is sound.
  if (code != ARCHIVE_OK && code != ARCHIVE_WARN) return failure(self);
  entry->path = archive_entry_pathname(header);
  entry->is_file = archive_entry_filetype(header) == AE_IFREG;
  entry->is_encrypted = archive_entry_is_encrypted(header) != 0;
  return DAYMARK_ARCHIVE_OK;
}

daymark_archive_status daymark_archive_read(
    daymark_archive *self, void *buffer, size_t size, size_t *count) {
  *count = 0;
  while (*count < size) {
    la_ssize_t got = archive_read_data(self->reader, (char *)buffer + *count, size - *count);
    if (got > 0) {
      *count += (size_t)got;
    } else if (got == 0) {
      return DAYMARK_ARCHIVE_END;
    } else if (got == ARCHIVE_WARN) {
      return DAYMARK_ARCHIVE_MISMATCH;
    } else if (got != ARCHIVE_RETRY) {
      return failure(self);
    }
  }
  return DAYMARK_ARCHIVE_OK;
}

int64_t daymark_archive_position(daymark_archive *self) {
  return archive_filter_bytes(self->reader, -1);
}
