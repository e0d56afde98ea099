#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libxml2's push parser behind a header that shows nothing of libxml2: its headers and Foundation
// cannot be imported into one Swift target on Linux.

typedef struct daymark_xml daymark_xml;

typedef struct {
  // Index into the names given at creation, or -1 for any other name.
  int32_t name;
  int32_t length;
  // Expanded text, not terminated; valid during the call.
  const uint8_t *value;
} daymark_xml_attribute;

typedef void (*daymark_xml_start)(
    void *context, int32_t element, const daymark_xml_attribute *attributes, int32_t count);
typedef void (*daymark_xml_end)(void *context, int32_t element);

// A parser that calls back for start and end tags, or for nothing at all, as a yardstick, where
// `start` is NULL. NULL when memory is short.
daymark_xml *daymark_xml_create(
    const char *const *names, int32_t count, void *context, daymark_xml_start start,
    daymark_xml_end end);

// Calls `text` with the text of elements, which may come in any number of pieces. Before the first
// push. Such a parser may be given a document from its declaration on: one that declares entities
// ends in DAYMARK_XML_ENTITIES, and one that declares attributes, which libxml2 would add to every
// element, in DAYMARK_XML_REJECTED.
typedef void (*daymark_xml_text)(void *context, const uint8_t *text, int32_t length);
void daymark_xml_read_text(daymark_xml *parser, daymark_xml_text text);
enum { DAYMARK_XML_ENTITIES = -2 };

void daymark_xml_free(daymark_xml *parser);

// Parses more bytes. 0, or the code of libxml2's first fatal error (its xmlParserErrors), after which
// the parser is of no use but for daymark_xml_error_offset.
int daymark_xml_push(daymark_xml *parser, const uint8_t *bytes, int size);

// Parses what was held back, for nothing follows. The result is that of a push.
int daymark_xml_finish(daymark_xml *parser);

// Bytes that were pushed and wait for the end of what they begin, in UTF-8.
int64_t daymark_xml_pending(daymark_xml *parser);

// Bytes of the stream that precede what the parser has not yet dealt with.
int64_t daymark_xml_consumed(daymark_xml *parser);

// Whether what waits, if anything, is a tag or text, and not a comment, an instruction or a CDATA section
// that was begun.
bool daymark_xml_is_between_tags(const daymark_xml *parser);

// Where in the stream the last tag that was reported ends, but for its `>` or `/>`.
int64_t daymark_xml_tag_end(daymark_xml *parser);

// From within a start call: this tag may not stand here. Nothing more is reported, the push returns
// DAYMARK_XML_REJECTED, and the error is where the tag begins. The attributes are gone afterwards.
void daymark_xml_reject_tag(daymark_xml *parser);
enum { DAYMARK_XML_REJECTED = -1 };

// Where in the stream the first fatal error was raised. Its line is not libxml2's to tell: it counts
// some twice (a `]]>` in text that begins a line).
int64_t daymark_xml_error_offset(daymark_xml *parser);

// From within a start call: where the tag begins, in bytes of the stream and in lines from 1.
void daymark_xml_tag_position(daymark_xml *parser, int64_t *byte, int64_t *line);
