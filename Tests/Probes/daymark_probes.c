#define _GNU_SOURCE
#include "daymark_probes.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static char buffer[4096];
static struct iovec part = {buffer, 8};
static struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
static struct iovec far_part = {(void *)0x400000, 8};
static struct rlimit limit = {1 << 20, 1 << 20};
static siginfo_t queued = {.si_code = SI_QUEUE};
static char *const arguments[] = {"true", NULL};
static struct { unsigned long flags, mode, resolve; } how = {O_RDONLY, 0, 0};
static struct { unsigned long flags; unsigned long rest[10]; } clone_arguments = {0};

struct probe {
  const char *name;
  long number;
  long arguments[6];
};

#define A(value) ((long)(value))

// The probes. Whatever file it is that they name, the run's must be out of reach as well.
static const struct probe *all(int *count) {
  long parent = getppid();
  static char memory[64], environment[64];
  snprintf(memory, sizeof memory, "/proc/%ld/mem", parent);
  snprintf(environment, sizeof environment, "/proc/%ld/environ", parent);
  static const char file[] = "/etc/passwd", secret[] = "/etc/shadow", scratch[] = "/tmp/daymark-probe";
  static struct probe probes[256];
  int n = 0;
#define PROBE(name, number, ...) probes[n++] = (struct probe){name, number, {__VA_ARGS__}}
  // Files.
  PROBE("openat to read", SYS_openat, AT_FDCWD, A(file), O_RDONLY);
  PROBE("openat to write", SYS_openat, AT_FDCWD, A(file), O_WRONLY);
  PROBE("openat to write, with O_EXCL", SYS_openat, AT_FDCWD, A(file), O_WRONLY | O_EXCL);
  PROBE("openat to read and write, with O_EXCL", SYS_openat, AT_FDCWD, A(file), O_RDWR | O_EXCL);
  PROBE("openat of a secret", SYS_openat, AT_FDCWD, A(secret), O_RDONLY);
  PROBE("openat of a path alone", SYS_openat, AT_FDCWD, A(file), O_PATH);
  PROBE("openat of the parent's memory", SYS_openat, AT_FDCWD, A(memory), O_RDWR | O_EXCL);
  PROBE("openat of the parent's memory to read", SYS_openat, AT_FDCWD, A(memory), O_RDONLY);
  PROBE("openat of the parent's environment", SYS_openat, AT_FDCWD, A(environment), O_RDONLY);
  PROBE("openat of maps", SYS_openat, AT_FDCWD, A("/proc/self/maps"), O_RDONLY);
  PROBE("openat of descriptors", SYS_openat, AT_FDCWD, A("/proc/self/fd"), O_RDONLY | O_DIRECTORY);
  PROBE("openat of the system's release", SYS_openat, AT_FDCWD, A("/usr/lib/os-release"), O_RDONLY);
  PROBE("openat of zones", SYS_openat, AT_FDCWD, A("/usr/share/zoneinfo/UTC"), O_RDONLY);
  PROBE("openat of a folder", SYS_openat, AT_FDCWD, A("/"), O_RDONLY | O_DIRECTORY);
  PROBE("openat that makes a file", SYS_openat, AT_FDCWD, A(scratch), O_CREAT | O_EXCL | O_WRONLY, 0600);
  PROBE("openat that empties a file", SYS_openat, AT_FDCWD, A(scratch), O_WRONLY | O_TRUNC | O_EXCL);
  PROBE("openat of a file without a name", SYS_openat, AT_FDCWD, A("/tmp"), O_TMPFILE | O_RDWR, 0600);
  PROBE("openat2", 437, AT_FDCWD, A(file), A(&how), sizeof how);
  PROBE("newfstatat of a path", SYS_newfstatat, AT_FDCWD, A(secret), A(buffer), 0);
  PROBE("newfstatat of a path, with AT_EMPTY_PATH", SYS_newfstatat, AT_FDCWD, A(secret), A(buffer), AT_EMPTY_PATH);
  PROBE("statx", SYS_statx, AT_FDCWD, A(file), 0, 0x7ff, A(buffer));
  PROBE("faccessat", SYS_faccessat, AT_FDCWD, A(file), R_OK);
  PROBE("faccessat2", 439, AT_FDCWD, A(file), R_OK, 0);
  PROBE("readlinkat", SYS_readlinkat, AT_FDCWD, A("/proc/self/exe"), A(buffer), sizeof buffer);
  PROBE("getdents64", SYS_getdents64, 0, A(buffer), sizeof buffer);
  PROBE("fchmodat", SYS_fchmodat, AT_FDCWD, A(file), 0666);
  PROBE("fchmod", SYS_fchmod, 0, 0666);
  PROBE("fchownat", SYS_fchownat, AT_FDCWD, A(file), 0, 0, 0);
  PROBE("fchown", SYS_fchown, 0, 0, 0);
  PROBE("utimensat", SYS_utimensat, AT_FDCWD, A(file), 0, 0);
  PROBE("truncate", SYS_truncate, A(scratch), 10);
  PROBE("ftruncate", SYS_ftruncate, 0, 10);
  PROBE("fallocate", SYS_fallocate, 0, 0, 0, 10);
  PROBE("renameat2", SYS_renameat2, AT_FDCWD, A(scratch), AT_FDCWD, A("/tmp/daymark-moved"), 0);
  PROBE("linkat", SYS_linkat, AT_FDCWD, A(file), AT_FDCWD, A("/tmp/daymark-linked"), 0);
  PROBE("unlinkat", SYS_unlinkat, AT_FDCWD, A(scratch), 0);
  PROBE("symlinkat", SYS_symlinkat, A(file), AT_FDCWD, A("/tmp/daymark-linked"));
  PROBE("mkdirat", SYS_mkdirat, AT_FDCWD, A("/tmp/daymark-made"), 0700);
  PROBE("mknodat", SYS_mknodat, AT_FDCWD, A("/tmp/daymark-made"), S_IFIFO | 0600, 0);
  PROBE("setxattr", SYS_setxattr, A(file), A("user.x"), A("1"), 1, 0);
  PROBE("getxattr", SYS_getxattr, A(file), A("user.x"), A(buffer), 8);
  PROBE("chdir", SYS_chdir, A("/"));
  PROBE("fchdir", SYS_fchdir, 0);
  PROBE("chroot", SYS_chroot, A("/tmp"));
  PROBE("umask", SYS_umask, 0);
  PROBE("statfs", SYS_statfs, A("/"), A(buffer));
  PROBE("sync", SYS_sync);
  PROBE("fsync", SYS_fsync, 1);
  PROBE("name_to_handle_at", SYS_name_to_handle_at, AT_FDCWD, A(file), A(buffer), A(buffer + 512), 0);
  PROBE("open_by_handle_at", SYS_open_by_handle_at, AT_FDCWD, A(buffer), O_RDONLY);
  PROBE("memfd_create", SYS_memfd_create, A("x"), 0);
  PROBE("memfd_secret", 447, 0);
  PROBE("inotify_init1", SYS_inotify_init1, 0);
  PROBE("fanotify_init", SYS_fanotify_init, 0, 0);
  // Descriptors.
  PROBE("dup", SYS_dup, 0);
  PROBE("dup3", SYS_dup3, 0, 77, 0);
  PROBE("pipe2", SYS_pipe2, A(buffer), 0);
  PROBE("eventfd2", SYS_eventfd2, 0, 0);
  PROBE("signalfd4", SYS_signalfd4, -1, A(buffer), 8, 0);
  PROBE("timerfd_create", SYS_timerfd_create, 0, 0);
  PROBE("epoll_create1", SYS_epoll_create1, 0);
  PROBE("fcntl F_SETOWN to the parent", SYS_fcntl, 0, F_SETOWN, parent);
  PROBE("fcntl F_SETSIG", SYS_fcntl, 0, F_SETSIG, SIGKILL);
  PROBE("fcntl F_DUPFD", SYS_fcntl, 0, F_DUPFD, 50);
  PROBE("fcntl F_SETFL", SYS_fcntl, 0, F_SETFL, O_ASYNC);
  PROBE("ioctl", SYS_ioctl, 0, 0x541B, A(buffer));
  PROBE("ioctl that types into a terminal", SYS_ioctl, 0, 0x5412, A("x"));
  PROBE("flock", SYS_flock, 1, 2);
  PROBE("splice", SYS_splice, 0, 0, 1, 0, 8, 0);
  PROBE("tee", SYS_tee, 0, 1, 8, 0);
  PROBE("vmsplice", SYS_vmsplice, 1, A(&part), 1, 0);
  PROBE("sendfile", SYS_sendfile, 1, 0, 0, 8);
  PROBE("copy_file_range", SYS_copy_file_range, 0, 0, 1, 0, 8, 0);
  PROBE("close_range", 436, 100, 200, 0);
  // Sockets.
  PROBE("socket of the internet", SYS_socket, AF_INET, SOCK_STREAM, 0);
  PROBE("socket of this machine", SYS_socket, AF_UNIX, SOCK_STREAM, 0);
  PROBE("socket of the kernel", SYS_socket, AF_NETLINK, SOCK_RAW, 0);
  PROBE("socketpair", SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, A(buffer));
  PROBE("connect", SYS_connect, 0, A(buffer), 16);
  PROBE("bind", SYS_bind, 0, A(buffer), 16);
  PROBE("listen", SYS_listen, 0, 1);
  PROBE("accept4", SYS_accept4, 0, 0, 0, 0);
  PROBE("sendto", SYS_sendto, 0, A("\n"), 1, 0, 0, 0);
  PROBE("sendmsg", SYS_sendmsg, 0, A(&message), MSG_DONTWAIT);
  PROBE("sendmmsg", SYS_sendmmsg, 0, A(&message), 0, 0);
  PROBE("recvfrom", SYS_recvfrom, 0, A(buffer), 0, MSG_DONTWAIT, 0, 0);
  PROBE("recvmmsg", SYS_recvmmsg, 0, A(&message), 0, 0, 0);
  PROBE("shutdown", SYS_shutdown, 0, 0);
  PROBE("setsockopt", SYS_setsockopt, 0, SOL_SOCKET, SO_PASSCRED, A(buffer), 4);
  PROBE("getsockname", SYS_getsockname, 0, A(buffer), A(buffer + 128));
  // Other processes.
  PROBE("kill of the parent", SYS_kill, parent, 0);
  PROBE("kill of itself", SYS_kill, getpid(), 0);
  PROBE("kill of its group", SYS_kill, 0, 0);
  PROBE("tkill of the parent", SYS_tkill, parent, 0);
  PROBE("tgkill of the parent", SYS_tgkill, parent, parent, 0);
  PROBE("tgkill of process 1", SYS_tgkill, 1, 1, 0);
  PROBE("rt_sigqueueinfo", SYS_rt_sigqueueinfo, parent, 0, A(&queued));
  PROBE("rt_tgsigqueueinfo", SYS_rt_tgsigqueueinfo, parent, parent, 0, A(&queued));
  PROBE("pidfd_open", 434, parent, 0);
  PROBE("pidfd_send_signal", 424, 0, 0, 0, 0);
  PROBE("pidfd_getfd", 438, 0, 1, 0);
  PROBE("prlimit64 of the parent", SYS_prlimit64, parent, RLIMIT_NOFILE, 0, A(&limit));
  PROBE("prlimit64 of the parent, to set", SYS_prlimit64, parent, RLIMIT_NOFILE, A(&limit), 0);
  PROBE("prlimit64 of itself, to set", SYS_prlimit64, 0, RLIMIT_CORE, A(&limit), 0);
  PROBE("setrlimit", SYS_setrlimit, RLIMIT_CORE, A(&limit));
  PROBE("sched_getaffinity of the parent", SYS_sched_getaffinity, parent, 128, A(buffer));
  PROBE("sched_setaffinity of the parent", SYS_sched_setaffinity, parent, 128, A(buffer));
  PROBE("sched_setaffinity", SYS_sched_setaffinity, 0, 128, A(buffer));
  PROBE("sched_setscheduler", SYS_sched_setscheduler, parent, 0, A(buffer));
  PROBE("sched_setattr", SYS_sched_setattr, 0, A(buffer), 0);
  PROBE("setpriority of the parent", SYS_setpriority, PRIO_PROCESS, parent, 0);
  PROBE("ioprio_set", SYS_ioprio_set, 1, parent, 0);
  PROBE("ptrace", SYS_ptrace, PTRACE_ATTACH, parent, 0, 0);
  PROBE("ptrace of itself", SYS_ptrace, PTRACE_TRACEME, 0, 0, 0);
  PROBE("process_vm_readv", SYS_process_vm_readv, parent, A(&part), 1, A(&far_part), 1, 0);
  PROBE("process_vm_writev", SYS_process_vm_writev, parent, A(&part), 1, A(&far_part), 1, 0);
  PROBE("process_madvise", 440, 0, A(&part), 1, 0, 0);
  PROBE("kcmp", SYS_kcmp, parent, getpid(), 0, 0, 0);
  PROBE("migrate_pages", SYS_migrate_pages, parent, 0, 0, 0);
  PROBE("move_pages", SYS_move_pages, parent, 0, 0, 0, 0, 0);
  PROBE("get_robust_list of the parent", SYS_get_robust_list, parent, A(buffer), A(buffer + 8));
  PROBE("wait4", SYS_wait4, -1, 0, 1, 0);
  PROBE("waitid", SYS_waitid, 0, 0, 0, 5, 0);
  PROBE("setpgid", SYS_setpgid, 0, 0);
  PROBE("setsid", SYS_setsid);
  PROBE("getpgid", SYS_getpgid, 0);
  // Processes and programs of its own.
  PROBE("clone of a process", SYS_clone, SIGCHLD, 0, 0, 0, 0);
  PROBE("clone that shares memory alone", SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0);
  PROBE("clone3", 435, A(&clone_arguments), sizeof clone_arguments);
  PROBE("execve", SYS_execve, A("/bin/true"), A(arguments), 0);
  PROBE("execveat", SYS_execveat, AT_FDCWD, A("/bin/true"), A(arguments), 0, 0);
  PROBE("prctl that outlives the parent", SYS_prctl, PR_SET_PDEATHSIG, 0);
  PROBE("prctl PR_SET_DUMPABLE", SYS_prctl, PR_SET_DUMPABLE, 1);
  PROBE("prctl PR_SET_PTRACER", SYS_prctl, PR_SET_PTRACER, -1);
  PROBE("prctl PR_SET_SECCOMP", SYS_prctl, PR_SET_SECCOMP, 1);
  PROBE("prctl PR_SET_MM", SYS_prctl, PR_SET_MM, 1, 0);
  PROBE("seccomp", SYS_seccomp, 1, 0, 0);
  PROBE("landlock_create_ruleset", 444, 0, 0, 1);
  PROBE("setuid", SYS_setuid, getuid());
  PROBE("setgroups", SYS_setgroups, 0, 0);
  PROBE("capset", SYS_capset, A(buffer), A(buffer + 64));
  PROBE("personality", SYS_personality, 0x0040000);
  PROBE("unshare", SYS_unshare, CLONE_NEWUSER);
  PROBE("setns", SYS_setns, 0, 0);
  PROBE("timer_create", SYS_timer_create, 0, 0, A(buffer));
  PROBE("setitimer", SYS_setitimer, 0, A(buffer), 0);
  // Memory that can be run.
  PROBE("mmap to write and run", SYS_mmap, 0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  PROBE("mmap to run", SYS_mmap, 0, 4096, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  PROBE("mprotect to run", SYS_mprotect, A(buffer) & ~4095L, 4096, PROT_READ | PROT_EXEC);
  PROBE("pkey_mprotect", SYS_pkey_mprotect, A(buffer) & ~4095L, 4096, PROT_READ, -1);
  PROBE("remap_file_pages", SYS_remap_file_pages, 0, 4096, 0, 0, 0);
  PROBE("mlockall", SYS_mlockall, 1);
  PROBE("userfaultfd", SYS_userfaultfd, 1);
  PROBE("mbind", SYS_mbind, 0, 0, 0, 0, 0, 0);
  // Memory and queues that others see.
  PROBE("shmget", SYS_shmget, 0x4242, 4096, 01600);
  PROBE("shmat", SYS_shmat, 0, 0, 0);
  PROBE("msgget", SYS_msgget, 0x4242, 01600);
  PROBE("semget", SYS_semget, 0x4242, 1, 01600);
  PROBE("mq_open", SYS_mq_open, A("daymark"), O_RDWR | O_CREAT, 0600, 0);
  PROBE("mq_unlink", SYS_mq_unlink, A("daymark"));
  // The machine.
  PROBE("io_uring_setup", 425, 1, A(buffer));
  PROBE("io_setup", SYS_io_setup, 1, A(buffer));
  PROBE("bpf", SYS_bpf, 0, A(buffer), 0);
  PROBE("perf_event_open", SYS_perf_event_open, A(buffer), 0, -1, -1, 0);
  PROBE("keyctl", SYS_keyctl, 0, -3, 0, 0, 0);
  PROBE("add_key", SYS_add_key, A("user"), A("x"), A("x"), 1, -3);
  PROBE("request_key", SYS_request_key, A("user"), A("x"), 0, -3);
  PROBE("mount", SYS_mount, A("none"), A("/tmp"), A("tmpfs"), 0, 0);
  PROBE("umount2", SYS_umount2, A("/nowhere"), 0);
  PROBE("pivot_root", SYS_pivot_root, A("/nowhere"), A("/nowhere"));
  PROBE("fsopen", 430, A("tmpfs"), 0);
  PROBE("move_mount", 429, 0, 0, 0, 0, 0);
  PROBE("mount_setattr", 442, 0, 0, 0, 0, 0);
  PROBE("open_tree", 428, AT_FDCWD, A("/"), 0);
  PROBE("quotactl", SYS_quotactl, 0, 0, 0, 0);
  PROBE("syslog", SYS_syslog, 10, 0, 0);
  PROBE("sethostname", SYS_sethostname, A("x"), 0);
  PROBE("clock_settime", SYS_clock_settime, 99, 0);
  PROBE("adjtimex", SYS_adjtimex, A(buffer));
  PROBE("finit_module", SYS_finit_module, -1, 0, 0);
  PROBE("kexec_load", SYS_kexec_load, 0, 0, 0, 0x10000000);
  PROBE("swapon", SYS_swapon, A("/nowhere"), 0);
  PROBE("acct", SYS_acct, A("/nowhere"));
  PROBE("a call that is not there yet", 4000);
#if defined(__x86_64__)
  PROBE("open", SYS_open, A(file), O_RDONLY);
  PROBE("creat", SYS_creat, A(scratch), 0600);
  PROBE("stat", SYS_stat, A(secret), A(buffer));
  PROBE("lstat", SYS_lstat, A(secret), A(buffer));
  PROBE("access", SYS_access, A(file), R_OK);
  PROBE("readlink", SYS_readlink, A("/proc/self/exe"), A(buffer), sizeof buffer);
  PROBE("chmod", SYS_chmod, A(file), 0666);
  PROBE("chown", SYS_chown, A(file), 0, 0);
  PROBE("utimes", SYS_utimes, A(file), 0);
  PROBE("rename", SYS_rename, A(scratch), A("/tmp/daymark-moved"));
  PROBE("link", SYS_link, A(file), A("/tmp/daymark-linked"));
  PROBE("unlink", SYS_unlink, A(scratch));
  PROBE("symlink", SYS_symlink, A(file), A("/tmp/daymark-linked"));
  PROBE("mkdir", SYS_mkdir, A("/tmp/daymark-made"), 0700);
  PROBE("rmdir", SYS_rmdir, A("/tmp/daymark-made"));
  PROBE("mknod", SYS_mknod, A("/tmp/daymark-made"), S_IFIFO | 0600, 0);
  PROBE("dup2", SYS_dup2, 0, 77);
  PROBE("pipe", SYS_pipe, A(buffer));
  PROBE("fork", SYS_fork);
  PROBE("vfork", SYS_vfork);
  PROBE("alarm", SYS_alarm, 0);
  PROBE("arch_prctl", SYS_arch_prctl, 0x1003, A(buffer));
  PROBE("modify_ldt", SYS_modify_ldt, 0, A(buffer), 16);
  PROBE("iopl", SYS_iopl, 3);
  PROBE("ioperm", SYS_ioperm, 0, 1, 1);
  PROBE("uselib", SYS_uselib, A("/nowhere"));
  PROBE("x32 socket", 0x40000000 | SYS_socket, AF_INET, SOCK_STREAM, 0);
  PROBE("x32 getpid", 0x40000000 | SYS_getpid);
  PROBE("x32 read", 0x40000000 | SYS_read, 0, A(buffer), 0);
  PROBE("x32 execve", 0x40000000 | 520, A("/bin/true"), A(arguments), 0);
  PROBE("getpid of i386", -SYS_getpid);
#endif
  *count = n;
  return probes;
}

static long call(const struct probe *probe) {
  const long *a = probe->arguments;
  long result;
#if defined(__x86_64__)
  if (probe->number < 0) {
    // 20 is getpid in the calls of i386.
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory", "r8", "r9", "r10", "r11");
    return result;
  }
  register long r10 __asm__("r10") = a[3];
  register long r8 __asm__("r8") = a[4];
  register long r9 __asm__("r9") = a[5];
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(probe->number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
#else
  result = syscall(probe->number, a[0], a[1], a[2], a[3], a[4], a[5]);
#endif
  return result;
}

int daymark_probe_count(void) {
  int count;
  all(&count);
  return count;
}

const char *daymark_probe_name(int probe) {
  int count;
  return all(&count)[probe].name;
}

bool daymark_probe(int probe) {
  int count;
  const struct probe *probes = all(&count);
  long result = call(&probes[probe]);
  // A process that was made must not go on as this one.
  bool makes_process = strstr(probes[probe].name, "fork") != NULL
      || strstr(probes[probe].name, "clone") != NULL;
  if (result == 0 && makes_process && getpid() == syscall(SYS_gettid)) _exit(0);
  return result >= 0;
}
