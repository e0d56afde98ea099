#include "daymark_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void *found(void *result) {
  if (result != NULL) return result;
  fprintf(stderr, "daymark: error while loading shared libraries: %s\n", dlerror());
  // Not exit(3): its handlers would run while other threads are at work.
  _exit(127);
}

void daymark_library_load(
    const char *file, const char *const *names, size_t count, void *table) {
  void *library = found(dlopen(file, RTLD_NOW | RTLD_LOCAL));
  for (size_t index = 0; index < count; index++) {
    void *function = found(dlsym(library, names[index]));
    memcpy((char *)table + index * sizeof function, &function, sizeof function);
  }
}
