// A libFuzzer target: however an archive is damaged, ISA-L and libarchive together give the bytes and the end
// that libarchive gives alone. `make fuzz` runs it.
//
// The input says how an archive is made: packed how, how often its content stands in it, and which bytes of it
// are wrong; or it is the archive itself.

#define _GNU_SOURCE
#include "daymark_archive.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

// More than ISA-L hands on at a time, and what most contents are kept below, to be quick.
enum { MOST_CONTENT = 1 << 20, USUAL_CONTENT = 1 << 16, MOST_ARCHIVE = MOST_CONTENT + 2048 };

static void require(bool condition) {
  if (!condition) abort();
}

// MARK: The archive

static uint8_t *put(uint8_t *at, uint32_t value, int bytes) {
  for (int index = 0; index < bytes; index++) *at++ = (uint8_t)(value >> 8 * index);
  return at;
}

// What both headers of a member say; APPNOTE.TXT 4.3.7 and 4.3.12.
static uint8_t *put_facts(uint8_t *at, uint32_t checksum, uint32_t packed, uint32_t size, uint32_t name) {
  at = put(put(put(at, 0, 2), 8, 2), 0, 4);
  at = put(put(put(at, checksum, 4), packed, 4), size, 4);
  return put(put(at, name, 2), 0, 2);
}

static size_t make_archive(uint8_t *archive, const uint8_t *content, size_t size, int level) {
  static const char name[] = "a/export.xml";
  uint32_t length = sizeof name - 1, checksum = (uint32_t)crc32(0, content, (uInt)size);
  uint8_t *start = archive + 30 + length;
  z_stream packer = {.next_in = (Bytef *)content, .avail_in = (uInt)size,
      .next_out = start, .avail_out = MOST_ARCHIVE - 512};
  require(deflateInit2(&packer, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  require(deflate(&packer, Z_FINISH) == Z_STREAM_END);
  uint32_t packed = (uint32_t)packer.total_out;
  deflateEnd(&packer);
  uint8_t *at = put(put(archive, 0x04034b50, 4), 20, 2);
  at = put_facts(at, checksum, packed, (uint32_t)size, length);
  memcpy(at, name, length);
  uint8_t *directory = start + packed;
  at = put(put(directory, 0x02014b50, 4), 20 | 20 << 16, 4);
  at = put_facts(at, checksum, packed, (uint32_t)size, length);
  at = put(put(put(put(at, 0, 2), 0, 2), 0, 2), 0100644u << 16, 4);
  at = put(at, 0, 4);
  memcpy(at, name, length);
  uint8_t *end = at + length;
  at = put(put(end, 0x06054b50, 4), 0, 4);
  at = put(put(at, 1, 2), 1, 2);
  at = put(put(at, (uint32_t)(end - directory), 4), (uint32_t)(directory - archive), 4);
  return (size_t)(put(at, 0, 2) - archive);
}

// MARK: The two ways

typedef struct {
  size_t count;
  uint32_t checksum;
  int steps[16];
  int step_count;
} outcome;

static void note(outcome *of, int step) {
  if (of->step_count < 16) of->steps[of->step_count++] = step;
}

static outcome unpack(int file, size_t chunk, bool may_hurry) {
  outcome of = {0};
  static uint8_t buffer[USUAL_CONTENT];
  daymark_archive *archive = daymark_archive_open(file, DAYMARK_ARCHIVE_ZIP);
  require(archive != NULL);
  for (int member = 0; member < 4; member++) {
    daymark_archive_entry entry;
    daymark_archive_status status = daymark_archive_next(archive, &entry);
    note(&of, status);
    if (status != DAYMARK_ARCHIVE_OK) break;
    if (may_hurry) daymark_archive_inflate(archive, 500);
    do {
      size_t count = 0;
      status = daymark_archive_read(archive, buffer, chunk, &count);
      require(count <= chunk);
      of.count += count;
      of.checksum = (uint32_t)crc32(of.checksum, buffer, (uInt)count);
    } while (status == DAYMARK_ARCHIVE_OK && of.count < 2 * MOST_CONTENT);
    note(&of, status);
    if (status == DAYMARK_ARCHIVE_FAILED || status == DAYMARK_ARCHIVE_UNREADABLE) break;
  }
  daymark_archive_close(archive);
  return of;
}

// Whether one way ended well where the other refused: ISA-L takes a table of codes that is not complete, if size
// and checksum are right all the same.
static bool is_forgiven(const outcome *hurried, const outcome *patient) {
  int index = 0;
  while (index < hurried->step_count && hurried->steps[index] == patient->steps[index]) index++;
  return index % 2 == 1 && hurried->steps[index] == DAYMARK_ARCHIVE_END
      && patient->steps[index] == DAYMARK_ARCHIVE_FAILED;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static int file = -1;
  static uint8_t archive[MOST_ARCHIVE], content[MOST_CONTENT];
  if (file < 0) file = memfd_create("archive", MFD_CLOEXEC);
  if (size < 3) return 0;
  int choice = data[0];
  size_t wrong = data[1] % 8, chunk = data[2] == 0 ? USUAL_CONTENT : (size_t)data[2] * 16 - 15;
  data += 3;
  size -= 3;
  const uint8_t *bytes = data;
  size_t length = size;
  if ((choice & 1) == 0 && size > 3 * wrong) {
    const uint8_t *flips = data, *text = data + 3 * wrong;
    size_t text_size = size - 3 * wrong, filled = 0;
    bool is_long = choice >> 4 == 15;
    int times = is_long ? MOST_CONTENT : 1 + (choice >> 4) * 4;
    size_t most = is_long ? MOST_CONTENT : USUAL_CONTENT;
    for (; times > 0 && filled + text_size <= most; times--) {
      memcpy(content + filled, text, text_size);
      filled += text_size;
    }
    length = make_archive(archive, content, filled, (choice >> 1 & 7) == 0 ? 0 : (choice >> 1 & 7));
    for (size_t index = 0; index < wrong; index++, flips += 3) {
      // Half of them in the last bytes, where the directory is.
      size_t place = (size_t)(flips[0] | (flips[1] & 0x7F) << 8) % length;
      if (flips[1] & 0x80) place = length - 1 - place % (length < 96 ? length : 96);
      archive[place] ^= flips[2];
    }
    bytes = archive;
  }
  require(ftruncate(file, 0) == 0 && pwrite(file, bytes, length, 0) == (ssize_t)length);
  outcome hurried = unpack(file, chunk, true), patient = unpack(file, chunk, false);
  require(memcmp(&hurried, &patient, sizeof hurried) == 0 || is_forgiven(&hurried, &patient));
  return 0;
}
