#pragma once

#include "daymark_scan.h"

// What many tags begin with. Where its bytes stand again, they mean the same again, so nobody needs to look for names
// and quotation marks in them. Digits may differ: one in the place of another changes nothing but the value that it
// stands in. Without heads `daymark aggregate` takes 1.47 times as long on an export of 400 MB (2026-11-25).

enum { HEAD_BYTES = 768, HEAD_ATTRIBUTES = 12 };

typedef struct {
  uint8_t text[HEAD_BYTES];
  // The bits that must be equal: all of them, of a digit that may differ its upper half, of the address and behind the
  // end none.
  uint8_t mask[HEAD_BYTES];
  // 0x10 for each byte that must be a digit from 0 to 9.
  uint8_t decimals[HEAD_BYTES];
  size_t length;
  // The length in whole blocks.
  size_t padded_length;
  // Where digits stand that may be hexadecimal, and how many.
  size_t address;
  size_t address_digits;
  int32_t element;
  int32_t count;
  uint32_t references;
  // Of each attribute its name, and where its value stands.
  int32_t names[HEAD_ATTRIBUTES];
  int32_t lengths[HEAD_ATTRIBUTES];
  size_t values[HEAD_ATTRIBUTES];
} daymark_head;

typedef struct {
  int32_t count;
  // The head that was met last: the likely one.
  int32_t last;
  // The head that gives way to the next one, once all places are taken.
  int32_t oldest;
  // The first bytes of each, so that most are ruled out by one comparison.
  uint64_t beginnings[DAYMARK_SCAN_HEADS];
  daymark_head heads[DAYMARK_SCAN_HEADS];
} daymark_heads;

// Reads the head at `bytes` into the tag and its attributes: the length of it, 0 where none is known.
size_t daymark_heads_read(
    daymark_heads *heads, const uint8_t *bytes, size_t size, daymark_scan_tag *tag,
    daymark_xml_attribute *attributes);

// As daymark_scan_keep_head.
int32_t daymark_heads_keep(
    daymark_heads *heads, const uint8_t *bytes, const daymark_scan_tag *tag,
    const daymark_scan_head *head);
