#include "daymark_archive_writer.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

struct daymark_archive_writer {
  struct archive *archive;
  uint8_t *bytes;
  size_t count;
  size_t capacity;
};

static la_ssize_t append(struct archive *archive, void *context, const void *data, size_t count) {
  daymark_archive_writer *writer = context;
  if (writer->count + count > writer->capacity) {
    size_t capacity = (writer->count + count) * 2;
    uint8_t *bytes = realloc(writer->bytes, capacity);
    if (bytes == NULL) {
      archive_set_error(archive, ENOMEM, "no memory");
      return -1;
    }
    writer->bytes = bytes;
    writer->capacity = capacity;
  }
  memcpy(writer->bytes + writer->count, data, count);
  writer->count += count;
  return (la_ssize_t)count;
}

daymark_archive_writer *daymark_archive_writer_open(const char *path) {
  // In the C locale libarchive would refuse a member's name that is not ASCII.
  setlocale(LC_CTYPE, "C.UTF-8");
  daymark_archive_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return NULL;
  writer->archive = archive_write_new();
  if (writer->archive == NULL) {
    free(writer);
    return NULL;
  }
  archive_write_set_format_zip(writer->archive);
  archive_write_zip_set_compression_deflate(writer->archive);
  // No padding behind the directory.
  archive_write_set_bytes_in_last_block(writer->archive, 1);
  if (path != NULL) {
    archive_write_open_filename(writer->archive, path);
  } else {
    archive_write_open(writer->archive, writer, NULL, append, NULL);
  }
  return writer;
}

int daymark_archive_writer_begin(daymark_archive_writer *writer, const char *name, int64_t size) {
  struct archive_entry *entry = archive_entry_new();
  if (entry == NULL) return -1;
  archive_entry_set_pathname(entry, name);
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  // No modification time: a zip states it in the zone of the machine, so any other than zip's own
  // earliest, which stands where there is none, would make the bytes depend on that.
  if (size >= 0) archive_entry_set_size(entry, size);
  int result = archive_write_header(writer->archive, entry);
  archive_entry_free(entry);
  return result == ARCHIVE_OK ? 0 : -1;
}

int daymark_archive_writer_write(daymark_archive_writer *writer, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  while (count > 0) {
    la_ssize_t written = archive_write_data(writer->archive, next, count);
    if (written <= 0) return -1;
    next += written;
    count -= (size_t)written;
  }
  return 0;
}

int daymark_archive_writer_finish(daymark_archive_writer *writer) {
  return archive_write_close(writer->archive) == ARCHIVE_OK ? 0 : -1;
}

const uint8_t *daymark_archive_writer_bytes(daymark_archive_writer *writer, size_t *count) {
  *count = writer->count;
  return writer->bytes;
}

void daymark_archive_writer_free(daymark_archive_writer *writer) {
  archive_write_free(writer->archive);
  free(writer->bytes);
  free(writer);
}
