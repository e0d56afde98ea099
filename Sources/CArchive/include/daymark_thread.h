#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// Whether there is another core for a thread.
bool daymark_thread_has_core(void);

// Starts a thread, for somebody to join. False when there is none to be had.
//
// No signal is handled on it: they are for the threads that were there before.
bool daymark_thread_start(
    pthread_t *thread, size_t stack_size, void *(*body)(void *), void *context);
