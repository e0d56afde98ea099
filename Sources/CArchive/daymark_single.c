#include "daymark_single.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
  BLOCK_SIZE = 1 << 18,
  // Bytes that may give nothing: a gzip's names, empty blocks and padding have no limit of their own.
  BARREN_BYTES = 1 << 24,
  // Bytes read behind damage, to come to the end of the source and to what it says there.
  TRAILING_BYTES = 1 << 20,
  // Bytes that one call takes once it has something to give, so that whoever asks can count.
  CALL_BYTES = 1 << 20,
};

// RFC 1952, section 2.3.
enum {
  FIXED_HEADER = 10,
  TRAILER = 8,
  DEFLATE = 8,
  HEADER_CHECKSUM = 1 << 1,
  EXTRA_FIELD = 1 << 2,
  FILE_NAME = 1 << 3,
  COMMENT = 1 << 4,
  RESERVED_FLAGS = 0xE0,
};

static const unsigned char magic[] = {0x1F, 0x8B};

struct daymark_single {
  daymark_single_source source;
  void *context;
  unsigned char *block;
  // What the source said when it gave the block.
  daymark_archive_status source_status;
  int64_t taken;
  enum { AT_BEGINNING, IN_PLAIN_FILE, IN_MEMBER, AT_END } place;
  // Its input is what has not been used of the block.
  z_stream stream;
  bool has_stream;
  bool is_plain;
  // Of the member so far.
  uint32_t checksum;
  uint32_t length;
  // Bytes taken since there was output.
  size_t barren;
  daymark_archive_status status;
};

daymark_single *daymark_single_open(daymark_single_source source, void *context) {
  daymark_single *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->source = source;
  self->context = context;
  self->block = malloc(BLOCK_SIZE);
  // Without zlib's header and trailer, which hide where a member ends.
  self->has_stream = inflateInit2(&self->stream, -MAX_WBITS) == Z_OK;
  if (self->block != NULL && self->has_stream) return self;
  daymark_single_close(self);
  return NULL;
}

void daymark_single_close(daymark_single *self) {
  if (self == NULL) return;
  if (self->has_stream) inflateEnd(&self->stream);
  free(self->block);
  free(self);
}

bool daymark_single_has_checksum(const daymark_single *self) { return !self->is_plain; }

int64_t daymark_single_position(const daymark_single *self) {
  return self->taken - self->stream.avail_in;
}

// Takes the next block when the last is used up; false at the end.
static bool fill(daymark_single *self) {
  while (self->stream.avail_in == 0 && self->source_status == DAYMARK_ARCHIVE_OK) {
    size_t count = 0;
    self->source_status = self->source(self->context, self->block, BLOCK_SIZE, &count);
    self->stream.next_in = self->block;
    self->stream.avail_in = (uInt)count;
    self->taken += (int64_t)count;
    self->barren += count;
  }
  return self->stream.avail_in > 0;
}

static void end(daymark_single *self, daymark_archive_status status) {
  self->place = AT_END;
  // A wrong checksum of an earlier member is not forgotten.
  if (status != DAYMARK_ARCHIVE_END || self->status == DAYMARK_ARCHIVE_OK) self->status = status;
  for (size_t passed = 0; passed < TRAILING_BYTES; passed += self->stream.avail_in) {
    self->stream.avail_in = 0;
    if (!fill(self)) break;
  }
  bool is_sound =
      self->source_status == DAYMARK_ARCHIVE_OK || self->source_status == DAYMARK_ARCHIVE_END;
  if (!is_sound) self->status = self->source_status;
}

// The next byte; negative at the end.
static int next_byte(daymark_single *self) {
  if (!fill(self)) return -1;
  self->stream.avail_in -= 1;
  return *self->stream.next_in++;
}

static bool pass(daymark_single *self, unsigned count) {
  for (; count > 0; count--) {
    if (next_byte(self) < 0) return false;
  }
  return true;
}

static bool pass_text(daymark_single *self) {
  int byte;
  while ((byte = next_byte(self)) > 0 && self->barren <= BARREN_BYTES) {
  }
  return byte >= 0;
}

static bool pass_extra_field(daymark_single *self) {
  int low = next_byte(self);
  int high = next_byte(self);
  return high >= 0 && pass(self, (unsigned)(high << 8 | low));
}

static bool pass_optional_fields(daymark_single *self, unsigned flags) {
  if ((flags & EXTRA_FIELD) != 0 && !pass_extra_field(self)) return false;
  if ((flags & FILE_NAME) != 0 && !pass_text(self)) return false;
  if ((flags & COMMENT) != 0 && !pass_text(self)) return false;
  return (flags & HEADER_CHECKSUM) == 0 || pass(self, 2);
}

static bool is_header(const unsigned char *bytes) {
  return memcmp(bytes, magic, sizeof magic) == 0 && bytes[2] == DEFLATE
      && (bytes[3] & RESERVED_FLAGS) == 0;
}

static void begin_member(daymark_single *self) {
  unsigned char header[FIXED_HEADER];
  for (size_t index = 0; index < FIXED_HEADER; index++) {
    int byte = next_byte(self);
    if (byte < 0) return end(self, DAYMARK_ARCHIVE_TRUNCATED);
    header[index] = (unsigned char)byte;
    // What follows the last member is told by its first bytes, however few there are.
    if (index < sizeof magic && header[index] != magic[index]) {
      return end(self, DAYMARK_ARCHIVE_FAILED);
    }
  }
  if (!is_header(header)) return end(self, DAYMARK_ARCHIVE_FAILED);
  if (!pass_optional_fields(self, header[3])) return end(self, DAYMARK_ARCHIVE_TRUNCATED);
  inflateReset(&self->stream);
  self->place = IN_MEMBER;
  self->checksum = 0;
  self->length = 0;
}

static void begin(daymark_single *self) {
  fill(self);
  self->place = IN_PLAIN_FILE;
  self->is_plain = self->stream.avail_in < 4 || !is_header(self->stream.next_in);
  if (!self->is_plain) begin_member(self);
}

static uint32_t number(const unsigned char *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void end_member(daymark_single *self) {
  unsigned char trailer[TRAILER];
  for (size_t index = 0; index < TRAILER; index++) {
    int byte = next_byte(self);
    if (byte < 0) return end(self, DAYMARK_ARCHIVE_TRUNCATED);
    trailer[index] = (unsigned char)byte;
  }
  bool is_sound = number(trailer) == self->checksum && number(trailer + 4) == self->length;
  if (!is_sound) self->status = DAYMARK_ARCHIVE_MISMATCH;
  // Padding of a tape or a file system.
  while (fill(self) && *self->stream.next_in == 0 && self->barren <= BARREN_BYTES) next_byte(self);
  if (fill(self)) {
    begin_member(self);
  } else {
    end(self, DAYMARK_ARCHIVE_END);
  }
}

static size_t inflate_part(daymark_single *self, unsigned char *buffer, uInt size) {
  if (self->barren > BARREN_BYTES) {
    end(self, DAYMARK_ARCHIVE_FAILED);
    return 0;
  }
  if (!fill(self)) {
    end(self, DAYMARK_ARCHIVE_TRUNCATED);
    return 0;
  }
  self->stream.next_out = buffer;
  self->stream.avail_out = size;
  int code = inflate(&self->stream, Z_NO_FLUSH);
  uInt count = size - self->stream.avail_out;
  self->checksum = (uint32_t)crc32(self->checksum, buffer, count);
  self->length += count;
  if (count > 0) self->barren = 0;
  if (code == Z_STREAM_END) {
    end_member(self);
  } else if (code != Z_OK) {
    end(self, DAYMARK_ARCHIVE_FAILED);
  }
  return count;
}

static size_t copy_part(daymark_single *self, unsigned char *buffer, size_t size) {
  if (!fill(self)) {
    end(self, DAYMARK_ARCHIVE_END);
    return 0;
  }
  size_t count = self->stream.avail_in < size ? self->stream.avail_in : size;
  memcpy(buffer, self->stream.next_in, count);
  self->stream.next_in += count;
  self->stream.avail_in -= (uInt)count;
  return count;
}

daymark_archive_status daymark_single_read(
    daymark_single *self, void *buffer, size_t size, size_t *count) {
  *count = 0;
  int64_t before = self->taken;
  if (self->place == AT_BEGINNING) begin(self);
  while (*count < size && self->place != AT_END
         && (*count == 0 || self->taken - before < CALL_BYTES)) {
    unsigned char *rest = (unsigned char *)buffer + *count;
    size_t room = size - *count < UINT_MAX ? size - *count : UINT_MAX;
    *count += self->place == IN_MEMBER ? inflate_part(self, rest, (uInt)room)
                                       : copy_part(self, rest, room);
  }
  return self->place == AT_END ? self->status : DAYMARK_ARCHIVE_OK;
}
