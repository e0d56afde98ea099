#include "daymark_heads.h"

#include <string.h>

// The words that are compared at a time; a compiler makes vectors of them.
enum { BLOCK_WORDS = 8, BLOCK_BYTES = 8 * BLOCK_WORDS, ADDRESS_DIGITS = 16, NO_HEAD = -1 };

static inline bool is_decimal(uint8_t byte) { return (uint8_t)(byte - '0') <= 9; }

static inline bool are_hexadecimal(const uint8_t *bytes, size_t count) {
  bool result = true;
  // Mostly ten, which are too few for vectors.
#pragma clang loop vectorize(disable)
  for (size_t index = 0; index < count; index++) {
    result &= is_decimal(bytes[index]) | ((uint8_t)(bytes[index] - 'a') <= 5);
  }
  return result;
}

static uint64_t beginning_of(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

// Whether a block of the bytes is the head's but for what may differ.
static inline bool is_alike(const daymark_head *head, size_t at, const uint8_t *bytes) {
  uint64_t text[BLOCK_WORDS], mask[BLOCK_WORDS], decimals[BLOCK_WORDS], input[BLOCK_WORDS];
  memcpy(text, head->text + at, BLOCK_BYTES);
  memcpy(mask, head->mask + at, BLOCK_BYTES);
  memcpy(decimals, head->decimals + at, BLOCK_BYTES);
  memcpy(input, bytes, BLOCK_BYTES);
  uint64_t difference = 0;
  for (size_t word = 0; word < BLOCK_WORDS; word++) {
    // A lower half above nine, and six more, carry into the upper one.
    uint64_t above = (input[word] & UINT64_C(0x0F0F0F0F0F0F0F0F)) + UINT64_C(0x0606060606060606);
    difference |= ((text[word] ^ input[word]) & mask[word]) | (above & decimals[word]);
  }
  return difference == 0;
}

// Whether the bytes begin as the head does. Not where they end soon behind it, for whole blocks are looked at.
static inline bool stands_at(const daymark_head *head, const uint8_t *bytes, size_t size) {
  if (size < head->padded_length) return false;
  for (size_t at = 0; at < head->padded_length; at += BLOCK_BYTES) {
    if (!is_alike(head, at, bytes + at)) return false;
  }
  return are_hexadecimal(bytes + head->address, head->address_digits);
}

static inline int32_t find(const daymark_heads *self, const uint8_t *bytes, size_t size) {
  if (size < BLOCK_BYTES) return NO_HEAD;
  uint64_t beginning = beginning_of(bytes);
  int32_t number = self->last;
  for (int32_t index = 0; index < self->count; index++) {
    if (self->beginnings[number] == beginning && stands_at(&self->heads[number], bytes, size)) {
      return number;
    }
    number = number + 1 == self->count ? 0 : number + 1;
  }
  return NO_HEAD;
}

size_t daymark_heads_read(
    daymark_heads *self, const uint8_t *bytes, size_t size, daymark_scan_tag *tag,
    daymark_xml_attribute *attributes) {
  int32_t number = find(self, bytes, size);
  if (number == NO_HEAD) return 0;
  self->last = number;
  const daymark_head *head = &self->heads[number];
  tag->head = number;
  tag->element = head->element;
  tag->count = head->count;
  tag->references = head->references;
  for (int32_t index = 0; index < head->count; index++) {
    attributes[index].name = head->names[index];
    attributes[index].length = head->lengths[index];
    attributes[index].value = bytes + head->values[index];
  }
  return head->length;
}

// The place of a new head; the one that was kept first gives way.
static int32_t make_room(daymark_heads *self) {
  if (self->count < DAYMARK_SCAN_HEADS) return self->count++;
  int32_t number = self->oldest;
  self->oldest = (number + 1) % DAYMARK_SCAN_HEADS;
  return number;
}

int32_t daymark_heads_keep(
    daymark_heads *self, const uint8_t *bytes, const daymark_scan_tag *tag,
    const daymark_scan_head *kept) {
  int32_t count = kept->count;
  if (count < 1 || count > tag->count || count > HEAD_ATTRIBUTES) return NO_HEAD;
  const daymark_xml_attribute *last = &tag->attributes[count - 1];
  // Its quotation mark, too.
  size_t length = (size_t)(last->value - bytes) + (size_t)last->length + 1;
  if (length > HEAD_BYTES || kept->address_digits > ADDRESS_DIGITS) return NO_HEAD;
  size_t address = kept->address_digits == 0 ? 0 : (size_t)(kept->address - bytes);
  if (address + kept->address_digits > length) return NO_HEAD;
  if (!are_hexadecimal(bytes + address, kept->address_digits)) return NO_HEAD;

  int32_t number = make_room(self);
  daymark_head *head = &self->heads[number];
  memset(head, 0, sizeof *head);
  memcpy(head->text, bytes, length);
  memset(head->mask, 0xFF, length);
  memset(head->mask + address, 0, kept->address_digits);
  head->length = length;
  head->padded_length = (length + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
  head->address = address;
  head->address_digits = kept->address_digits;
  head->element = tag->element;
  head->count = count;
  head->references = tag->references & ((UINT32_C(1) << count) - 1);
  for (int32_t index = 0; index < count; index++) {
    const daymark_xml_attribute *attribute = &tag->attributes[index];
    size_t value = (size_t)(attribute->value - bytes);
    head->names[index] = attribute->name;
    head->lengths[index] = attribute->length;
    head->values[index] = value;
    if (index < kept->same) continue;
    for (size_t at = value; at < value + (size_t)attribute->length; at++) {
      if (!is_decimal(bytes[at])) continue;
      head->mask[at] = 0xF0;
      head->decimals[at] = 0x10;
    }
  }
  self->beginnings[number] = beginning_of(bytes);
  self->last = number;
  return number;
}
