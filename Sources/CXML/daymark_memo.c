#include "daymark_memo.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MEMO_SLOTS = 64, MEMO_BYTES = 384, NO_NUMBER = -1 };

typedef struct {
  int32_t number;
  uint32_t first_size;
  uint32_t second_size;
  uint8_t text[MEMO_BYTES];
} memo_slot;

struct daymark_memo {
  memo_slot slots[MEMO_SLOTS];
};

daymark_memo *daymark_memo_create(void) {
  daymark_memo *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  for (size_t index = 0; index < MEMO_SLOTS; index++) self->slots[index].number = NO_NUMBER;
  return self;
}

void daymark_memo_free(daymark_memo *self) { free(self); }

// Texts of one kind begin alike; they differ in length, and in their last bytes.
static size_t slot_of(
    const uint8_t *first, size_t first_size, const uint8_t *second, size_t second_size) {
  size_t hash = first_size * 7 + second_size * 3;
  if (first_size > 0) hash += first[first_size - 1] + 5u * first[first_size / 2];
  if (second_size > 0) hash += second[second_size - 1];
  return hash % MEMO_SLOTS;
}

int32_t daymark_memo_find(
    const daymark_memo *self, const uint8_t *first, size_t first_size, const uint8_t *second,
    size_t second_size) {
  const memo_slot *slot = &self->slots[slot_of(first, first_size, second, second_size)];
  bool is_known = slot->number != NO_NUMBER && slot->first_size == first_size
      && slot->second_size == second_size
      && (first_size == 0 || memcmp(slot->text, first, first_size) == 0)
      && (second_size == 0 || memcmp(slot->text + first_size, second, second_size) == 0);
  return is_known ? slot->number : NO_NUMBER;
}

void daymark_memo_keep(
    daymark_memo *self, const uint8_t *first, size_t first_size, const uint8_t *second,
    size_t second_size, int32_t number) {
  if (first_size > MEMO_BYTES || second_size > MEMO_BYTES - first_size) return;
  memo_slot *slot = &self->slots[slot_of(first, first_size, second, second_size)];
  slot->number = number;
  slot->first_size = (uint32_t)first_size;
  slot->second_size = (uint32_t)second_size;
  if (first_size > 0) memcpy(slot->text, first, first_size);
  if (second_size > 0) memcpy(slot->text + first_size, second, second_size);
}
