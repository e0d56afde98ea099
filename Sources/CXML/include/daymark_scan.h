#pragma once

#include "daymark_xml.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A reader of the tags that phones write, many times faster than a parser of all XML. It knows a small
// part of the grammar, and says of everything else that it does not know it.
//
// A tag that it knows has a name and attributes of its list, each at most once, one space before each,
// no blank elsewhere, and values in double quotes that hold no `<`, no blank but spaces, and no reference
// but to one of the five predefined entities (XML 1.0, section 4.6). The bytes must be clean: valid
// UTF-8 without control bytes.

typedef struct daymark_scan daymark_scan;

enum {
  DAYMARK_SCAN_ATTRIBUTES = 32,
  // A longer tag is not known.
  DAYMARK_SCAN_TAG_BYTES = 8192,
  // The most heads that are kept.
  DAYMARK_SCAN_HEADS = 16,
};

typedef enum {
  // A tag was read.
  DAYMARK_SCAN_TAG,
  // The bytes end within what may still become a tag that is known.
  DAYMARK_SCAN_CUT,
  // No parser of a part of XML can tell what this is.
  DAYMARK_SCAN_UNKNOWN,
} daymark_scan_outcome;

typedef struct {
  // Bytes from `<` to `>`.
  size_t length;
  // Indices into the names given at creation.
  int32_t element;
  int32_t count;
  bool is_end;
  // Whether it ends in `/>`.
  bool is_empty;
  // The number of the head that it begins with; -1 where that is none that was kept.
  int32_t head;
  // A bit for each attribute whose value has references, which are as they were written.
  uint32_t references;
  // Valid until the next tag is read.
  const daymark_xml_attribute *attributes;
} daymark_scan_tag;

// A reader that knows `count` names, at most 64, of which the first `elements` are of elements; every name
// is at most 46 bytes long. NULL when it is not, or memory is short.
daymark_scan *daymark_scan_create(const char *const *names, int32_t count, int32_t elements);

void daymark_scan_free(daymark_scan *scan);

// Reads the tag at `bytes`, of which there are `size`. The values of attributes are those bytes.
daymark_scan_outcome daymark_scan_next(
    daymark_scan *scan, const uint8_t *bytes, size_t size, daymark_scan_tag *tag);

// What a tag begins with: its first `count` attributes, and what stands before them.
typedef struct {
  int32_t count;
  // The attributes that tags with this head have in common; of those behind them, decimal digits may differ.
  int32_t same;
  // Digits within an attribute, at most 16, that may be any others that are hexadecimal, in lower case.
  const uint8_t *address;
  size_t address_digits;
} daymark_scan_head;

// Keeps the head of the tag that was read last, at `bytes`, whose references are still as they were written. Tags
// that begin so are read faster from now on, and have the head's number.
//
// That number, below DAYMARK_SCAN_HEADS, which another head may have had until then; -1 when it is too long.
int32_t daymark_scan_keep_head(
    daymark_scan *scan, const uint8_t *bytes, const daymark_scan_tag *tag,
    const daymark_scan_head *head);

// Gives the values of the tag that was read last as libxml2 hands them over: a reference to an ampersand
// is `&#38;`, those to others are the character. They are valid until the next tag is read.
void daymark_scan_expand(daymark_scan *scan, daymark_scan_tag *tag);
