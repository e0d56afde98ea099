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
enum { VECTORS = 4, VECTOR_BYTES = 16, BLOCK_BYTES = VECTORS * VECTOR_BYTES };

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
  size_t at = 0;
  // Not `*lines`: a compiler cannot tell that the bytes are not there.
  int64_t count = 0;
  while (size - at >= BLOCK_BYTES) {
    __m128i part[VECTORS], feed[VECTORS], stop[VECTORS];
    memcpy(part, bytes + at, BLOCK_BYTES);
    for (int index = 0; index < VECTORS; index++) {
      __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(part[index], _mm_set1_epi8(0x1F)), part[index]);
      feed[index] = _mm_cmpeq_epi8(part[index], _mm_set1_epi8('\n'));
      // What is no ASCII character has its highest bit set, and so have the control bytes here.
      stop[index] = _mm_or_si128(part[index], _mm_andnot_si128(feed[index], control));
    }
    __m128i stops = _mm_or_si128(_mm_or_si128(stop[0], stop[1]), _mm_or_si128(stop[2], stop[3]));
    if (_mm_movemask_epi8(stops) == 0) {
      // Each of them is -1.
      __m128i feeds = _mm_add_epi8(_mm_add_epi8(feed[0], feed[1]), _mm_add_epi8(feed[2], feed[3]));
      count += sum(_mm_sub_epi8(_mm_setzero_si128(), feeds));
      at += BLOCK_BYTES;
      continue;
    }
    int first = __builtin_ctzll(bits(stop));
    count += __builtin_popcountll(bits(feed) & ((UINT64_C(1) << first) - 1));
    at += (size_t)first;
    size_t length = length_of_one(bytes + at, size - at);
    if (length == 0) break;
    at += length;
  }
  *lines += count;
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
