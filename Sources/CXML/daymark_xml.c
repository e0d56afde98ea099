#define _GNU_SOURCE // memrchr
#include "daymark_xml.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Names are found by the address of libxml2's interned string, in an open hash table. It stays small
// and sparse, so that a look-up is one probe.
enum { TABLE_SIZE = 256, MAXIMUM_NAMES = 64, MAXIMUM_ATTRIBUTES = 64 };

typedef struct {
  const xmlChar *text;
  int32_t index;
} interned_name;

struct daymark_xml {
  xmlParserCtxtPtr parser;
  void *context;
  daymark_xml_start start;
  daymark_xml_end end;
  daymark_xml_text text;
  int error_code;
  int64_t error_offset;
  // Where in the stream the last tag that was reported ends, but for its `>`.
  int64_t tag_end;
  interned_name names[TABLE_SIZE];
};

static uint32_t slot_of(const xmlChar *text) {
  uint64_t address = (uint64_t)(uintptr_t)text;
  return (uint32_t)((address * 0x9E3779B97F4A7C15u) >> 56);
}

static int32_t index_of(const daymark_xml *self, const xmlChar *name) {
  for (uint32_t slot = slot_of(name);; slot = (slot + 1) % TABLE_SIZE) {
    if (self->names[slot].text == name) return self->names[slot].index;
    if (self->names[slot].text == NULL) return -1;
  }
}

static void intern(daymark_xml *self, const char *name, int32_t index) {
  const xmlChar *text = xmlDictLookup(self->parser->dict, (const xmlChar *)name, -1);
  if (text == NULL) return;
  uint32_t slot = slot_of(text);
  while (self->names[slot].text != NULL) slot = (slot + 1) % TABLE_SIZE;
  self->names[slot].text = text;
  self->names[slot].index = index;
}

static int64_t offset(const daymark_xml *self, const xmlChar *cursor) {
  const xmlParserInput *input = self->parser->input;
  return input == NULL ? 0 : (int64_t)input->consumed + (cursor - input->base);
}

static void on_start(
    void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
    int namespace_count, const xmlChar **namespaces, int attribute_count, int defaulted_count,
    const xmlChar **attributes) {
  (void)prefix, (void)uri, (void)namespace_count, (void)namespaces, (void)defaulted_count;
  daymark_xml *self = context;
  // A tag is reported before its `>` is looked for: where the document ends first, it may have had
  // another name or more attributes.
  const xmlChar *behind = self->parser->input->cur;
  if (self->text != NULL && *behind != '>' && *behind != '/') return;
  daymark_xml_attribute list[MAXIMUM_ATTRIBUTES];
  // No element of a document that Daymark reads has nearly as many.
  int count = attribute_count < MAXIMUM_ATTRIBUTES ? attribute_count : MAXIMUM_ATTRIBUTES;
  for (int i = 0; i < count; i++) {
    // libxml2 gives five pointers an attribute: name, prefix, URI, value, end of value.
    const xmlChar **attribute = attributes + 5 * i;
    list[i].name = index_of(self, attribute[0]);
    list[i].value = attribute[3];
    list[i].length = (int32_t)(attribute[4] - attribute[3]);
  }
  self->tag_end = offset(self, self->parser->input->cur);
  self->start(self->context, index_of(self, name), list, count);
}

static void on_end(
    void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  (void)prefix, (void)uri;
  daymark_xml *self = context;
  self->tag_end = offset(self, self->parser->input->cur);
  self->end(self->context, index_of(self, name));
}

static void on_text(void *context, const xmlChar *text, int length) {
  daymark_xml *self = context;
  self->text(self->context, text, length);
}

static void record_error(daymark_xml *self, int code) {
  const xmlParserInput *input = self->parser->input;
  self->error_code = code;
  self->error_offset = input == NULL ? 0 : offset(self, input->cur);
}

static void refuse(daymark_xml *self, int code) {
  if (self->error_code != 0) return;
  record_error(self, code);
  xmlStopParser(self->parser);
}

static void on_entity(
    void *context, const xmlChar *name, int type, const xmlChar *public_id,
    const xmlChar *system_id, xmlChar *content) {
  (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
  refuse(context, DAYMARK_XML_ENTITIES);
}

static void on_attribute_declaration(
    void *context, const xmlChar *element, const xmlChar *name, int type, int kind,
    const xmlChar *value, xmlEnumerationPtr choices) {
  (void)element, (void)name, (void)type, (void)kind, (void)value;
  xmlFreeEnumeration(choices);
  refuse(context, DAYMARK_XML_REJECTED);
}

// libxml2 2.12 made the error const.
#if LIBXML_VERSION >= 21200
typedef const xmlError *error_pointer;
#else
typedef xmlErrorPtr error_pointer;
#endif

static void on_error(void *context, error_pointer error) {
  daymark_xml *self = context;
  if (error->level != XML_ERR_FATAL || self->error_code != 0) return;
  record_error(self, error->code);
}

daymark_xml *daymark_xml_create(
    const char *const *names, int32_t count, void *context, daymark_xml_start start,
    daymark_xml_end end) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, xmlInitParser);
  if (count > MAXIMUM_NAMES) return NULL;
  daymark_xml *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->context = context;
  self->start = start;
  self->end = end;
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  if (start != NULL) {
    handler.startElementNs = on_start;
    handler.endElementNs = on_end;
  }
  handler.serror = on_error;
  self->parser = xmlCreatePushParserCtxt(&handler, self, NULL, 0, NULL);
  if (self->parser == NULL) {
    free(self);
    return NULL;
  }
  xmlCtxtUseOptions(self->parser, XML_PARSE_NONET);
  for (int32_t i = 0; i < count; i++) intern(self, names[i], i);
  return self;
}

void daymark_xml_read_text(daymark_xml *self, daymark_xml_text text) {
  self->text = text;
  xmlSAXHandler *handler = self->parser->sax;
  handler->characters = on_text;
  handler->ignorableWhitespace = on_text;
  handler->entityDecl = on_entity;
  handler->attributeDecl = on_attribute_declaration;
}

void daymark_xml_free(daymark_xml *self) {
  if (self == NULL) return;
  xmlFreeDoc(self->parser->myDoc);
  xmlFreeParserCtxt(self->parser);
  free(self);
}

static int parse(daymark_xml *self, const char *bytes, int size, int is_last) {
  int code = xmlParseChunk(self->parser, bytes, size, is_last);
  if (self->error_code == 0 && code != 0 && self->parser->wellFormed == 0) {
    record_error(self, code);
  }
  return self->error_code;
}

int daymark_xml_push(daymark_xml *self, const uint8_t *bytes, int size) {
  return parse(self, (const char *)bytes, size, 0);
}

int daymark_xml_finish(daymark_xml *self) { return parse(self, NULL, 0, 1); }

int64_t daymark_xml_pending(daymark_xml *self) {
  const xmlParserInput *input = self->parser->input;
  return input == NULL ? 0 : input->end - input->cur;
}

int64_t daymark_xml_consumed(daymark_xml *self) {
  return offset(self, self->parser->input->cur);
}

bool daymark_xml_is_between_tags(const daymark_xml *self) {
  switch (self->parser->instate) {
    case XML_PARSER_CONTENT:
    case XML_PARSER_START_TAG:
    case XML_PARSER_END_TAG:
      return true;
    default:
      return false;
  }
}

int64_t daymark_xml_tag_end(daymark_xml *self) { return self->tag_end; }

void daymark_xml_reject_tag(daymark_xml *self) {
  if (self->error_code != 0) return;
  int64_t line = 0;
  daymark_xml_tag_position(self, &self->error_offset, &line);
  self->error_code = DAYMARK_XML_REJECTED;
  xmlStopParser(self->parser);
}

int64_t daymark_xml_error_offset(daymark_xml *self) { return self->error_offset; }

void daymark_xml_tag_position(daymark_xml *self, int64_t *byte, int64_t *line) {
  const xmlParserInput *input = self->parser->input;
  // No attribute value holds a raw '<', so the last one before the cursor begins this tag.
  const xmlChar *start = memrchr(input->base, '<', (size_t)(input->cur - input->base));
  if (start == NULL) start = input->cur;
  int64_t breaks = 0;
  for (const xmlChar *p = start; (p = memchr(p, '\n', (size_t)(input->cur - p))) != NULL; p++) {
    breaks++;
  }
  *byte = offset(self, start);
  *line = input->line - breaks;
}
