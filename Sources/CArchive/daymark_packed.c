#include "daymark_packed.h"

#include "daymark_file.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Fields and their offsets are those of APPNOTE.TXT 6.3.10: 4.3.7 and 4.3.12 to 4.3.16.

enum {
  LOCAL_BYTES = 30,
  ENTRY_BYTES = 46,
  END_BYTES = 22,
  END64_BYTES = 56,
  LOCATOR_BYTES = 20,
  // It is read for every large member, so a larger one would cost more than it saves.
  MOST_DIRECTORY_BYTES = 1 << 16,
  MOST_EXTRA_BYTES = 1 << 10,
  DEFLATE = 8,
  // The packer's effort, sizes behind the member, and names in UTF-8.
  KNOWN_FLAGS = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 11,
  EXTRA_OF_SIZES = 1,
};

static const uint32_t local_signature = 0x04034b50, entry_signature = 0x02014b50;
static const uint32_t end_signature = 0x06054b50, end64_signature = 0x06064b50;
static const uint32_t locator_signature = 0x07064b50;

static uint16_t word(const uint8_t *bytes) { return (uint16_t)(bytes[0] | bytes[1] << 8); }

static uint32_t number(const uint8_t *bytes) {
  return word(bytes) | (uint32_t)word(bytes + 2) << 16;
}

// A number that no file is long enough for is as good as any other.
static int64_t large_number(const uint8_t *bytes) {
  uint64_t value = number(bytes) | (uint64_t)number(bytes + 4) << 32;
  return value > INT64_MAX / 4 ? INT64_MAX / 4 : (int64_t)value;
}

static bool read_at(int descriptor, int64_t offset, void *buffer, size_t size) {
  return offset >= 0 && daymark_file_read_at(descriptor, buffer, size, offset) == (ssize_t)size;
}

// MARK: The directory

typedef struct {
  int64_t start;
  int64_t size;
  int64_t count;
} directory;

// What a field of 16 or 32 bits says, if it does not leave that to the wide record.
static bool agrees(uint64_t field, uint64_t none, int64_t wide) {
  return field == none || field == (uint64_t)wide;
}

static bool find_wide_directory(
    int descriptor, int64_t end, const uint8_t *narrow, directory *found) {
  uint8_t locator[LOCATOR_BYTES], wide[END64_BYTES];
  int64_t position = end - LOCATOR_BYTES - END64_BYTES;
  bool is_sound = read_at(descriptor, end - LOCATOR_BYTES, locator, sizeof locator)
      && number(locator + 4) == 0 && large_number(locator + 8) == position
      && number(locator + 16) == 1 && read_at(descriptor, position, wide, sizeof wide)
      && number(wide) == end64_signature && large_number(wide + 4) == END64_BYTES - 12
      && number(wide + 16) == 0 && number(wide + 20) == 0
      && large_number(wide + 24) == large_number(wide + 32);
  if (!is_sound) return false;
  found->count = large_number(wide + 32);
  found->size = large_number(wide + 40);
  found->start = large_number(wide + 48);
  return agrees(word(narrow + 10), UINT16_MAX, found->count)
      && agrees(number(narrow + 12), UINT32_MAX, found->size)
      && agrees(number(narrow + 16), UINT32_MAX, found->start)
      && found->start + found->size == position;
}

static bool find_directory(int descriptor, directory *found) {
  uint8_t end[END_BYTES], signature[4];
  int64_t position = daymark_file_size(descriptor) - END_BYTES;
  bool is_sound = read_at(descriptor, position, end, sizeof end) && number(end) == end_signature
      && word(end + 4) == 0 && word(end + 6) == 0 && word(end + 8) == word(end + 10)
      && word(end + 20) == 0;
  if (!is_sound) return false;
  if (read_at(descriptor, position - LOCATOR_BYTES, signature, sizeof signature)
      && number(signature) == locator_signature) {
    return find_wide_directory(descriptor, position, end, found);
  }
  found->count = word(end + 10);
  found->size = number(end + 12);
  found->start = number(end + 16);
  return found->start + found->size == position;
}

// MARK: Its entries

typedef struct {
  // Offset of the local header.
  int64_t header;
  daymark_packed member;
  uint16_t flags;
  uint16_t method;
  const uint8_t *name;
  uint16_t name_size;
  size_t length;
} entry;

// Reads the wide numbers for those fields that are full, in their order.
static bool read_wide_numbers(const uint8_t *extra, size_t size, entry *read) {
  int64_t *fields[] = {&read->member.size, &read->member.packed_size, &read->header};
  while (size >= 4) {
    size_t length = word(extra + 2);
    if (length > size - 4) return false;
    if (word(extra) == EXTRA_OF_SIZES) {
      const uint8_t *next = extra + 4;
      for (size_t index = 0; index < 3; index++) {
        if (*fields[index] != UINT32_MAX) continue;
        if (length < 8) return false;
        *fields[index] = large_number(next);
        next += 8;
        length -= 8;
      }
      return length == 0 || length == 4;
    }
    extra += 4 + length;
    size -= 4 + length;
  }
  return size == 0 && read->member.size != UINT32_MAX && read->member.packed_size != UINT32_MAX
      && read->header != UINT32_MAX;
}

static bool read_entry(const uint8_t *bytes, size_t size, entry *read) {
  if (size < ENTRY_BYTES || number(bytes) != entry_signature) return false;
  read->flags = word(bytes + 8);
  read->method = word(bytes + 10);
  read->member.checksum = number(bytes + 16);
  read->member.packed_size = number(bytes + 20);
  read->member.size = number(bytes + 24);
  read->name = bytes + ENTRY_BYTES;
  read->name_size = word(bytes + 28);
  size_t extra_size = word(bytes + 30);
  read->header = number(bytes + 42);
  read->length = ENTRY_BYTES + read->name_size + extra_size + word(bytes + 32);
  return read->length <= size && word(bytes + 34) == 0
      && read_wide_numbers(read->name + read->name_size, extra_size, read);
}

// The least that a member takes of the file: its local header may have more extra fields.
static int64_t least_end(const entry *read) {
  return read->header + LOCAL_BYTES + read->name_size + read->member.packed_size;
}

// The entry that begins last before `start`, if no other reaches into it.
static bool choose_entry(
    const uint8_t *bytes, const directory *of, int64_t start, entry *chosen) {
  size_t size = (size_t)of->size;
  bool is_found = false;
  for (int64_t index = 0; index < of->count; index++) {
    entry next;
    if (!read_entry(bytes, size, &next)) return false;
    if (least_end(&next) > of->start) return false;
    if (next.header < start && (!is_found || next.header > chosen->header)) {
      *chosen = next;
      is_found = true;
    }
    bytes += next.length;
    size -= next.length;
  }
  return is_found && size == 0;
}

static bool stands_alone(const uint8_t *bytes, const directory *of, const entry *chosen) {
  int64_t end = chosen->member.start + chosen->member.packed_size;
  size_t size = (size_t)of->size, count = 0;
  for (int64_t index = 0; index < of->count; index++) {
    entry next;
    if (!read_entry(bytes, size, &next)) return false;
    if (next.header == chosen->header) {
      count += 1;
    } else if (next.header < end && least_end(&next) > chosen->header) {
      return false;
    }
    bytes += next.length;
    size -= next.length;
  }
  return count == 1 && end <= of->start;
}

// MARK: The local header

// Whether a field says nothing, or what the directory does.
static bool is_same(int64_t field, int64_t known) { return field == 0 || field == known; }

static bool has_local_header(int descriptor, int64_t start, const entry *chosen) {
  uint8_t header[LOCAL_BYTES + UINT16_MAX + MOST_EXTRA_BYTES];
  size_t size = LOCAL_BYTES + chosen->name_size;
  if (!read_at(descriptor, chosen->header, header, size)) return false;
  size_t extra_size = word(header + 28);
  if (extra_size > MOST_EXTRA_BYTES
      || !read_at(descriptor, chosen->header + (int64_t)size, header + size, extra_size)) {
    return false;
  }
  entry local = {.member = {.packed_size = number(header + 18), .size = number(header + 22)}};
  uint32_t checksum = number(header + 14);
  return number(header) == local_signature && word(header + 6) == chosen->flags
      && word(header + 8) == chosen->method
      && (checksum == 0 || checksum == chosen->member.checksum)
      && read_wide_numbers(header + size, extra_size, &local)
      && is_same(local.member.packed_size, chosen->member.packed_size)
      && is_same(local.member.size, chosen->member.size)
      && word(header + 26) == chosen->name_size
      && memcmp(header + LOCAL_BYTES, chosen->name, chosen->name_size) == 0
      && chosen->header + (int64_t)(size + extra_size) == start;
}

bool daymark_packed_find(int descriptor, int64_t start, daymark_packed *member) {
  directory of;
  if (!find_directory(descriptor, &of)) return false;
  if (of.size > MOST_DIRECTORY_BYTES || of.count > of.size / ENTRY_BYTES) return false;
  uint8_t *bytes = malloc((size_t)of.size + 1);
  if (bytes == NULL) return false;
  entry chosen;
  bool is_found = read_at(descriptor, of.start, bytes, (size_t)of.size)
      && choose_entry(bytes, &of, start, &chosen) && chosen.method == DEFLATE
      && (chosen.flags & ~KNOWN_FLAGS) == 0 && has_local_header(descriptor, start, &chosen);
  if (is_found) {
    chosen.member.start = start;
    is_found = stands_alone(bytes, &of, &chosen);
    *member = chosen.member;
  }
  free(bytes);
  return is_found;
}
