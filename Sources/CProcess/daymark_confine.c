#define _GNU_SOURCE
#include "daymark_confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int daymark_limit_memory(uint64_t bytes) {
  struct rlimit none = {0, 0};
  struct rlimit addresses;
  if (setrlimit(RLIMIT_CORE, &none) != 0 || getrlimit(RLIMIT_AS, &addresses) != 0) return errno;
  // Less than that may have been allowed before, and then is.
  if (bytes < addresses.rlim_max) addresses.rlim_max = bytes;
  addresses.rlim_cur = addresses.rlim_max;
  return setrlimit(RLIMIT_AS, &addresses) == 0 ? 0 : errno;
}

// MARK: Files

// Landlock, as of its first version: linux/landlock.h is younger than some of the systems we build on.
// Source: Linux, Documentation/userspace-api/landlock.rst.

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif

// The thirteen accesses of the first version.
enum { ACCESS_ALL = (1 << 13) - 1 };

struct ruleset {
  uint64_t handled_access_fs;
};

static int confine_files(void) {
  struct ruleset handled = {ACCESS_ALL};
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
  if (ruleset < 0) return errno == ENOSYS || errno == EOPNOTSUPP ? 0 : errno;
  // No rule: nothing is allowed.
  int code = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0 ? 0 : errno;
  close(ruleset);
  return code;
}

// MARK: Calls

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define UNLESS(number, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, count)
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)
// Refuses a call by its number.
#define REFUSE_CALL(number) UNLESS(number, 1), REFUSE
// Whoever asks for what lies in memory, where no filter looks, falls back on an older call.
#define DENY_KNOWING(number) UNLESS(number, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS)

static int install(struct sock_filter *filter, size_t count) {
  struct sock_fprog program = {(unsigned short)count, filter};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0 ? 0 : errno;
}

static int confine_calls(void) {
  struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      REFUSE_CALL(SYS_openat),
#ifdef SYS_open
      REFUSE_CALL(SYS_open),
      REFUSE_CALL(SYS_creat),
#endif
      REFUSE_CALL(437),  // openat2
      REFUSE_CALL(SYS_socket),
      REFUSE_CALL(SYS_socketpair),
      REFUSE_CALL(SYS_connect),
      REFUSE_CALL(SYS_bind),
      REFUSE_CALL(SYS_listen),
      REFUSE_CALL(SYS_accept),
      REFUSE_CALL(SYS_accept4),
      REFUSE_CALL(SYS_sendto),
      REFUSE_CALL(SYS_execve),
      REFUSE_CALL(SYS_execveat),
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
  return install(filter, sizeof filter / sizeof filter[0]);
}

int daymark_confine_reader(void) {
  struct sock_filter filter[] = {
      LOAD(nr),
      REFUSE_CALL(SYS_sendmsg),
      REFUSE_CALL(SYS_kill),
#ifdef SYS_fork
      REFUSE_CALL(SYS_fork),
      REFUSE_CALL(SYS_vfork),
#endif
      DENY_KNOWING(435),  // clone3
      // A thread may be made, and no process.
      UNLESS(SYS_clone, 3), LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0), REFUSE,
      ANSWER(SECCOMP_RET_ALLOW),
  };
  return install(filter, sizeof filter / sizeof filter[0]);
}

#else

static int confine_calls(void) { return 0; }

int daymark_confine_reader(void) { return 0; }

#endif

int daymark_confine_worker(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  int code = confine_files();
  return code == 0 ? confine_calls() : code;
}
