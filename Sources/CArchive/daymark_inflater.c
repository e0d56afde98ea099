#include "daymark_inflater.h"

#ifdef DAYMARK_ISAL

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

enum {
  BLOCK_SIZE = 1 << 17,
  // Of less nobody asks how many times as long it is.
  RATIO_FLOOR = 1 << 20,
};

struct daymark_inflater {
  int descriptor;
  daymark_packed member;
  int64_t ratio;
  // Offset in the file of the next block.
  int64_t next;
  int64_t total;
  uint32_t checksum;
  struct inflate_state state;
  uint8_t block[BLOCK_SIZE];
};

daymark_inflater *daymark_inflater_open(
    int descriptor, const daymark_packed *member, int64_t ratio) {
  daymark_inflater *self = malloc(sizeof *self);
  if (self == NULL) return NULL;
  self->descriptor = descriptor;
  self->member = *member;
  self->ratio = ratio;
  self->next = member->start;
  self->total = 0;
  self->checksum = 0;
  isal_inflate_init(&self->state);
  self->state.next_in = self->block;
  self->state.avail_in = 0;
  return self;
}

void daymark_inflater_close(daymark_inflater *self) { free(self); }

int64_t daymark_inflater_position(const daymark_inflater *self) {
  return self->next - self->state.avail_in - self->state.read_in_length / 8;
}

// Reads the next block; false when there is none.
static bool fill(daymark_inflater *self) {
  int64_t rest = self->member.start + self->member.packed_size - self->next;
  if (rest <= 0) return false;
  size_t size = rest < BLOCK_SIZE ? (size_t)rest : BLOCK_SIZE;
  ssize_t count = pread(self->descriptor, self->block, size, self->next);
  if (count <= 0) return false;
  self->state.next_in = self->block;
  self->state.avail_in = (uint32_t)count;
  self->next += count;
  return true;
}

static bool is_whole(const daymark_inflater *self) {
  return self->total == self->member.size && self->checksum == self->member.checksum
      && daymark_inflater_position(self) == self->member.start + self->member.packed_size;
}

static bool is_too_long(const daymark_inflater *self) {
  int64_t packed = daymark_inflater_position(self) - self->member.start;
  if (self->total > self->member.size) return true;
  return self->total > RATIO_FLOOR && self->total / (packed > 0 ? packed : 1) >= self->ratio;
}

daymark_inflater_status daymark_inflater_read(
    daymark_inflater *self, void *buffer, size_t size, size_t *count) {
  struct inflate_state *state = &self->state;
  uint32_t room = size < INT_MAX ? (uint32_t)size : INT_MAX;
  *count = 0;
  state->next_out = buffer;
  state->avail_out = room;
  while (state->avail_out > 0 && state->block_state != ISAL_BLOCK_FINISH) {
    bool has_input = state->avail_in > 0 || fill(self);
    uint32_t before = state->avail_out;
    if (isal_inflate(state) != ISAL_DECOMP_OK) return DAYMARK_INFLATER_DOUBT;
    bool is_stuck = !has_input && state->avail_out == before;
    if (is_stuck && state->block_state != ISAL_BLOCK_FINISH) return DAYMARK_INFLATER_DOUBT;
  }
  size_t written = room - state->avail_out;
  self->checksum = crc32_gzip_refl(self->checksum, buffer, written);
  self->total += (int64_t)written;
  if (is_too_long(self)) return DAYMARK_INFLATER_DOUBT;
  bool is_end = state->block_state == ISAL_BLOCK_FINISH;
  if (is_end && !is_whole(self)) return DAYMARK_INFLATER_DOUBT;
  *count = written;
  return is_end ? DAYMARK_INFLATER_END : DAYMARK_INFLATER_OK;
}

#else

daymark_inflater *daymark_inflater_open(
    int descriptor, const daymark_packed *member, int64_t ratio) {
  return NULL;
}

void daymark_inflater_close(daymark_inflater *self) {}

daymark_inflater_status daymark_inflater_read(
    daymark_inflater *self, void *buffer, size_t size, size_t *count) {
  *count = 0;
  return DAYMARK_INFLATER_DOUBT;
}

int64_t daymark_inflater_position(const daymark_inflater *self) { return 0; }

#endif
