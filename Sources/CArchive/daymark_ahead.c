#include "daymark_ahead.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
  // Two mebibytes: as much as the caches hold beside what all sides use.
  BLOCKS = 32,
  // A side is woken only once there is this much to do, for waking costs as much as a block.
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
  pthread_t reader;
  pthread_t looker;
  pthread_mutex_t lock;
  pthread_cond_t has_blocks;
  pthread_cond_t has_room;
  // Under the lock: blocks that were read, and of these those that were handed on whole, and looked at.
  size_t filled;
  size_t handed_on;
  size_t looked_at;
  // No more blocks come.
  bool is_over;
  bool is_stopped;
  // The rest is of the side that wants the bytes alone.
  size_t known;
  size_t used;
  int64_t position;
  ahead_block blocks[BLOCKS];
};

// Blocks that somebody still needs.
static size_t needed(const daymark_ahead *self) {
  size_t done = self->handed_on < self->looked_at ? self->handed_on : self->looked_at;
  return self->filled - done;
}

// Waits until there is something behind the first `done` blocks; how many blocks there are then.
static size_t wait_for_blocks(daymark_ahead *self, size_t done) {
  pthread_mutex_lock(&self->lock);
  if (self->filled == done) {
    while (self->filled - done < WORTH_WAKING && !self->is_over) {
      pthread_cond_wait(&self->has_blocks, &self->lock);
    }
  }
  size_t filled = self->filled;
  pthread_mutex_unlock(&self->lock);
  return filled;
}

// Counts one more block as done by a side.
static void give_back_block(daymark_ahead *self, size_t *done) {
  pthread_mutex_lock(&self->lock);
  *done += 1;
  if (needed(self) == BLOCKS - WORTH_WAKING) pthread_cond_signal(&self->has_room);
  pthread_mutex_unlock(&self->lock);
}

// MARK: The thread that reads

// Waits until there is room for a block; false when no more is wanted.
static bool wait_for_room(daymark_ahead *self) {
  pthread_mutex_lock(&self->lock);
  if (needed(self) == BLOCKS) {
    while (needed(self) > BLOCKS - WORTH_WAKING && !self->is_stopped) {
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
  bool is_worth_it = self->filled - self->handed_on == WORTH_WAKING
      || self->filled - self->looked_at == WORTH_WAKING;
  if (is_worth_it) pthread_cond_broadcast(&self->has_blocks);
  pthread_mutex_unlock(&self->lock);
}

static void end(daymark_ahead *self) {
  pthread_mutex_lock(&self->lock);
  self->is_over = true;
  pthread_cond_broadcast(&self->has_blocks);
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

// MARK: The thread that looks

static void *look_at_blocks(void *context) {
  daymark_ahead *self = context;
  size_t filled = 0;
  for (size_t index = 0;; index++) {
    if (index == filled) filled = wait_for_blocks(self, index);
    if (index == filled) return NULL;
    const ahead_block *block = &self->blocks[index % BLOCKS];
    self->look(self->context, block->bytes, block->count);
    give_back_block(self, &self->looked_at);
  }
}

// MARK: Threads

static int start_thread(daymark_ahead *self, pthread_t *thread, void *(*body)(void *)) {
  pthread_attr_t attributes;
  int code = pthread_attr_init(&attributes);
  if (code != 0) return code;
  code = pthread_attr_setstacksize(&attributes, STACK_SIZE);
  if (code == 0) code = pthread_create(thread, &attributes, body, self);
  pthread_attr_destroy(&attributes);
  return code;
}

static bool start_threads(daymark_ahead *self) {
  if (start_thread(self, &self->looker, look_at_blocks) != 0) return false;
  if (start_thread(self, &self->reader, read_blocks) == 0) return true;
  end(self);
  pthread_join(self->looker, NULL);
  return false;
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
  self->filled = self->handed_on = self->looked_at = 0;
  self->is_over = self->is_stopped = false;
  self->known = self->used = 0;
  self->position = daymark_archive_position(archive);
  pthread_mutex_init(&self->lock, NULL);
  pthread_cond_init(&self->has_blocks, NULL);
  pthread_cond_init(&self->has_room, NULL);
  // Signals are for the threads that were there before.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool is_started = start_threads(self);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (is_started) return self;
  destroy(self);
  return NULL;
}

// MARK: The side that wants the bytes

// The block that is handed on next, once it is there.
static ahead_block *next_block(daymark_ahead *self) {
  if (self->known == self->handed_on) self->known = wait_for_blocks(self, self->handed_on);
  return &self->blocks[self->handed_on % BLOCKS];
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
    give_back_block(self, &self->handed_on);
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
  pthread_join(self->looker, NULL);
  destroy(self);
}
