#define _GNU_SOURCE
#include "daymark_process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

int daymark_limit_memory(uint64_t bytes) {
  struct rlimit none = {0, 0};
  struct rlimit addresses = {bytes, bytes};
  if (setrlimit(RLIMIT_CORE, &none) != 0) return errno;
  return setrlimit(RLIMIT_AS, &addresses) == 0 ? 0 : errno;
}

// Landlock, as of its first version: linux/landlock.h is younger than some of the systems we build on.
// Source: Linux, Documentation/userspace-api/landlock.rst.

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

enum {
  ACCESS_EXECUTE = 1 << 0,
  ACCESS_WRITE_FILE = 1 << 1,
  ACCESS_READ_FILE = 1 << 2,
  ACCESS_READ_DIR = 1 << 3,
  ACCESS_REMOVE_FILE = 1 << 5,
  ACCESS_MAKE_REG = 1 << 8,
  // The thirteen accesses of the first version.
  ACCESS_ALL = (1 << 13) - 1,
  RULE_PATH_BENEATH = 1,
};

struct ruleset {
  uint64_t handled_access_fs;
};

struct path_rule {
  uint64_t allowed_access;
  int32_t parent;
} __attribute__((packed));

static int allow(int ruleset, const char *path, uint64_t access) {
  int folder = open(path, O_PATH | O_CLOEXEC);
  // What is not there cannot be read either.
  if (folder < 0) return errno == ENOENT || errno == ENOTDIR ? 0 : errno;
  struct stat status;
  if (fstat(folder, &status) == 0 && !S_ISDIR(status.st_mode)) access &= ~ACCESS_READ_DIR;
  struct path_rule rule = {access, folder};
  int code =
      syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0) == 0 ? 0 : errno;
  close(folder);
  return code;
}

int daymark_confine_files(const char *const *folders, size_t count, const char *scratch) {
  struct ruleset handled = {ACCESS_ALL};
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
  if (ruleset < 0) return errno;
  int code = 0;
  for (size_t index = 0; index < count && code == 0; index++)
    code = allow(ruleset, folders[index], ACCESS_READ_FILE | ACCESS_READ_DIR);
  if (code == 0)
    code = allow(
        ruleset, scratch,
        ACCESS_READ_FILE | ACCESS_WRITE_FILE | ACCESS_MAKE_REG | ACCESS_REMOVE_FILE);
  if (code == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) code = errno;
  if (code == 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) code = errno;
  close(ruleset);
  return code;
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)
// Refuses a call by its number.
#define REFUSE_CALL(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), REFUSE
// Refuses the opening of a file to write, unless it is made by that.
#define REFUSE_WRITING(number, flags)                                          \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 5), LOAD(args[flags]),        \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_EXCL, 2, 0),                      \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1), REFUSE, \
      ANSWER(SECCOMP_RET_ALLOW)

static struct sock_filter filter[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    ANSWER(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    REFUSE_WRITING(SYS_openat, 2),
#ifdef SYS_open
    REFUSE_WRITING(SYS_open, 1),
    REFUSE_CALL(SYS_creat),
    REFUSE_CALL(SYS_fork),
    REFUSE_CALL(SYS_vfork),
#endif
    // Its flags lie in memory, where no filter looks: whoever asks falls back on openat.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 437, 0, 1),
    ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
    REFUSE_CALL(SYS_socket),
    REFUSE_CALL(SYS_socketpair),
    REFUSE_CALL(SYS_connect),
    REFUSE_CALL(SYS_bind),
    REFUSE_CALL(SYS_listen),
    REFUSE_CALL(SYS_accept),
    REFUSE_CALL(SYS_accept4),
    REFUSE_CALL(SYS_sendto),
    REFUSE_CALL(SYS_sendmsg),
    REFUSE_CALL(SYS_execve),
    REFUSE_CALL(SYS_execveat),
    REFUSE_CALL(SYS_kill),
    REFUSE_CALL(SYS_ptrace),
    REFUSE_CALL(SYS_process_vm_readv),
    REFUSE_CALL(SYS_process_vm_writev),
    REFUSE_CALL(SYS_mount),
    REFUSE_CALL(SYS_umount2),
    REFUSE_CALL(SYS_chroot),
    REFUSE_CALL(SYS_unshare),
    REFUSE_CALL(SYS_setns),
    REFUSE_CALL(SYS_bpf),
    REFUSE_CALL(SYS_perf_event_open),
    REFUSE_CALL(SYS_userfaultfd),
    REFUSE_CALL(SYS_keyctl),
    REFUSE_CALL(SYS_add_key),
    REFUSE_CALL(425),  // io_uring_setup, which would open files past this filter
    ANSWER(SECCOMP_RET_ALLOW),
};

int daymark_confine_calls(void) {
  struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  long failed =
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  return failed == 0 ? 0 : errno;
}

#else

int daymark_confine_calls(void) { return ENOSYS; }

#endif
