// For O_PATH.
#define _GNU_SOURCE
#include "daymark_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// openat2(2): linux/openat2.h is younger than some of the systems we build on.

#ifndef SYS_openat2
#define SYS_openat2 437
#endif

enum { RESOLVE_NO_SYMLINKS = 0x04, RESOLVE_BENEATH = 0x08 };

struct how {
  uint64_t flags;
  uint64_t mode;
  uint64_t resolve;
};

enum {
  ATTEMPTS = 4,
  // Doubled after each attempt: a tenth of a second in all.
  FIRST_PAUSE_NANOSECONDS = 15000000,
};

bool daymark_file_try_again(int error, int *attempts) {
  // A signal came first. That is no failure.
  if (error == EINTR) return true;
  if (error != EIO && error != EAGAIN) return false;
  if (*attempts + 1 >= ATTEMPTS) return false;
  struct timespec pause = {.tv_nsec = (long)FIRST_PAUSE_NANOSECONDS << *attempts};
  nanosleep(&pause, NULL);
  *attempts += 1;
  return true;
}

// Without openat2, which came with Linux 5.6: folder by folder.
static int open_part_by_part(int folder, const char *path, int flags) {
  char part[NAME_MAX + 1];
  int open_folder = folder;
  int result;
  do {
    size_t length = strcspn(path, "/");
    bool is_last = path[length] == '\0';
    if (length == 0 || length > NAME_MAX) {
      errno = length == 0 ? EINVAL : ENAMETOOLONG;
      result = -1;
    } else {
      memcpy(part, path, length);
      part[length] = '\0';
      bool leads_up = strcmp(part, "..") == 0;
      if (leads_up) errno = EXDEV;
      int way = O_PATH | O_DIRECTORY | O_CLOEXEC;
      result = leads_up ? -1 : openat(open_folder, part, (is_last ? flags : way) | O_NOFOLLOW);
    }
    int code = errno;
    if (open_folder != folder) close(open_folder);
    errno = code;
    if (is_last) return result;
    open_folder = result;
    path += length + 1;
  } while (result >= 0);
  return -1;
}

// Some containers answer EPERM to calls that they do not know.
static bool is_unknown_call(int error) { return error == ENOSYS || error == EPERM; }

static int open_resolved(int folder, const char *path, int flags, uint64_t resolve) {
  struct how how = {(uint64_t)flags, 0, resolve};
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int daymark_file_open_below(int folder, const char *path, int flags, bool follows_links) {
  uint64_t resolve = follows_links ? RESOLVE_BENEATH : RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  int descriptor = open_resolved(folder, path, flags, resolve);
  if (descriptor >= 0 || !is_unknown_call(errno)) return descriptor;
  return open_part_by_part(folder, path, flags);
}

int daymark_file_leads_out(int folder, const char *path) {
  int descriptor = open_resolved(folder, path, O_PATH | O_CLOEXEC, RESOLVE_BENEATH);
  if (descriptor >= 0) {
    close(descriptor);
    return 0;
  }
  // Without openat2 no link is followed, wherever it leads.
  if (errno == EXDEV || is_unknown_call(errno)) return 1;
  return errno == ENOENT || errno == ENOTDIR || errno == ELOOP ? 0 : -1;
}

int64_t daymark_file_size(int descriptor) {
  struct stat status;
  int attempts = 0;
  long result;
  do {
    result = syscall(SYS_fstat, descriptor, &status);
  } while (result != 0 && daymark_file_try_again(errno, &attempts));
  return result == 0 ? (int64_t)status.st_size : -1;
}

ssize_t daymark_file_read_at(int descriptor, void *buffer, size_t size, int64_t offset) {
  size_t filled = 0;
  int attempts = 0;
  while (filled < size) {
    ssize_t count =
        pread(descriptor, (char *)buffer + filled, size - filled, offset + (off_t)filled);
    if (count > 0) {
      filled += (size_t)count;
    } else if (count == 0) {
      break;
    } else if (!daymark_file_try_again(errno, &attempts)) {
      return -1;
    }
  }
  return (ssize_t)filled;
}

ssize_t daymark_file_read(int descriptor, void *buffer, size_t size) {
  int attempts = 0;
  ssize_t count;
  do {
    count = read(descriptor, buffer, size);
  } while (count < 0 && daymark_file_try_again(errno, &attempts));
  return count;
}

int64_t daymark_file_seek(int descriptor, int64_t offset, int origin) {
  int attempts = 0;
  int64_t position;
  do {
    position = lseek(descriptor, offset, origin);
  } while (position < 0 && daymark_file_try_again(errno, &attempts));
  return position;
}
