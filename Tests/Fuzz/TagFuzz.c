// A libFuzzer target: whatever bytes stand where a tag may stand, the scanner reads none beyond them, and says
// the same of them whatever it has read before and however many of them it is shown. `make fuzz` runs it.

#include "daymark_scan.h"
#include "daymark_text.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "HealthData", "Record", "MetadataEntry", "Workout", "Correlation",
    "type", "sourceName", "unit", "value", "startDate", "device", "key", "time",
};
enum { ELEMENTS = 5, NAMES = sizeof names / sizeof *names };

static void require(bool condition) {
  if (!condition) abort();
}

static daymark_scan *create(void) {
  daymark_scan *scan = daymark_scan_create(names, NAMES, ELEMENTS);
  require(scan != NULL);
  return scan;
}

static void require_same(const daymark_scan_tag *a, const daymark_scan_tag *b) {
  require(a->length == b->length && a->element == b->element && a->count == b->count);
  require(a->is_end == b->is_end && a->is_empty == b->is_empty && a->references == b->references);
  for (int32_t index = 0; index < a->count; index++) {
    const daymark_xml_attribute *one = &a->attributes[index], *other = &b->attributes[index];
    require(one->name == other->name && one->length == other->length && one->value == other->value);
  }
}

// Attributes lie in the tag, one behind the other, and none is there twice.
static void check(const daymark_scan_tag *tag, const uint8_t *bytes, size_t size) {
  require(tag->length >= 2 && tag->length <= size && bytes[tag->length - 1] == '>');
  require(tag->element >= 0 && tag->element < ELEMENTS);
  require(tag->count >= 0 && tag->count <= DAYMARK_SCAN_ATTRIBUTES);
  const uint8_t *end = bytes;
  uint64_t seen = 0;
  for (int32_t index = 0; index < tag->count; index++) {
    const daymark_xml_attribute *attribute = &tag->attributes[index];
    require(attribute->name >= ELEMENTS && attribute->name < NAMES);
    require((seen >> attribute->name & 1) == 0);
    seen |= UINT64_C(1) << attribute->name;
    require(attribute->value > end && attribute->length >= 0);
    end = attribute->value + attribute->length;
    require(end < bytes + tag->length && *end == '"');
    bool has_reference = memchr(attribute->value, '&', (size_t)attribute->length) != NULL;
    require((tag->references >> index & 1) == has_reference);
  }
}

// Reads a copy of the first bytes alone, which end where their memory does.
static daymark_scan_outcome read_prefix(daymark_scan *scan, const uint8_t *bytes, size_t size) {
  uint8_t *copy = malloc(size + (size == 0));
  require(copy != NULL);
  memcpy(copy, bytes, size);
  daymark_scan_tag tag;
  daymark_scan_outcome outcome = daymark_scan_next(scan, copy, size, &tag);
  free(copy);
  return outcome;
}

static void check_expanded(daymark_scan *scan, daymark_scan_tag *tag) {
  int32_t lengths[DAYMARK_SCAN_ATTRIBUTES];
  for (int32_t index = 0; index < tag->count; index++) lengths[index] = tag->attributes[index].length;
  daymark_scan_expand(scan, tag);
  require(tag->references == 0);
  for (int32_t index = 0; index < tag->count; index++) {
    const daymark_xml_attribute *attribute = &tag->attributes[index];
    require(attribute->length <= lengths[index]);
    // Looks at every byte.
    require(memchr(attribute->value, '"' - 1, (size_t)attribute->length) != (void *)1);
  }
}

// Keeps a part of a tag as a head, with digits that may differ where there are some.
static void keep_head(
    daymark_scan *scan, const uint8_t *bytes, const daymark_scan_tag *tag, uint32_t choice) {
  if (tag->is_end || tag->count == 0) return;
  daymark_scan_head head = {.count = 1 + (int32_t)(choice / 256 % (uint32_t)tag->count)};
  head.same = (int32_t)(choice / 65536 % (uint32_t)(head.count + 1));
  const daymark_xml_attribute *last = &tag->attributes[head.count - 1];
  for (const uint8_t *at = last->value; at < last->value + last->length; at++) {
    bool is_digit = (*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'f');
    if (!is_digit || (tag->references >> (head.count - 1) & 1) != 0) break;
    head.address = last->value;
    head.address_digits = (size_t)(at - last->value) + 1;
    if (head.address_digits == 16) break;
  }
  require(daymark_scan_keep_head(scan, bytes, tag, &head) < DAYMARK_SCAN_HEADS);
}

// The length of a character that is text, read as plainly as can be: by what it would be written as. 0 for none.
static size_t character(const uint8_t *bytes, size_t size) {
  size_t length = bytes[0] < 0x80 ? 1 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4;
  if (length > size) return 0;
  uint32_t scalar = length == 1 ? bytes[0] : bytes[0] & (0xFFu >> (length + 1));
  for (size_t index = 1; index < length; index++) scalar = scalar << 6 | (bytes[index] & 0x3F);
  uint8_t written[4];
  static const uint8_t leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
  uint32_t rest = scalar;
  for (size_t index = length; index-- > 1; rest >>= 6) written[index] = 0x80 | (rest & 0x3F);
  written[0] = (uint8_t)(leads[length] | rest);
  if (memcmp(written, bytes, length) != 0) return 0;
  static const uint32_t firsts[] = {0, 0, 0x80, 0x800, 0x10000};
  if (scalar < firsts[length] || scalar > 0x10FFFF || (scalar >= 0xD800 && scalar < 0xE000)) return 0;
  if (scalar == 0xFFFE || scalar == 0xFFFF) return 0;
  return scalar < ' ' && strchr("\n\t\r", (int)scalar) == NULL ? 0 : scalar == 0 ? 0 : length;
}

static void check_text(const uint8_t *bytes, size_t size) {
  size_t count = 0;
  int64_t lines = 0, found = 0;
  while (count < size) {
    size_t length = character(bytes + count, size - count);
    if (length == 0) break;
    lines += bytes[count] == '\n';
    count += length;
  }
  require(daymark_text_length(bytes, size, &found) == count && found == lines);
  size_t last = size;
  for (size_t index = 0; index < size; index++) {
    if (bytes[index] == '<') last = index;
  }
  require(daymark_text_last(bytes, size, '<') == last);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  // The first byte chooses where prefixes end.
  uint32_t cut = data[0];
  data += 1;
  size -= 1;
  check_text(data, size);
  static daymark_scan *experienced, *fresh;
  if (experienced == NULL) experienced = create();
  size_t at = 0;
  daymark_scan_tag tag, again;
  while (at < size && daymark_scan_next(experienced, data + at, size - at, &tag) == DAYMARK_SCAN_TAG) {
    check(&tag, data + at, size - at);
    if (fresh == NULL || at == 0) {
      daymark_scan_free(fresh);
      fresh = create();
    }
    require(daymark_scan_next(fresh, data + at, size - at, &again) == DAYMARK_SCAN_TAG);
    require_same(&tag, &again);
    check_expanded(fresh, &again);
    cut = cut * 1103515245 + 12345;
    require(read_prefix(fresh, data + at, cut / 65536 % tag.length) == DAYMARK_SCAN_CUT);
    // The prefix is no tag, so the likely ones are what they were.
    if (tag.head < 0) keep_head(experienced, data + at, &tag, cut);
    check_expanded(experienced, &tag);
    at += tag.length;
    while (at < size && data[at] == '\n') at++;
  }
  return 0;
}
