// A library that is loaded into a program (LD_PRELOAD). It counts the calls by which the program writes, sends, or makes
// something durable, in all its threads together. It kills the program before the one that DAYMARK_KILL_AT names, counted
// from 1, or appends how many there were to the file that DAYMARK_CALLS names.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static _Atomic long calls;
static long last;
static char tale[4096];

__attribute__((constructor)) static void begin(void) {
  const char *at = getenv("DAYMARK_KILL_AT"), *path = getenv("DAYMARK_CALLS");
  if (at) last = atol(at);
  if (path) snprintf(tale, sizeof tale, "%s", path);
  // A signer that the program starts is not meant.
  unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void) {
  FILE *file = tale[0] ? fopen(tale, "a") : NULL;
  if (file == NULL) return;
  fprintf(file, "%ld\n", atomic_load(&calls));
  fclose(file);
}

static void step(void) {
  if (atomic_fetch_add(&calls, 1) + 1 == last) kill(getpid(), SIGKILL);
}

#define CALL(type, name, parameters, arguments)                  \
  type name parameters {                                         \
    static type(*next) parameters;                               \
    if (next == NULL) next = (type(*) parameters)dlsym(RTLD_NEXT, #name); \
    step();                                                      \
    return next arguments;                                       \
  }

CALL(ssize_t, write, (int fd, const void *bytes, size_t count), (fd, bytes, count))
CALL(ssize_t, writev, (int fd, const struct iovec *parts, int count), (fd, parts, count))
CALL(ssize_t, pwrite, (int fd, const void *bytes, size_t count, off_t at), (fd, bytes, count, at))
CALL(ssize_t, pwrite64, (int fd, const void *bytes, size_t count, off64_t at), (fd, bytes, count, at))
CALL(ssize_t, send, (int fd, const void *bytes, size_t count, int flags), (fd, bytes, count, flags))
CALL(ssize_t, sendto,
     (int fd, const void *bytes, size_t count, int flags, const struct sockaddr *to, socklen_t size),
     (fd, bytes, count, flags, to, size))
CALL(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags), (fd, message, flags))
CALL(int, fsync, (int fd), (fd))
CALL(int, fdatasync, (int fd), (fd))
CALL(int, ftruncate, (int fd, off_t size), (fd, size))
CALL(int, ftruncate64, (int fd, off64_t size), (fd, size))
CALL(int, rename, (const char *from, const char *to), (from, to))
CALL(int, unlink, (const char *path), (path))
