#pragma once

#include <stddef.h>
#include <stdint.h>

// Looking at the bytes of text, many at a time.

// How many of the bytes come before the first that is no text: a control byte other than a tab and a line's end, or one
// that is no UTF-8. Adds the line feeds among them to `*lines`.
size_t daymark_text_length(const uint8_t *bytes, size_t size, int64_t *lines);

enum { DAYMARK_TEXT_INVALID = 0, DAYMARK_TEXT_CUT = -1 };

// The length of the UTF-8 sequence of several bytes at `bytes`, of which there is at least one byte. DAYMARK_TEXT_CUT
// when they end within it, and DAYMARK_TEXT_INVALID for what is none, or one that XML excludes: U+FFFE and U+FFFF.
// Source: RFC 3629, section 4.
int daymark_text_sequence(const uint8_t *bytes, size_t size);

// Where among the bytes the last of a kind stands; `size` when there is none.
size_t daymark_text_last(const uint8_t *bytes, size_t size, uint8_t wanted);
