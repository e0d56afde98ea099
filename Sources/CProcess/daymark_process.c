#define _GNU_SOURCE
#include "daymark_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static int interrupt_pipe[2];
static bool is_interrupted;

// Calls nothing but what signal-safety(7) allows.
static void note_interrupt(int number) {
  int code = errno;
  if (__atomic_exchange_n(&is_interrupted, true, __ATOMIC_SEQ_CST)) {
    signal(number, SIG_DFL);
    kill(getpid(), number);
  } else {
    unsigned char byte = (unsigned char)number;
    // The pipe is empty, so there is room.
    (void)!write(interrupt_pipe[1], &byte, 1);
  }
  errno = code;
}

int daymark_catch_interrupts(void) {
  if (pipe2(interrupt_pipe, O_CLOEXEC) != 0) return -1;
  // Reading goes on where it was interrupted.
  struct sigaction action = {.sa_handler = note_interrupt, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  const int signals[] = {SIGINT, SIGTERM};
  for (size_t index = 0; index < 2; index++) {
    struct sigaction earlier;
    if (sigaction(signals[index], NULL, &earlier) != 0 || earlier.sa_handler == SIG_IGN) continue;
    if (sigaction(signals[index], &action, NULL) != 0) return -1;
  }
  return interrupt_pipe[0];
}

int daymark_end_with_parent(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
  // The parent may have ended before that.
  return getppid() == parent ? 0 : ESRCH;
}

int daymark_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno; }

int daymark_flush_file_system(int descriptor) { return syncfs(descriptor) == 0 ? 0 : errno; }

const char *daymark_signal_name(int signal) { return sigabbrev_np(signal); }
