#include "daymark_archive.h"

#include "daymark_file.h"
#include "daymark_inflater.h"
#include "daymark_single.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { BLOCK_SIZE = 1 << 18 };

struct daymark_archive {
  // The file, unless the archive is a member of another.
  int descriptor;
  daymark_archive *outer;
  // What the system failed with; 0 when it did not.
  int system_error;
  // Of a single file; else NULL.
  daymark_single *single;
  // Of a zip, or of what else has members; else NULL.
  struct archive *reader;
  // Unpacks the file as a whole for the reader; NULL where nothing packs it so.
  struct archive *filter;
  bool is_zip;
  // Bytes unpacked that nobody asked for as such: those from which a reader takes members, or a gzip in an archive its
  // own, and those of members that are passed over.
  int64_t between;
  // What is too much of them; 0 where nothing is.
  int64_t between_floor, between_ratio;
  bool is_over;
  // Where a member of another begins in that.
  int64_t start;
  char *file_block;
  // What the reader gave and has not been handed on yet.
  const char *block;
  size_t block_size;
  // What the reader said when it gave the block.
  daymark_archive_status status;
  // What was wrong when it was opened.
  daymark_archive_status open_failure;
  // In libarchive's words, when it does not read it.
  char method[32];
  // Whether the present entry is a file, and not a folder or a link, of which libarchive gives no bytes.
  bool is_file;
  // Gives the bytes of the present entry in place of the reader; NULL when the reader does.
  daymark_inflater *inflater;
  // Bytes that the inflater gave, which the reader will give again.
  int64_t given;
};

static void choose_locale(void) {
  // In the C locale libarchive gives no path at all for a UTF-8 member name.
  setlocale(LC_CTYPE, "C.UTF-8");
}

// MARK: The file

static ssize_t read_file(daymark_archive *self, void *buffer, size_t size) {
  ssize_t count = daymark_file_read(self->descriptor, buffer, size);
  if (count < 0) self->system_error = errno;
  return count;
}

static int64_t seek_file(daymark_archive *self, int64_t offset, int origin) {
  int64_t position = daymark_file_seek(self->descriptor, offset, origin);
  // A damaged archive may name a place that no file has.
  bool is_no_place = errno == EINVAL || errno == EOVERFLOW;
  if (position < 0 && !is_no_place) self->system_error = errno;
  return position;
}

static daymark_archive_status read_single_file(
    void *context, void *buffer, size_t size, size_t *count) {
  ssize_t result = read_file(context, buffer, size);
  *count = result > 0 ? (size_t)result : 0;
  if (result < 0) return DAYMARK_ARCHIVE_UNREADABLE;
  return result == 0 ? DAYMARK_ARCHIVE_END : DAYMARK_ARCHIVE_OK;
}

// Counts bytes that stand between the file and what is read; false when they are too many for what they came of.
static bool count_between(daymark_archive *self, size_t size, int64_t packed) {
  self->between += (int64_t)size;
  return self->between_ratio == 0 || self->between <= self->between_floor
      || self->between / (packed > 0 ? packed : 1) <= self->between_ratio;
}

static daymark_archive_status read_member(
    void *context, void *buffer, size_t size, size_t *count) {
  daymark_archive *self = context;
  daymark_archive_status status = daymark_archive_read(self->outer, buffer, size, count);
  int64_t packed = daymark_archive_position(self->outer) - self->start;
  return count_between(self, *count, packed) ? status : DAYMARK_ARCHIVE_RATIO;
}

// libarchive takes any failure of these for an end of the file, or for a file of another kind. So each
// answer that it gives is taken after a look at `system_error`.

static la_ssize_t read_block_of_zip(struct archive *reader, void *context, const void **block) {
  daymark_archive *self = context;
  ssize_t count = read_file(self, self->file_block, BLOCK_SIZE);
  if (count < 0) archive_set_error(reader, self->system_error, "Unreadable");
  *block = self->file_block;
  return count;
}

static la_int64_t skip_in_zip(struct archive *reader, void *context, la_int64_t count) {
  int64_t from = seek_file(context, 0, SEEK_CUR);
  int64_t to = from < 0 ? from : seek_file(context, count, SEEK_CUR);
  // Never a negative number: libarchive 3.6 takes it for a way back, and asks again for ever.
  return to < 0 ? 0 : to - from;
}

static la_int64_t seek_in_zip(
    struct archive *reader, void *context, la_int64_t offset, int origin) {
  int64_t position = seek_file(context, offset, origin);
  return position < 0 ? ARCHIVE_FATAL : position;
}

// A reader's only source of the bytes that a filter gives, so that each is counted, whatever the reader does with it.
static la_ssize_t read_unpacked(struct archive *reader, void *context, const void **block) {
  daymark_archive *self = context;
  size_t size = 0;
  la_int64_t offset = 0;
  int code = archive_read_data_block(self->filter, block, &size, &offset);
  if (code == ARCHIVE_EOF) return 0;
  if (code != ARCHIVE_OK) {
    archive_set_error(reader, archive_errno(self->filter), "%s", archive_error_string(self->filter));
    return ARCHIVE_FATAL;
  }
  if (count_between(self, size, archive_filter_bytes(self->filter, -1))) return (la_ssize_t)size;
  self->is_over = true;
  archive_set_error(reader, ENOMEM, "Unpacks to too much");
  return ARCHIVE_FATAL;
}

// MARK: Opening

bool daymark_archive_load_inflater(void) { return daymark_inflater_load(); }

static daymark_archive *make(int descriptor, daymark_archive *outer) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, choose_locale);
  daymark_archive *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->descriptor = descriptor;
  self->outer = outer;
  return self;
}

static daymark_archive *open_single(daymark_archive *self) {
  self->single = self->outer == NULL ? daymark_single_open(read_single_file, self)
                                     : daymark_single_open(read_member, self);
  if (self->single != NULL) return self;
  daymark_archive_close(self);
  return NULL;
}

// `Unsupported ZIP compression method (ppmd-1)`; newer versions also have the number: `(9: deflate-64)`.
static bool note_method(daymark_archive *self, const char *message) {
  static const char beginning[] = "unsupported zip compression method (";
  if (message == NULL || strncasecmp(message, beginning, sizeof beginning - 1) != 0) return false;
  const char *name = message + sizeof beginning - 1;
  size_t length = strcspn(name, ")");
  if (length >= sizeof self->method) length = sizeof self->method - 1;
  memcpy(self->method, name, length);
  self->method[length] = '\0';
  return true;
}

static daymark_archive_status failure_of(daymark_archive *self, struct archive *reader) {
  if (self->system_error != 0) return DAYMARK_ARCHIVE_UNREADABLE;
  if (self->is_over) return DAYMARK_ARCHIVE_RATIO;
  // libarchive has no code of its own for an early end; its messages all begin alike.
  const char *message = archive_error_string(reader);
  if (note_method(self, message)) return DAYMARK_ARCHIVE_METHOD;
  if (message != NULL && strstr(message, "encrypted") != NULL) return DAYMARK_ARCHIVE_ENCRYPTED;
  bool truncated = message != NULL && strncasecmp(message, "truncated", 9) == 0;
  return truncated ? DAYMARK_ARCHIVE_TRUNCATED : DAYMARK_ARCHIVE_FAILED;
}

static daymark_archive_status failure(daymark_archive *self) {
  return failure_of(self, self->reader);
}

// The filter of libarchive that unpacks a file which begins so.
static int filter_of(int descriptor) {
  unsigned char head[6] = {0};
  if (daymark_file_read_at(descriptor, head, sizeof head, 0) < 0) return ARCHIVE_FILTER_NONE;
  if (memcmp(head, "\x1F\x8B", 2) == 0) return ARCHIVE_FILTER_GZIP;
  if (memcmp(head, "BZh", 3) == 0) return ARCHIVE_FILTER_BZIP2;
  if (memcmp(head, "\xFD" "7zXZ", 6) == 0) return ARCHIVE_FILTER_XZ;
  return ARCHIVE_FILTER_NONE;
}

static int open_file(daymark_archive *self, struct archive *reader) {
  archive_read_set_seek_callback(reader, seek_in_zip);
  return archive_read_open2(reader, self, NULL, read_block_of_zip, skip_in_zip, NULL);
}

// Opens what unpacks the file as a whole. One alone: libarchive would stack 25 of them, uncounted; what is packed twice is an
// archive in an archive.
static bool open_filter(daymark_archive *self) {
  int code = filter_of(self->descriptor);
  if (code == ARCHIVE_FILTER_NONE) return true;
  struct archive_entry *header = NULL;
  self->filter = archive_read_new();
  if (self->filter == NULL) return false;
  archive_read_support_format_raw(self->filter);
  bool is_open = archive_read_append_filter(self->filter, code) == ARCHIVE_OK
      && open_file(self, self->filter) == ARCHIVE_OK
      && archive_read_next_header(self->filter, &header) == ARCHIVE_OK;
  if (!is_open) self->open_failure = failure_of(self, self->filter);
  return true;
}

static int open_packed(daymark_archive *self) {
  archive_read_support_format_tar(self->reader);
  if (self->filter == NULL) archive_read_support_format_7zip(self->reader);
  // Last, for it takes anything.
  archive_read_support_format_raw(self->reader);
  if (self->filter == NULL) return open_file(self, self->reader);
  return archive_read_open2(self->reader, self, NULL, read_unpacked, NULL, NULL);
}

static daymark_archive *open_zip(daymark_archive *self, daymark_archive_kind kind) {
  self->reader = archive_read_new();
  self->file_block = malloc(BLOCK_SIZE);
  self->is_zip = kind != DAYMARK_ARCHIVE_PACKED;
  if (self->reader == NULL || self->file_block == NULL
      || (!self->is_zip && !open_filter(self))) {
    daymark_archive_close(self);
    return NULL;
  }
  if (self->open_failure != DAYMARK_ARCHIVE_OK) return self;
  int code;
  if (kind == DAYMARK_ARCHIVE_PACKED) {
    code = open_packed(self);
  } else {
    if (kind == DAYMARK_ARCHIVE_ZIP) {
      archive_read_support_format_zip_seekable(self->reader);
    } else {
      archive_read_support_format_zip_streamable(self->reader);
    }
    code = open_file(self, self->reader);
  }
  if (code != ARCHIVE_OK) self->open_failure = failure(self);
  return self;
}

daymark_archive *daymark_archive_open(int descriptor, daymark_archive_kind kind) {
  daymark_archive *self = make(descriptor, NULL);
  if (self == NULL) return NULL;
  if (seek_file(self, 0, SEEK_SET) != 0) {
    self->open_failure = DAYMARK_ARCHIVE_UNREADABLE;
    return self;
  }
  return kind == DAYMARK_ARCHIVE_SINGLE ? open_single(self) : open_zip(self, kind);
}

daymark_archive *daymark_archive_open_member(daymark_archive *outer) {
  daymark_archive *self = make(-1, outer);
  if (self == NULL) return NULL;
  self->start = daymark_archive_position(outer);
  return open_single(self);
}

void daymark_archive_limit(daymark_archive *self, int64_t floor, int64_t ratio) {
  self->between_floor = floor;
  self->between_ratio = ratio;
}

void daymark_archive_close(daymark_archive *self) {
  if (self == NULL) return;
  daymark_inflater_close(self->inflater);
  if (self->reader != NULL) archive_read_free(self->reader);
  if (self->filter != NULL) archive_read_free(self->filter);
  daymark_single_close(self->single);
  free(self->file_block);
  free(self);
}

// MARK: Reading

int daymark_archive_system_error(const daymark_archive *self) {
  return self->outer != NULL ? daymark_archive_system_error(self->outer) : self->system_error;
}

const char *daymark_archive_method(const daymark_archive *self) {
  return self->outer != NULL ? daymark_archive_method(self->outer) : self->method;
}

static void close_inflater(daymark_archive *self) {
  daymark_inflater_close(self->inflater);
  self->inflater = NULL;
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
  if (self->system_error != 0) self->status = DAYMARK_ARCHIVE_UNREADABLE;
}

// Passes over what is left of a member of a 7z, which libarchive would unpack to pass over it, uncounted. False when it is
// too much.
static bool pass_member(daymark_archive *self) {
  if (archive_format(self->reader) != ARCHIVE_FORMAT_7ZIP || !self->is_file) return true;
  while (self->status == DAYMARK_ARCHIVE_OK) {
    self->block_size = 0;
    read_block(self);
    if (!count_between(self, self->block_size, archive_filter_bytes(self->reader, -1))) {
      self->is_over = true;
      return false;
    }
  }
  return self->status != DAYMARK_ARCHIVE_UNREADABLE;
}

daymark_archive_status daymark_archive_next(
    daymark_archive *self, daymark_archive_entry *entry) {
  struct archive_entry *header = NULL;
  close_inflater(self);
  if (self->open_failure != DAYMARK_ARCHIVE_OK) return self->open_failure;
  if (self->single != NULL) return DAYMARK_ARCHIVE_END;
  if (!pass_member(self)) return failure(self);
  self->block_size = 0;
  self->status = DAYMARK_ARCHIVE_OK;
  self->given = 0;
  self->is_file = false;
  // Where a name ends within a character, libarchive asks for the error of a call that had none: it would take
  // an earlier call's for its own, and end the process for want of memory.
  errno = 0;
  int code = archive_read_next_header(self->reader, &header);
  if (self->system_error != 0) return DAYMARK_ARCHIVE_UNREADABLE;
  if (code == ARCHIVE_EOF) return DAYMARK_ARCHIVE_END;
  // A warning is a name that the locale cannot show; the entry itself is sound.
  if (code != ARCHIVE_OK && code != ARCHIVE_WARN) return failure(self);
  bool is_raw = archive_format(self->reader) == ARCHIVE_FORMAT_RAW;
  entry->path = is_raw ? NULL : archive_entry_pathname(header);
  entry->is_file = archive_entry_filetype(header) == AE_IFREG;
  self->is_file = entry->is_file;
  bool is_link = archive_entry_filetype(header) == AE_IFLNK;
  entry->link = is_link ? archive_entry_symlink(header) : NULL;
  entry->is_encrypted = archive_entry_is_encrypted(header) != 0;
  bool has_size = archive_entry_size_is_set(header);
  entry->size = has_size ? archive_entry_size(header) : -1;
  return DAYMARK_ARCHIVE_OK;
}

bool daymark_archive_inflate(daymark_archive *self, int64_t ratio) {
  daymark_packed member;
  if (self->reader == NULL || !self->is_zip || !self->is_file) return false;
  // The reader stands behind the entry's local header.
  int64_t start = archive_filter_bytes(self->reader, -1);
  if (!daymark_packed_find(self->descriptor, start, &member)) return false;
  self->inflater = daymark_inflater_open(self->descriptor, &member, ratio);
  return self->inflater != NULL;
}

// Passes what the inflater gave before it came to doubt; false when the reader does not come so far.
static bool pass_given(daymark_archive *self) {
  while (self->given > 0) {
    if (self->block_size == 0) {
      if (self->status != DAYMARK_ARCHIVE_OK) return false;
      read_block(self);
      continue;
    }
    size_t part =
        self->block_size < (uint64_t)self->given ? self->block_size : (size_t)self->given;
    self->block += part;
    self->block_size -= part;
    self->given -= (int64_t)part;
  }
  return true;
}

// Whether the inflater gave the answer; else it is the reader's to give.
static bool inflate_part(daymark_archive *self, void *buffer, size_t size, size_t *count) {
  switch (daymark_inflater_read(self->inflater, buffer, size, count)) {
    case DAYMARK_INFLATER_DOUBT:
      close_inflater(self);
      *count = 0;
      return false;
    case DAYMARK_INFLATER_END:
      self->status = DAYMARK_ARCHIVE_END;
      break;
    case DAYMARK_INFLATER_OK:
      break;
  }
  self->given += (int64_t)*count;
  return true;
}

daymark_archive_status daymark_archive_read(
    daymark_archive *self, void *buffer, size_t size, size_t *count) {
  *count = 0;
  if (self->open_failure != DAYMARK_ARCHIVE_OK) return self->open_failure;
  if (self->single != NULL) return daymark_single_read(self->single, buffer, size, count);
  if (self->inflater != NULL) {
    if (self->status != DAYMARK_ARCHIVE_OK) return self->status;
    if (inflate_part(self, buffer, size, count)) return self->status;
  }
  if (!pass_given(self)) return self->status;
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

bool daymark_archive_has_checksum(const daymark_archive *self) {
  if (self->outer != NULL && daymark_archive_has_checksum(self->outer)) return true;
  // Of packed ones libarchive does not hold all checksums against the bytes.
  return self->single == NULL ? self->is_zip : daymark_single_has_checksum(self->single);
}

int64_t daymark_archive_position(daymark_archive *self) {
  if (self->outer != NULL) return daymark_archive_position(self->outer);
  if (self->single != NULL) return daymark_single_position(self->single);
  if (self->inflater != NULL) return daymark_inflater_position(self->inflater);
  struct archive *of_file = self->filter != NULL ? self->filter : self->reader;
  return of_file == NULL ? 0 : archive_filter_bytes(of_file, -1);
}

int64_t daymark_archive_between(const daymark_archive *self) {
  // Those of the outer one are its own to tell.
  return self->between;
}
