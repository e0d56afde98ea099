// For MSG_CMSG_CLOEXEC.
#define _GNU_SOURCE
#include "daymark_readers.h"

#include "daymark_confine.h"
#include "daymark_process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SOCKET, WORDS, LEASH, ENDS };

int daymark_socket_pair(int ends[2], bool keeps_packets) {
  int type = (keeps_packets ? SOCK_SEQPACKET : SOCK_STREAM) | SOCK_CLOEXEC;
  return socketpair(AF_UNIX, type, 0, ends) == 0 ? 0 : errno;
}

ssize_t daymark_send(
    int socket, const void *bytes, size_t size, const int *descriptors, size_t count) {
  struct iovec part = {(void *)bytes, size};
  union {
    char bytes[CMSG_SPACE(ENDS * sizeof(int))];
    struct cmsghdr aligned;
  } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > ENDS) count = ENDS;
  if (count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

// As `daymark_receive`, for up to `count` descriptors, of which there are `*found`.
static ssize_t receive(
    int socket, void *bytes, size_t size, int *descriptors, size_t count, size_t *found) {
  struct iovec part = {bytes, size};
  union {
    char bytes[CMSG_SPACE(ENDS * sizeof(int))];
    struct cmsghdr aligned;
  } control;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
      .msg_controllen = CMSG_SPACE(count * sizeof(int))};
  *found = 0;
  ssize_t received;
  do {
    received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  if (received < 0) return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    *found = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(descriptors, CMSG_DATA(header), *found * sizeof(int));
  }
  return received;
}

ssize_t daymark_receive(int socket, void *bytes, size_t size, int *descriptor) {
  size_t found;
  ssize_t received = receive(socket, bytes, size, descriptor, 1, &found);
  if (found == 0) *descriptor = -1;
  return received;
}

int daymark_make_memory_file(const void *bytes, size_t size) {
  int file = memfd_create("daymark", MFD_CLOEXEC);
  if (file < 0) return -1;
  if (write(file, bytes, size) == (ssize_t)size && lseek(file, 0, SEEK_SET) == 0) return file;
  close(file);
  return -1;
}

// MARK: The process that makes readers

void daymark_close_others(void) { closefrom(3); }

struct reader {
  pid_t process;
  int leash;
  bool is_killed;
};

static struct reader *readers;
static size_t reader_count;
static int signals;
static sigset_t signals_before;

static void note_end(size_t index, daymark_reader_end end) {
  // Whoever no longer listens need not know.
  (void)daymark_send(readers[index].leash, &end, sizeof end, NULL, 0);
  close(readers[index].leash);
  readers[index] = readers[--reader_count];
}

// Learns of every reader that has ended.
static void reap(int options) {
  int status;
  pid_t process;
  while ((process = waitpid(-1, &status, options)) > 0 || (process < 0 && errno == EINTR))
    for (size_t index = 0; index < reader_count; index++)
      if (readers[index].process == process) {
        note_end(index, (daymark_reader_end){0, status});
        break;
      }
}

static void become_reader(pid_t parent, const int ends[ENDS], int control, uint64_t memory) {
  for (size_t index = 0; index < reader_count; index++) close(readers[index].leash);
  close(signals);
  if (control != 0) close(control);
  dup2(ends[WORDS], 1);
  dup2(ends[WORDS], 2);
  dup2(ends[SOCKET], 0);
  for (int end = 0; end < ENDS; end++) close(ends[end]);
  free(readers);
  sigprocmask(SIG_SETMASK, &signals_before, NULL);
  int code = daymark_end_with_parent(parent);
  if (code == 0) code = daymark_leave_no_core();
  if (code == 0) code = daymark_limit_memory(memory);
  // A reader that the system does not hold in must not read.
  if (code == 0) code = daymark_confine_reader();
  if (code != 0) _exit(code);
}

// Whether this is the new reader.
static bool make_reader(const int ends[ENDS], int control, uint64_t memory) {
  struct reader *more = realloc(readers, (reader_count + 1) * sizeof *readers);
  if (more != NULL) readers = more;
  pid_t parent = getpid();
  pid_t process = more == NULL ? -1 : fork();
  if (process == 0) {
    become_reader(parent, ends, control, memory);
    return true;
  }
  daymark_reader_end none = {more == NULL ? ENOMEM : errno, 0};
  close(ends[SOCKET]);
  close(ends[WORDS]);
  if (process > 0) {
    readers[reader_count++] = (struct reader){process, ends[LEASH], false};
  } else {
    (void)daymark_send(ends[LEASH], &none, sizeof none, NULL, 0);
    close(ends[LEASH]);
  }
  return false;
}

// Kills all readers, and ends when they have ended.
static _Noreturn void end_all(void) {
  for (size_t index = 0; index < reader_count; index++) kill(readers[index].process, SIGKILL);
  reap(0);
  _exit(0);
}

// Whether this is a new reader.
static bool answer(int control, uint64_t memory) {
  char byte;
  int ends[ENDS];
  size_t found;
  ssize_t received = receive(control, &byte, 1, ends, ENDS, &found);
  if (received <= 0) end_all();
  if (found == ENDS) return make_reader(ends, control, memory);
  // The system had no descriptors left for all of them: their other ends show it.
  for (size_t end = 0; end < found; end++) close(ends[end]);
  return false;
}

void daymark_make_readers(int control, uint64_t memory) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, &signals_before);
  signals = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  if (signals < 0) _exit(errno);
  struct pollfd *polled = NULL;
  while (true) {
    size_t count = reader_count;
    struct pollfd *more = realloc(polled, (count + 2) * sizeof *polled);
    if (more == NULL) end_all();
    polled = more;
    polled[0] = (struct pollfd){control, POLLIN, 0};
    polled[1] = (struct pollfd){signals, POLLIN, 0};
    for (size_t index = 0; index < count; index++)
      // A negative one is passed over.
      polled[index + 2] =
          (struct pollfd){readers[index].is_killed ? -1 : readers[index].leash, POLLIN, 0};
    if (poll(polled, count + 2, -1) < 0) {
      if (errno == EINTR) continue;
      end_all();
    }
    for (size_t index = 0; index < count; index++)
      if (polled[index + 2].revents != 0) {
        kill(readers[index].process, SIGKILL);
        readers[index].is_killed = true;
      }
    if (polled[1].revents != 0) {
      struct signalfd_siginfo seen;
      while (read(signals, &seen, sizeof seen) > 0) {}
      reap(WNOHANG);
    }
    if (polled[0].revents != 0 && answer(control, memory)) {
      free(polled);
      return;
    }
  }
}

void daymark_end_as(int status) {
  if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
  signal(WTERMSIG(status), SIG_DFL);
  kill(getpid(), WTERMSIG(status));
  // A signal that ends nobody by itself.
  _exit(1);
}
