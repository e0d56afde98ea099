#include "daymark_heads.h"
#include "daymark_scan.h"

#include <stdlib.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { MAXIMUM_NAMES = 64, NAME_BYTES = 48, VECTOR = 16, NONE = -1 };

// A name and the `="` that follows that of an attribute, so that one comparison sees both.
typedef struct {
  uint8_t text[NAME_BYTES];
  size_t length;
} known_name;

struct daymark_scan {
  int32_t count;
  int32_t elements;
  known_name names[MAXIMUM_NAMES];
  // The attribute that came last at each place of a tag of each element: the likely one.
  int32_t expected[MAXIMUM_NAMES][DAYMARK_SCAN_ATTRIBUTES];
  daymark_heads heads;
  daymark_xml_attribute attributes[DAYMARK_SCAN_ATTRIBUTES];
  // Values without references; together they are no longer than the tag.
  uint8_t expanded[DAYMARK_SCAN_TAG_BYTES];
};

daymark_scan *daymark_scan_create(const char *const *names, int32_t count, int32_t elements) {
  if (count > MAXIMUM_NAMES || elements > count) return NULL;
  daymark_scan *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->count = count;
  self->elements = elements;
  for (int32_t index = 0; index < count; index++) {
    known_name *name = &self->names[index];
    name->length = strlen(names[index]);
    if (name->length + 2 > NAME_BYTES) {
      free(self);
      return NULL;
    }
    memcpy(name->text, names[index], name->length);
    memcpy(name->text + name->length, "=\"", 2);
  }
  return self;
}

void daymark_scan_free(daymark_scan *self) { free(self); }

// MARK: Names

// Whether the first `length` bytes are those of the name's text.
static inline bool has_text(
    const known_name *name, size_t length, const uint8_t *bytes, size_t size) {
  return size >= length && memcmp(name->text, bytes, length) == 0;
}

// Whether the bytes end before it is known that they are not the name's text.
static inline bool may_become(
    const known_name *name, size_t length, const uint8_t *bytes, size_t size) {
  return size < length && memcmp(name->text, bytes, size) == 0;
}

static inline bool ends_name(uint8_t byte) { return byte == ' ' || byte == '>' || byte == '/'; }

// The element whose name the bytes begin with, and what is known where it is NONE.
static int32_t find_element(
    const daymark_scan *self, const uint8_t *bytes, size_t size, daymark_scan_outcome *outcome) {
  *outcome = DAYMARK_SCAN_UNKNOWN;
  for (int32_t index = 0; index < self->elements; index++) {
    const known_name *name = &self->names[index];
    if (size > name->length) {
      if (ends_name(bytes[name->length]) && memcmp(name->text, bytes, name->length) == 0) {
        return index;
      }
    } else if (memcmp(name->text, bytes, size) == 0) {
      *outcome = DAYMARK_SCAN_CUT;
    }
  }
  return NONE;
}

static int32_t find_attribute(
    const daymark_scan *self, int32_t expected, const uint8_t *bytes, size_t size,
    daymark_scan_outcome *outcome) {
  const known_name *likely = &self->names[expected];
  if (expected != 0 && has_text(likely, likely->length + 2, bytes, size)) return expected;
  *outcome = DAYMARK_SCAN_UNKNOWN;
  for (int32_t index = self->elements; index < self->count; index++) {
    const known_name *name = &self->names[index];
    if (has_text(name, name->length + 2, bytes, size)) return index;
    if (may_become(name, name->length + 2, bytes, size)) *outcome = DAYMARK_SCAN_CUT;
  }
  return NONE;
}

// MARK: Values

// The length of the reference at `bytes`; 0 when it is none that is known.
static size_t reference_length(
    const uint8_t *bytes, size_t size, daymark_scan_outcome *outcome) {
  static const char *const references[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&apos;"};
  *outcome = DAYMARK_SCAN_UNKNOWN;
  for (size_t index = 0; index < 5; index++) {
    size_t length = strlen(references[index]);
    size_t known = size < length ? size : length;
    if (memcmp(references[index], bytes, known) != 0) continue;
    if (known == length) return length;
    *outcome = DAYMARK_SCAN_CUT;
  }
  return 0;
}

static inline bool is_plain(uint8_t byte) {
  return byte >= ' ' && byte != '"' && byte != '&' && byte != '<';
}

// Passes the bytes of a value that mean themselves.
static inline size_t plain_length(const uint8_t *bytes, size_t size) {
  size_t at = 0;
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), ampersand = _mm_set1_epi8('&');
  const __m128i less = _mm_set1_epi8('<'), blank = _mm_set1_epi8(0x1F);
  for (; size - at >= VECTOR; at += VECTOR) {
    __m128i part = _mm_loadu_si128((const __m128i *)(bytes + at));
    __m128i stops = _mm_or_si128(_mm_cmpeq_epi8(part, quote), _mm_cmpeq_epi8(part, ampersand));
    stops = _mm_or_si128(stops, _mm_cmpeq_epi8(part, less));
    stops = _mm_or_si128(stops, _mm_cmpeq_epi8(_mm_min_epu8(part, blank), part));
    int mask = _mm_movemask_epi8(stops);
    if (mask != 0) return at + (size_t)__builtin_ctz((unsigned)mask);
  }
#endif
  while (at < size && is_plain(bytes[at])) at++;
  return at;
}

// Passes a value to its closing quote; `*end` is where that stands.
static daymark_scan_outcome pass_value(
    const uint8_t *bytes, size_t size, size_t *end, bool *has_references) {
  size_t at = 0;
  while (true) {
    at += plain_length(bytes + at, size - at);
    if (at == size) return DAYMARK_SCAN_CUT;
    if (bytes[at] == '"') {
      *end = at;
      return DAYMARK_SCAN_TAG;
    }
    if (bytes[at] != '&') return DAYMARK_SCAN_UNKNOWN;
    daymark_scan_outcome outcome;
    size_t length = reference_length(bytes + at, size - at, &outcome);
    if (length == 0) return outcome;
    *has_references = true;
    at += length;
  }
}

// Writes a value to `output`, which has room for as many bytes; the number of those written.
static size_t expand(const uint8_t *value, size_t length, uint8_t *output) {
  size_t count = 0;
  for (size_t at = 0; at < length;) {
    daymark_scan_outcome outcome;
    size_t reference = value[at] == '&' ? reference_length(value + at, length - at, &outcome) : 0;
    if (reference == 0) {
      output[count++] = value[at++];
      continue;
    }
    switch (value[at + 1]) {
      case 'l': output[count++] = '<'; break;
      case 'g': output[count++] = '>'; break;
      case 'q': output[count++] = '"'; break;
      default:
        if (value[at + 2] == 'p') {
          output[count++] = '\'';
        } else {
          memcpy(output + count, "&#38;", 5);
          count += 5;
        }
    }
    at += reference;
  }
  return count;
}

void daymark_scan_expand(daymark_scan *self, daymark_scan_tag *tag) {
  uint8_t *output = self->expanded;
  for (int32_t index = 0; index < tag->count; index++) {
    if ((tag->references >> index & 1) == 0) continue;
    daymark_xml_attribute *attribute = &self->attributes[index];
    size_t length = expand(attribute->value, (size_t)attribute->length, output);
    attribute->value = output;
    attribute->length = (int32_t)length;
    output += length;
  }
  tag->references = 0;
}

// MARK: Tags

static daymark_scan_outcome read_end_tag(
    daymark_scan *self, const uint8_t *bytes, size_t size, daymark_scan_tag *tag) {
  daymark_scan_outcome outcome;
  int32_t element = find_element(self, bytes + 2, size - 2, &outcome);
  if (element == NONE) return outcome;
  size_t at = 2 + self->names[element].length;
  if (bytes[at] != '>') return DAYMARK_SCAN_UNKNOWN;
  tag->element = element;
  tag->is_end = true;
  tag->length = at + 1;
  return DAYMARK_SCAN_TAG;
}

// Reads the attributes from `at` on, behind those that the tag already has.
static daymark_scan_outcome read_attributes(
    daymark_scan *self, const uint8_t *bytes, size_t size, size_t at, daymark_scan_tag *tag) {
  int32_t *expected = self->expected[tag->element];
  uint64_t seen = 0;
  for (int32_t index = 0; index < tag->count; index++) {
    seen |= UINT64_C(1) << self->attributes[index].name;
  }
  daymark_scan_outcome outcome;
  while (at < size && bytes[at] == ' ') {
    at += 1;
    if (at == size) return DAYMARK_SCAN_CUT;
    if (tag->count == DAYMARK_SCAN_ATTRIBUTES) return DAYMARK_SCAN_UNKNOWN;
    int32_t name =
        find_attribute(self, expected[tag->count], bytes + at, size - at, &outcome);
    if (name == NONE) return outcome;
    // Given twice, it is for a parser to say so.
    uint64_t bit = UINT64_C(1) << name;
    if ((seen & bit) != 0) return DAYMARK_SCAN_UNKNOWN;
    seen |= bit;
    expected[tag->count] = name;
    at += self->names[name].length + 2;
    size_t length = 0;
    bool has_references = false;
    outcome = pass_value(bytes + at, size - at, &length, &has_references);
    if (outcome != DAYMARK_SCAN_TAG) return outcome;
    daymark_xml_attribute *attribute = &self->attributes[tag->count];
    attribute->name = name;
    attribute->value = bytes + at;
    attribute->length = (int32_t)length;
    if (has_references) tag->references |= UINT32_C(1) << tag->count;
    tag->count += 1;
    at += length + 1;
  }
  if (at == size) return DAYMARK_SCAN_CUT;
  tag->is_empty = bytes[at] == '/';
  if (tag->is_empty) at += 1;
  if (at == size) return DAYMARK_SCAN_CUT;
  if (bytes[at] != '>') return DAYMARK_SCAN_UNKNOWN;
  tag->length = at + 1;
  return DAYMARK_SCAN_TAG;
}

daymark_scan_outcome daymark_scan_next(
    daymark_scan *self, const uint8_t *bytes, size_t size, daymark_scan_tag *tag) {
  bool is_long = size > DAYMARK_SCAN_TAG_BYTES;
  if (is_long) size = DAYMARK_SCAN_TAG_BYTES;
  tag->attributes = self->attributes;
  tag->count = 0;
  tag->head = NONE;
  tag->references = 0;
  tag->is_end = false;
  tag->is_empty = false;
  daymark_scan_outcome outcome = DAYMARK_SCAN_CUT;
  if (size == 0) return outcome;
  if (bytes[0] != '<') return DAYMARK_SCAN_UNKNOWN;
  if (size > 1 && bytes[1] == '/') {
    outcome = read_end_tag(self, bytes, size, tag);
  } else if (size > 1) {
    size_t at = daymark_heads_read(&self->heads, bytes, size, tag, self->attributes);
    if (at == 0) {
      tag->element = find_element(self, bytes + 1, size - 1, &outcome);
      if (tag->element != NONE) at = 1 + self->names[tag->element].length;
    }
    if (at != 0) outcome = read_attributes(self, bytes, size, at, tag);
  }
  return outcome == DAYMARK_SCAN_CUT && is_long ? DAYMARK_SCAN_UNKNOWN : outcome;
}

int32_t daymark_scan_keep_head(
    daymark_scan *self, const uint8_t *bytes, const daymark_scan_tag *tag,
    const daymark_scan_head *head) {
  return daymark_heads_keep(&self->heads, bytes, tag, head);
}
