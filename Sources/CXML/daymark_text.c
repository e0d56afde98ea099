// For memrchr.
#define _GNU_SOURCE
#include "daymark_text.h"

#include <stdbool.h>
#include <string.h>

static inline bool is_between(uint8_t byte, uint8_t first, uint8_t last) {
  return byte >= first && byte <= last;
}

int daymark_text_sequence(const uint8_t *bytes, size_t size) {
  uint8_t lead = bytes[0], first = 0x80, last = 0xBF;
  int length = 0;
  if (is_between(lead, 0xC2, 0xDF)) {
    length = 2;
  } else if (is_between(lead, 0xE0, 0xEF)) {
    length = 3;
    if (lead == 0xE0) first = 0xA0;
    if (lead == 0xED) last = 0x9F;
  } else if (is_between(lead, 0xF0, 0xF4)) {
    length = 4;
    if (lead == 0xF0) first = 0x90;
    if (lead == 0xF4) last = 0x8F;
  } else {
    return DAYMARK_TEXT_INVALID;
  }
  for (size_t index = 1; index < (size_t)length; index++) {
    if (index == size) return DAYMARK_TEXT_CUT;
    if (!is_between(bytes[index], first, last)) return DAYMARK_TEXT_INVALID;
    first = 0x80;
    last = 0xBF;
  }
  bool is_excluded = lead == 0xEF && bytes[1] == 0xBF && bytes[2] >= 0xBE;
  return is_excluded ? DAYMARK_TEXT_INVALID : length;
}

// The length of the text at `bytes` that is one line feed or one character; 0 for what is no text.
static inline size_t length_of_one(const uint8_t *bytes, size_t size) {
  if (bytes[0] >= 0x80) {
    int length = daymark_text_sequence(bytes, size);
    return length > 0 ? (size_t)length : 0;
  }
  return bytes[0] >= ' ' || bytes[0] == '\n' || bytes[0] == '\t' || bytes[0] == '\r';
}

// 64 bytes, which a compiler splits into the vectors that the processor has.
typedef uint8_t text_block __attribute__((ext_vector_type(64)));
typedef int8_t text_signs __attribute__((ext_vector_type(64)));
typedef uint16_t block_counts __attribute__((ext_vector_type(64)));
typedef bool block_bits __attribute__((ext_vector_type(64)));
enum { BLOCK_BYTES = sizeof(text_block), MOST_BLOCKS = 255 };

_Static_assert(sizeof(block_bits) == sizeof(uint64_t), "a block has a bit for each of its bytes");

// A bit for each byte of a block that is not zero; that of the first byte is the lowest.
static inline uint64_t bits_of(const text_block *block) {
  block_bits bits = __builtin_convertvector(*block, block_bits);
  uint64_t result;
  memcpy(&result, &bits, sizeof result);
  return result;
}

static inline int64_t sum(const text_block *block) {
  return __builtin_reduce_add(__builtin_convertvector(*block, block_counts));
}

// Passes blocks of ASCII characters and line feeds, and what else is text in between. It has one branch for a block,
// which is nearly always taken: in short lines a branch for each line feed would cost more than all else.
static size_t pass_blocks(const uint8_t *bytes, size_t size, int64_t *lines) {
  size_t at = 0;
  // Not `*lines`: a compiler cannot tell that the bytes are not there.
  int64_t count = 0;
  // The line feeds that were counted by place in a block: of 255 blocks at most as many, which a byte holds.
  text_block counts = 0;
  int blocks = 0;
  while (size - at >= BLOCK_BYTES) {
    text_block part;
    memcpy(&part, bytes + at, BLOCK_BYTES);
    text_block feed = (text_block)(part == '\n');
    // What is no ASCII character is negative.
    text_block fine = (text_block)(__builtin_convertvector(part, text_signs) >= ' ') | feed;
    if (__builtin_reduce_and(fine) == 0xFF) {
      // Each of them is 255, which is -1.
      counts -= feed;
      at += BLOCK_BYTES;
      blocks += 1;
      if (blocks < MOST_BLOCKS) continue;
      count += sum(&counts);
      counts = 0;
      blocks = 0;
      continue;
    }
    int first = __builtin_ctzll(~bits_of(&fine));
    count += __builtin_popcountll(bits_of(&feed) & ((UINT64_C(1) << first) - 1));
    at += (size_t)first;
    size_t length = length_of_one(bytes + at, size - at);
    if (length == 0) break;
    at += length;
  }
  *lines += count + sum(&counts);
  return at;
}

size_t daymark_text_length(const uint8_t *bytes, size_t size, int64_t *lines) {
  int64_t feeds = 0;
  size_t at = pass_blocks(bytes, size, &feeds);
  while (at < size) {
    size_t length = length_of_one(bytes + at, size - at);
    if (length == 0) break;
    feeds += bytes[at] == '\n';
    at += length;
  }
  *lines += feeds;
  return at;
}

size_t daymark_text_last(const uint8_t *bytes, size_t size, uint8_t wanted) {
  const uint8_t *found = size == 0 ? NULL : memrchr(bytes, wanted, size);
  return found == NULL ? size : (size_t)(found - bytes);
}
