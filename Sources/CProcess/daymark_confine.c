// For CLONE_THREAD.
#define _GNU_SOURCE
#include "daymark_confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int daymark_leave_no_core(void) {
  struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_CORE, &none) == 0 ? 0 : errno;
}

int daymark_limit_memory(uint64_t bytes) {
  struct rlimit addresses;
  if (getrlimit(RLIMIT_AS, &addresses) != 0) return errno;
  // Less than that may have been allowed before, and then is.
  if (bytes < addresses.rlim_max) addresses.rlim_max = bytes;
  addresses.rlim_cur = addresses.rlim_max;
  return setrlimit(RLIMIT_AS, &addresses) == 0 ? 0 : errno;
}

// MARK: Files

// Landlock: linux/landlock.h is younger than some of the systems we build on.
// Source: Linux, Documentation/userspace-api/landlock.rst.

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif

// What is refused: accesses to files, to the network, and to processes outside. A kernel that knows fewer
// takes the rest where it is 0.
struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

enum { ONLY_VERSION = 1 };

bool daymark_has_landlock(void) {
  return syscall(SYS_landlock_create_ruleset, NULL, 0, ONLY_VERSION) > 0;
}

static int make_ruleset(const struct ruleset *refused) {
  return (int)syscall(SYS_landlock_create_ruleset, refused, sizeof *refused, 0);
}

// Adds to a part of `refused` whatever the kernel knows of it: bit by bit, for each version added some.
static void refuse_all(struct ruleset *refused, uint64_t *part) {
  for (int bit = 0; bit < 64; bit++) {
    *part |= UINT64_C(1) << bit;
    int ruleset = make_ruleset(refused);
    if (ruleset < 0) {
      *part &= ~(UINT64_C(1) << bit);
      return;
    }
    close(ruleset);
  }
}

static int confine_files(void) {
  if (!daymark_has_landlock()) return 0;
  struct ruleset refused = {0};
  refuse_all(&refused, &refused.files);
  refuse_all(&refused, &refused.network);
  refuse_all(&refused, &refused.scopes);
  int ruleset = make_ruleset(&refused);
  if (ruleset < 0) return errno;
  // No rule: nothing is allowed.
  int code = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0 ? 0 : errno;
  close(ruleset);
  return code;
}

// MARK: Calls

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#define ARCHITECTURE_NAME "x86_64"
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define ARCHITECTURE_NAME "aarch64"
#endif

#ifdef ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The low half of an argument; both architectures have it first.
#define LOAD_ARGUMENT(index) LOAD(args[index])
#define LOAD_HIGH_HALF(index)                                                            \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]) + 4)
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define ALLOW ANSWER(SECCOMP_RET_ALLOW)
// Skips `count` instructions unless what was loaded is `value`, or has a bit of `bits`.
#define UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count)
#define UNLESS_ANY(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, count)
#define ABOVE(value, count) BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, value, 0, count)
#define ALLOW_CALL(number) UNLESS(number, 1), ALLOW
#define FAIL_CALL(number, error) UNLESS(number, 1), ANSWER(SECCOMP_RET_ERRNO | (error))
// Ends the process, or tells it of the call.
#define END_CALL(number) UNLESS(number, 1), ANSWER(end)
// Ends whoever wants memory of which code can be run.
#define ALLOW_WITHOUT_CODE(number)                                                       \
  UNLESS(number, 4), LOAD_ARGUMENT(2), UNLESS_ANY(PROT_EXEC, 1), ANSWER(end), ALLOW

// PR_SET_VMA.
enum { NAME_MEMORY = 0x53564D41 };

// The last call that was known when the list below was made: Linux 6.17. A C library that is younger may try
// what is newer, and falls back on what is older.
enum { LAST_CALL = 469, LAST_OLD_CALL = 334, FIRST_SHARED_CALL = 424, X32 = 0x40000000 };

// These are younger than some of the systems we build on.
#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup 425
#endif
#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_faccessat2
#define SYS_faccessat2 439
#endif

static uint32_t end = SECCOMP_RET_KILL_PROCESS;

static int install(struct sock_filter *filter, size_t count, unsigned flags) {
  struct sock_fprog program = {(unsigned short)count, filter};
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  // A number of a thread: that one has filters of its own, which TSYNC does not take from it.
  return result == 0 ? 0 : result > 0 ? EBUSY : errno;
}

int daymark_refuse_network(void) {
  struct sock_filter filter[] = {
      LOAD(arch),
      // Calls of another form, such as those of 32 bits, have other numbers; nothing of ours makes any.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      ANSWER(SECCOMP_RET_ERRNO | EACCES),
      LOAD(nr),
#if defined(__x86_64__)
      // No call is -1, which whoever traces a process puts in the place of one that it has fail.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, UINT32_MAX, 2, 0),
      UNLESS_ANY(X32, 1), ANSWER(SECCOMP_RET_ERRNO | EACCES),
#endif
      FAIL_CALL(SYS_socket, EACCES), FAIL_CALL(SYS_connect, EACCES),
      FAIL_CALL(SYS_bind, EACCES), FAIL_CALL(SYS_listen, EACCES),
      // A ring makes and connects sockets without these calls.
      FAIL_CALL(SYS_io_uring_setup, ENOSYS),
      // Readers are talked to over a pair of sockets that nobody else can reach.
      UNLESS(SYS_socketpair, 4), LOAD_ARGUMENT(0), UNLESS(AF_UNIX, 1), ALLOW,
      ANSWER(SECCOMP_RET_ERRNO | EACCES),
      ALLOW,
  };
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  return install(filter, sizeof filter / sizeof filter[0], SECCOMP_FILTER_FLAG_TSYNC);
}

// What readers may call, as strace showed it over the samples and the field cases, and what the C libraries of
// Debian 12 and 13 and Swift's runtime call for the same. What is allowed with some arguments only stands first.
static int confine_calls(void) {
  struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      ANSWER(end),
      LOAD(nr),
      // No call, which whoever traces a process puts in the place of one that it has fail.
      FAIL_CALL(UINT32_MAX, ENOSYS),
#if defined(__x86_64__)
      // Calls of the x32 form have other numbers.
      UNLESS_ANY(X32, 1), ANSWER(end),
#endif
      ALLOW_WITHOUT_CODE(SYS_mmap),
      ALLOW_WITHOUT_CODE(SYS_mprotect),
      // Bytes of files that are open, and of the socket.
      ALLOW_CALL(SYS_read), ALLOW_CALL(SYS_write), ALLOW_CALL(SYS_readv), ALLOW_CALL(SYS_writev),
      ALLOW_CALL(SYS_pread64), ALLOW_CALL(SYS_pwrite64), ALLOW_CALL(SYS_lseek),
      ALLOW_CALL(SYS_fstat), ALLOW_CALL(SYS_close), ALLOW_CALL(SYS_recvmsg),
      // Memory.
      ALLOW_CALL(SYS_munmap), ALLOW_CALL(SYS_mremap), ALLOW_CALL(SYS_madvise),
      ALLOW_CALL(SYS_brk),
      // Threads, and waiting.
      ALLOW_CALL(SYS_futex), ALLOW_CALL(SYS_set_robust_list), ALLOW_CALL(SYS_rseq),
      ALLOW_CALL(SYS_set_tid_address), ALLOW_CALL(SYS_sched_yield), ALLOW_CALL(SYS_exit),
      ALLOW_CALL(SYS_exit_group), ALLOW_CALL(SYS_nanosleep), ALLOW_CALL(SYS_clock_nanosleep),
      ALLOW_CALL(SYS_restart_syscall), ALLOW_CALL(SYS_ppoll),
      // Its arguments lie in memory, where no filter looks: whoever asks falls back on clone.
      FAIL_CALL(SYS_clone3, ENOSYS),
      // Signals that it gets, and those that it sends itself; see below.
      ALLOW_CALL(SYS_rt_sigaction), ALLOW_CALL(SYS_rt_sigprocmask), ALLOW_CALL(SYS_rt_sigreturn),
      ALLOW_CALL(SYS_sigaltstack), ALLOW_CALL(SYS_tgkill),
      // What it is, and the time.
      ALLOW_CALL(SYS_getpid), ALLOW_CALL(SYS_getppid), ALLOW_CALL(SYS_gettid),
      ALLOW_CALL(SYS_getuid), ALLOW_CALL(SYS_geteuid), ALLOW_CALL(SYS_getgid),
      ALLOW_CALL(SYS_getegid), ALLOW_CALL(SYS_uname), ALLOW_CALL(SYS_sysinfo),
      ALLOW_CALL(SYS_getrusage), ALLOW_CALL(SYS_getrandom), ALLOW_CALL(SYS_getcpu),
      ALLOW_CALL(SYS_clock_gettime), ALLOW_CALL(SYS_clock_getres), ALLOW_CALL(SYS_gettimeofday),
      // What is only looked at. Libraries do, and do without: malloc asks /proc how memory is handed out.
      FAIL_CALL(SYS_openat, EACCES), FAIL_CALL(SYS_newfstatat, EACCES),
      FAIL_CALL(SYS_statx, EACCES), FAIL_CALL(SYS_faccessat, EACCES),
      FAIL_CALL(SYS_faccessat2, EACCES), FAIL_CALL(SYS_readlinkat, EACCES),
      FAIL_CALL(SYS_getcwd, EACCES), FAIL_CALL(SYS_ioctl, ENOTTY),
#if defined(__x86_64__)
      ALLOW_CALL(SYS_poll), ALLOW_CALL(SYS_time),
      FAIL_CALL(SYS_open, EACCES), FAIL_CALL(SYS_stat, EACCES), FAIL_CALL(SYS_lstat, EACCES),
      FAIL_CALL(SYS_access, EACCES), FAIL_CALL(SYS_readlink, EACCES),
#endif
      // With these a worker makes readers and learns of their ends, and a new reader gives up the rest.
      ALLOW_CALL(SYS_clone), ALLOW_CALL(SYS_wait4), ALLOW_CALL(SYS_kill), ALLOW_CALL(SYS_sendmsg),
      ALLOW_CALL(SYS_signalfd4), ALLOW_CALL(SYS_dup3), ALLOW_CALL(SYS_prctl),
      ALLOW_CALL(SYS_prlimit64), ALLOW_CALL(SYS_seccomp), ALLOW_CALL(SYS_sched_getaffinity),
#if defined(__x86_64__)
      ALLOW_CALL(SYS_dup2),
#endif
      ABOVE(LAST_CALL, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
      // No call has these numbers yet on x86_64, and none on aarch64.
      ABOVE(LAST_OLD_CALL, 2),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_SHARED_CALL, 1, 0),
      ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
      ANSWER(end),
  };
  return install(filter, sizeof filter / sizeof filter[0], 0);
}

int daymark_confine_reader(void) {
  struct sock_filter filter[] = {
      LOAD(nr),
      END_CALL(SYS_kill), END_CALL(SYS_sendmsg), END_CALL(SYS_wait4), END_CALL(SYS_signalfd4),
      END_CALL(SYS_dup3), END_CALL(SYS_seccomp),
#if defined(__x86_64__)
      END_CALL(SYS_dup2),
#endif
      // A thread may be made, and no process.
      UNLESS(SYS_clone, 4), LOAD_ARGUMENT(0), UNLESS_ANY(CLONE_THREAD, 1), ALLOW, ANSWER(end),
      // It may signal itself, as abort(3) does, and nobody else.
      UNLESS(SYS_tgkill, 4), LOAD_ARGUMENT(0), UNLESS((uint32_t)getpid(), 1), ALLOW, ANSWER(end),
      // It may name a thread or its memory.
      UNLESS(SYS_prctl, 6), LOAD_ARGUMENT(0), UNLESS(PR_SET_NAME, 1), ALLOW,
      UNLESS(NAME_MEMORY, 1), ALLOW, ANSWER(end),
      UNLESS(SYS_sched_getaffinity, 4), LOAD_ARGUMENT(0), UNLESS(0, 1), ALLOW, ANSWER(end),
      // It may ask for its own limits.
      UNLESS(SYS_prlimit64, 8), LOAD_ARGUMENT(0), UNLESS(0, 5), LOAD_ARGUMENT(2), UNLESS(0, 3),
      LOAD_HIGH_HALF(2), UNLESS(0, 1), ALLOW, ANSWER(end),
      ALLOW,
  };
  return install(filter, sizeof filter / sizeof filter[0], 0);
}

static void name_call(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)context;
  char text[64];
  int length = snprintf(
      text, sizeof text, "system call %d of " ARCHITECTURE_NAME "\n", info->si_syscall);
  (void)!write(STDERR_FILENO, text, (size_t)length);
  _exit(DAYMARK_REFUSED_CALL);
}

static int tell_of_calls(void) {
  end = SECCOMP_RET_TRAP;
  struct sigaction action = {.sa_sigaction = name_call, .sa_flags = SA_SIGINFO};
  return sigaction(SIGSYS, &action, NULL) == 0 ? 0 : errno;
}

#else

int daymark_refuse_network(void) { return ENOSYS; }

static int confine_calls(void) { return ENOSYS; }

static int tell_of_calls(void) { return 0; }

int daymark_confine_reader(void) { return ENOSYS; }

#endif

int daymark_confine_worker(bool tells_of_calls) {
  int code = tells_of_calls ? tell_of_calls() : 0;
  if (code == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) code = errno;
  if (code == 0) code = confine_files();
  return code == 0 ? confine_calls() : code;
}
