#include "daymark_inflater.h"

// Not asked in the package's manifest: its answer would be kept after ISA-L was installed.
#if __has_include(<isa-l.h>)

#include <dlfcn.h>
#include <isa-l.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Static_assert(ISAL_MAJOR_VERSION == 2, "libisal.so.2 is ISA-L 2");

// Not linked: a program that was built with ISA-L must also start where ISA-L is not installed.
static __typeof__(isal_inflate_init) *isal_begin;
static __typeof__(isal_inflate) *isal_continue;
static __typeof__(crc32_gzip_refl) *isal_checksum;

static void load(void) {
  void *library = dlopen("libisal.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  isal_begin = (__typeof__(isal_begin))dlsym(library, "isal_inflate_init");
  isal_continue = (__typeof__(isal_continue))dlsym(library, "isal_inflate");
  isal_checksum = (__typeof__(isal_checksum))dlsym(library, "crc32_gzip_refl");
}

enum {
  BLOCK_SIZE = 1 << 17,
  // At an error libarchive throws away what it has unpacked since its last block, which is up to 256 KiB.
  // So no byte is given before as many behind it are known to be sound.
  PART_SIZE = 5 << 16,
};

typedef struct {
  size_t count;
  // Whether the member ends with it, and all of it is right.
  bool is_last;
  uint8_t bytes[PART_SIZE];
} inflated_part;

struct daymark_inflater {
  int descriptor;
  daymark_packed member;
  int64_t ratio;
  // Offset in the file of the next block.
  int64_t next;
  int64_t total;
  uint32_t checksum;
  // The part that is given, how much of it was, and the one behind it; NULL before the first.
  inflated_part *given;
  inflated_part *behind;
  size_t used;
  inflated_part parts[2];
  struct inflate_state state;
  uint8_t block[BLOCK_SIZE];
};

bool daymark_inflater_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return isal_begin != NULL && isal_continue != NULL && isal_checksum != NULL;
}

daymark_inflater *daymark_inflater_open(
    int descriptor, const daymark_packed *member, int64_t ratio) {
  if (!daymark_inflater_load()) return NULL;
  daymark_inflater *self = malloc(sizeof *self);
  if (self == NULL) return NULL;
  self->descriptor = descriptor;
  self->member = *member;
  self->ratio = ratio;
  self->next = member->start;
  self->total = 0;
  self->checksum = 0;
  self->given = NULL;
  self->behind = NULL;
  self->used = 0;
  isal_begin(&self->state);
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
  return self->total > self->member.size || self->total / (packed > 0 ? packed : 1) >= self->ratio;
}

// Fills a part; false where there is doubt.
static bool inflate_part(daymark_inflater *self, inflated_part *part) {
  struct inflate_state *state = &self->state;
  state->next_out = part->bytes;
  state->avail_out = PART_SIZE;
  while (state->avail_out > 0 && state->block_state != ISAL_BLOCK_FINISH) {
    bool has_input = state->avail_in > 0 || fill(self);
    uint32_t before = state->avail_out;
    if (isal_continue(state) != ISAL_DECOMP_OK) return false;
    bool is_stuck = !has_input && state->avail_out == before;
    if (is_stuck && state->block_state != ISAL_BLOCK_FINISH) return false;
  }
  part->count = PART_SIZE - state->avail_out;
  part->is_last = state->block_state == ISAL_BLOCK_FINISH;
  self->checksum = isal_checksum(self->checksum, part->bytes, part->count);
  self->total += (int64_t)part->count;
  return !is_too_long(self) && (!part->is_last || is_whole(self));
}

// Goes on to the next part that may be given; false where there is doubt.
static bool move_on(daymark_inflater *self) {
  if (self->behind == NULL) {
    self->behind = &self->parts[0];
    if (!inflate_part(self, self->behind)) return false;
  }
  inflated_part *free_part = self->behind == &self->parts[0] ? &self->parts[1] : &self->parts[0];
  self->given = self->behind;
  self->used = 0;
  self->behind = free_part;
  return self->given->is_last || inflate_part(self, free_part);
}

daymark_inflater_status daymark_inflater_read(
    daymark_inflater *self, void *buffer, size_t size, size_t *count) {
  *count = 0;
  while (*count < size) {
    if (self->given == NULL || self->used == self->given->count) {
      if (self->given != NULL && self->given->is_last) return DAYMARK_INFLATER_END;
      if (!move_on(self)) return DAYMARK_INFLATER_DOUBT;
      continue;
    }
    size_t rest = self->given->count - self->used;
    size_t part = rest < size - *count ? rest : size - *count;
    memcpy((uint8_t *)buffer + *count, self->given->bytes + self->used, part);
    self->used += part;
    *count += part;
  }
  return DAYMARK_INFLATER_OK;
}

#else

bool daymark_inflater_load(void) { return false; }

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
