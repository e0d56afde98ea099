#include "daymark_ahead.h"

#include "daymark_thread.h"

#include <stdlib.h>
#include <string.h>

enum {
  // Two mebibytes: as much as the caches hold beside what all sides use.
  BLOCKS = 32,
  // A side is woken only once there is this much to do, for waking costs as much as a block.
  WORTH_WAKING = 16,
  STACK_SIZE = 1 << 18,
};

typedef struct {
  size_t count;
  daymark_archive_status status;
  int64_t position;
  unsigned char bytes[DAYMARK_AHEAD_BLOCK_BYTES];
} ahead_block;

struct daymark_ahead {
  daymark_archive *archive;
  pthread_t reader;
  pthread_mutex_t lock;
  pthread_cond_t has_blocks;
  pthread_cond_t has_room;
  // Under the lock: blocks that were read, and of these those that were handed on whole.
  size_t filled;
  size_t handed_on;
  // No more blocks come.
  bool is_over;
  bool is_stopped;
  // The rest is of the side that wants the bytes alone.
  size_t known;
  size_t used;
  int64_t position;
  ahead_block blocks[BLOCKS];
};

// Blocks that were read and not yet handed on.
static size_t waiting(const daymark_ahead *self) { return self->filled - self->handed_on; }

// MARK: The thread that reads

// Waits until there is room for a block; false when no more is wanted.
static bool wait_for_room(daymark_ahead *self) {
  pthread_mutex_lock(&self->lock);
  if (waiting(self) == BLOCKS) {
    while (waiting(self) > BLOCKS - WORTH_WAKING && !self->is_stopped) {
      pthread_cond_wait(&self->has_room, &self->lock);
    }
  }
  bool is_stopped = self->is_stopped;
  pthread_mutex_unlock(&self->lock);
  return !is_stopped;
}

static void hand_on(daymark_ahead *self) {
  pthread_mutex_lock(&self->lock);
  self->filled += 1;
  if (waiting(self) == WORTH_WAKING) pthread_cond_signal(&self->has_blocks);
  pthread_mutex_unlock(&self->lock);
}

static void end(daymark_ahead *self) {
  pthread_mutex_lock(&self->lock);
  self->is_over = true;
  pthread_cond_signal(&self->has_blocks);
  pthread_mutex_unlock(&self->lock);
}

static void *read_blocks(void *context) {
  daymark_ahead *self = context;
  daymark_archive_status status = DAYMARK_ARCHIVE_OK;
  for (size_t index = 0; status == DAYMARK_ARCHIVE_OK && wait_for_room(self); index++) {
    ahead_block *block = &self->blocks[index % BLOCKS];
    status = daymark_archive_read(
        self->archive, block->bytes, DAYMARK_AHEAD_BLOCK_BYTES, &block->count);
    block->status = status;
    block->position = daymark_archive_position(self->archive);
    hand_on(self);
  }
  end(self);
  return NULL;
}

// MARK: Begin and end

static void destroy(daymark_ahead *self) {
  pthread_cond_destroy(&self->has_room);
  pthread_cond_destroy(&self->has_blocks);
  pthread_mutex_destroy(&self->lock);
  free(self);
}

daymark_ahead *daymark_ahead_start(daymark_archive *archive) {
  if (daymark_thread_cores() < 2) return NULL;
  daymark_ahead *self = malloc(sizeof *self);
  if (self == NULL) return NULL;
  self->archive = archive;
  self->filled = self->handed_on = 0;
  self->is_over = self->is_stopped = false;
  self->known = self->used = 0;
  self->position = daymark_archive_position(archive);
  pthread_mutex_init(&self->lock, NULL);
  pthread_cond_init(&self->has_blocks, NULL);
  pthread_cond_init(&self->has_room, NULL);
  if (daymark_thread_start(&self->reader, STACK_SIZE, read_blocks, self)) return self;
  destroy(self);
  return NULL;
}

// MARK: The side that wants the bytes

// Waits until there is a block to hand on; how many there were so far.
static size_t wait_for_blocks(daymark_ahead *self) {
  pthread_mutex_lock(&self->lock);
  if (waiting(self) == 0) {
    while (waiting(self) < WORTH_WAKING && !self->is_over) {
      pthread_cond_wait(&self->has_blocks, &self->lock);
    }
  }
  size_t filled = self->filled;
  pthread_mutex_unlock(&self->lock);
  return filled;
}

// The block that is handed on next, once it is there.
static ahead_block *next_block(daymark_ahead *self) {
  if (self->known == self->handed_on) self->known = wait_for_blocks(self);
  return &self->blocks[self->handed_on % BLOCKS];
}

static void give_back_block(daymark_ahead *self) {
  pthread_mutex_lock(&self->lock);
  self->handed_on += 1;
  if (waiting(self) == BLOCKS - WORTH_WAKING) pthread_cond_signal(&self->has_room);
  pthread_mutex_unlock(&self->lock);
}

daymark_archive_status daymark_ahead_read(
    daymark_ahead *self, void *buffer, size_t size, size_t *count) {
  *count = 0;
  while (true) {
    ahead_block *block = next_block(self);
    size_t rest = block->count - self->used;
    size_t part = rest < size - *count ? rest : size - *count;
    memcpy((unsigned char *)buffer + *count, block->bytes + self->used, part);
    self->used += part;
    self->position = block->position;
    *count += part;
    if (self->used < block->count) return DAYMARK_ARCHIVE_OK;
    // The last block stays, for whoever asks once more.
    if (block->status != DAYMARK_ARCHIVE_OK) return block->status;
    self->used = 0;
    give_back_block(self);
    if (*count == size) return DAYMARK_ARCHIVE_OK;
  }
}

int64_t daymark_ahead_position(const daymark_ahead *self) { return self->position; }

void daymark_ahead_stop(daymark_ahead *self) {
  if (self == NULL) return;
  pthread_mutex_lock(&self->lock);
  self->is_stopped = true;
  pthread_cond_signal(&self->has_room);
  pthread_mutex_unlock(&self->lock);
  pthread_join(self->reader, NULL);
  destroy(self);
}
