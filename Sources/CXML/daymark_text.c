// For memrchr.
#define _GNU_SOURCE
#include "daymark_text.h"

#include <stdbool.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

#if defined(__SSE2__)
enum { VECTORS = 4, VECTOR_BYTES = 16, BLOCK_BYTES = VECTORS * VECTOR_BYTES, MOST_BLOCKS = 63 };

// The sum of the bytes of a vector.
static inline int64_t sum(__m128i bytes) {
  __m128i halves = _mm_sad_epu8(bytes, _mm_setzero_si128());
  return _mm_cvtsi128_si64(halves) + _mm_cvtsi128_si64(_mm_unpackhi_epi64(halves, halves));
}

// A bit for each byte of a block that is all ones.
static inline uint64_t bits(const __m128i vectors[VECTORS]) {
  uint64_t result = 0;
  for (int index = 0; index < VECTORS; index++) {
    uint64_t part = (uint32_t)_mm_movemask_epi8(vectors[index]);
    result |= part << (VECTOR_BYTES * index);
  }
  return result;
}

// Passes blocks of ASCII characters and line feeds, and what else is text in between. It has one branch for a block,
// which is nearly always taken: in short lines a branch for each line feed would cost more than all else.
static size_t pass_blocks(const uint8_t *bytes, size_t size, int64_t *lines) {
  const __m128i highest_control = _mm_set1_epi8(0x1F), line_feed = _mm_set1_epi8('\n');
  size_t at = 0;
  // Not `*lines`: a compiler cannot tell that the bytes are not there.
  int64_t count = 0;
  // What was counted of line feeds by byte of a vector: of 63 blocks at most 252, which a byte holds.
  __m128i counts = _mm_setzero_si128();
  int blocks = 0;
  while (size - at >= BLOCK_BYTES) {
    __m128i part[VECTORS], feed[VECTORS], fine[VECTORS];
    memcpy(part, bytes + at, BLOCK_BYTES);
    for (int index = 0; index < VECTORS; index++) {
      feed[index] = _mm_cmpeq_epi8(part[index], line_feed);
      // What is no ASCII character is negative.
      fine[index] = _mm_or_si128(_mm_cmpgt_epi8(part[index], highest_control), feed[index]);
    }
    __m128i all = _mm_and_si128(_mm_and_si128(fine[0], fine[1]), _mm_and_si128(fine[2], fine[3]));
    if (_mm_movemask_epi8(all) == 0xFFFF) {
      // Each of them is -1.
      __m128i feeds = _mm_add_epi8(_mm_add_epi8(feed[0], feed[1]), _mm_add_epi8(feed[2], feed[3]));
      counts = _mm_sub_epi8(counts, feeds);
      at += BLOCK_BYTES;
      blocks += 1;
      if (blocks < MOST_BLOCKS) continue;
      count += sum(counts);
      counts = _mm_setzero_si128();
      blocks = 0;
      continue;
    }
    int first = __builtin_ctzll(~bits(fine));
    count += __builtin_popcountll(bits(feed) & ((UINT64_C(1) << first) - 1));
    at += (size_t)first;
    size_t length = length_of_one(bytes + at, size - at);
    if (length == 0) break;
    at += length;
  }
  *lines += count + sum(counts);
  return at;
}
#else
static size_t pass_blocks(const uint8_t *bytes, size_t size, int64_t *lines) { return 0; }
#endif

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
