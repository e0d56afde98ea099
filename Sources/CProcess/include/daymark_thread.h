#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// The number of cores that the process may use.
int daymark_thread_cores(void);

// Starts a thread, for somebody to join. False when there is none to be had.
//
// No signal is handled on it: they are for the threads that were there before.
bool daymark_thread_start(
    pthread_t *thread, size_t stack_size, void *(*body)(void *), void *context);
