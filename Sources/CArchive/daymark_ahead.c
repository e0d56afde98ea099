#include "daymark_ahead.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
  // A mebibyte: as much as the caches hold beside what both sides use.
  BLOCKS = 16,
  // Each side wakes the other only once there is this much to do, for waking costs as much as a block.
  WORTH_WAKING = 4,
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
  daymark_ahead_look look;
  void *context;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t has_blocks;
  pthread_cond_t has_room;
  // Under the lock: blocks that were read, and of these those that were handed on whole.
  size_t filled;
  size_t emptied;
  bool is_over;
  bool is_stopped;
  // The rest is of the side that wants the bytes alone.
  size_t known;
  size_t used;
  int64_t position;
  ahead_block blocks[BLOCKS];
};

// MARK: The thread

// Waits until there is room for a block; false when no more is wanted.
static bool wait_for_room(daymark_ahead *self) {
  pthread_mutex_lock(&self->lock);
  if (self->filled - self->emptied == BLOCKS) {
    while (self->filled - self->emptied > BLOCKS - WORTH_WAKING && !self->is_stopped) {
      pthread_cond_wait(&self->has_room, &self->lock);
    }
  }
  bool is_stopped = self->is_stopped;
  pthread_mutex_unlock(&self->lock);
  return !is_stopped;
}

static void hand_on(daymark_ahead *self, bool is_last) {
  pthread_mutex_lock(&self->lock);
  self->filled += 1;
  self->is_over = is_last;
  if (is_last || self->filled - self->emptied == WORTH_WAKING) {
    pthread_cond_signal(&self->has_blocks);
  }
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
    if (self->look != NULL) self->look(self->context, block->bytes, block->count);
    hand_on(self, status != DAYMARK_ARCHIVE_OK);
  }
  return NULL;
}

// Signals are for the threads that were there before.
static int start_thread(daymark_ahead *self) {
  sigset_t all, before;
  pthread_attr_t attributes;
  int code = pthread_attr_init(&attributes);
  if (code != 0) return code;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  code = pthread_attr_setstacksize(&attributes, STACK_SIZE);
  if (code == 0) code = pthread_create(&self->thread, &attributes, read_blocks, self);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return code;
}

static void destroy(daymark_ahead *self) {
  pthread_cond_destroy(&self->has_room);
  pthread_cond_destroy(&self->has_blocks);
  pthread_mutex_destroy(&self->lock);
  free(self);
}

daymark_ahead *daymark_ahead_start(
    daymark_archive *archive, daymark_ahead_look look, void *context) {
  daymark_ahead *self = malloc(sizeof *self);
  if (self == NULL) return NULL;
  self->archive = archive;
  self->look = look;
  self->context = context;
  self->filled = 0;
  self->emptied = 0;
  self->is_over = false;
  self->is_stopped = false;
  self->known = 0;
  self->used = 0;
  self->position = daymark_archive_position(archive);
  pthread_mutex_init(&self->lock, NULL);
  pthread_cond_init(&self->has_blocks, NULL);
  pthread_cond_init(&self->has_room, NULL);
  if (start_thread(self) == 0) return self;
  destroy(self);
  return NULL;
}

// MARK: The side that wants the bytes

// The block that is handed on next, once it is there.
static ahead_block *next_block(daymark_ahead *self) {
  if (self->known == self->emptied) {
    pthread_mutex_lock(&self->lock);
    if (self->filled == self->emptied) {
      while (self->filled - self->emptied < WORTH_WAKING && !self->is_over) {
        pthread_cond_wait(&self->has_blocks, &self->lock);
      }
    }
    self->known = self->filled;
    pthread_mutex_unlock(&self->lock);
  }
  return &self->blocks[self->emptied % BLOCKS];
}

static void give_back_block(daymark_ahead *self) {
  pthread_mutex_lock(&self->lock);
  self->emptied += 1;
  if (self->filled - self->emptied == BLOCKS - WORTH_WAKING) {
    pthread_cond_signal(&self->has_room);
  }
  pthread_mutex_unlock(&self->lock);
  self->used = 0;
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
  pthread_join(self->thread, NULL);
  destroy(self);
}
