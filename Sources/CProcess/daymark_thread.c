// For the cores of a process.
#define _GNU_SOURCE
#include "daymark_thread.h"

#include <sched.h>
#include <signal.h>

int daymark_thread_cores(void) {
  cpu_set_t cores;
  // Of more than a set can hold nothing is told.
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : CPU_SETSIZE;
}

bool daymark_thread_start(
    pthread_t *thread, size_t stack_size, void *(*body)(void *), void *context) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  sigset_t all, before;
  sigfillset(&all);
  // Of a refused system call, which is of the thread itself; blocked, it would end the process without a word.
  sigdelset(&all, SIGSYS);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool is_started = pthread_attr_setstacksize(&attributes, stack_size) == 0
      && pthread_create(thread, &attributes, body, context) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return is_started;
}
