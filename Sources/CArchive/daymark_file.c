#include "daymark_file.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

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
