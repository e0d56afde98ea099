#include "daymark_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool daymark_library_find(
    const char *file, const char *const *names, size_t count, void *table) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return false;
  for (size_t index = 0; index < count; index++) {
    void *function = dlsym(library, names[index]);
    if (function == NULL) return false;
    memcpy((char *)table + index * sizeof function, &function, sizeof function);
  }
  return true;
}

bool daymark_library_require(
    const char *file, const char *const *names, size_t count, void *table) {
  if (daymark_library_find(file, names, count, table)) return true;
  fprintf(stderr, "daymark: error while loading shared libraries: %s\n", dlerror());
  // Not exit(3): its handlers would run while other threads are at work.
  _exit(127);
}
