#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// Libraries that are loaded when the first of their functions is called, because loading them at every start takes
// longer than many commands do.

// Loads a library, and writes the addresses of its functions to a table. False where there is no such library or
// function; then a part of the table may be written.
bool daymark_library_find(
    const char *file, const char *const *names, size_t count, void *table);

// The same for a library that must be there. Where it is not, the process ends as it does when the system's loader
// finds none: with a message, and 127.
bool daymark_library_require(
    const char *file, const char *const *names, size_t count, void *table);

#define DAYMARK_LIBRARY_MEMBER(function) __typeof__(function) *function;
#define DAYMARK_LIBRARY_NAME(function) #function,

// What the two below have in common; `find` is one of the functions above.
#define DAYMARK_LIBRARY_BY(find, library, file, FUNCTIONS)                               \
  static struct library##_functions {                                                    \
    FUNCTIONS(DAYMARK_LIBRARY_MEMBER)                                                    \
  } library##_table;                                                                     \
  static bool library##_is_there;                                                        \
                                                                                         \
  static void library##_load(void) {                                                     \
    static const char *const names[] = {FUNCTIONS(DAYMARK_LIBRARY_NAME)};                \
    library##_is_there = find(file, names, sizeof names / sizeof *names, &library##_table); \
  }                                                                                      \
                                                                                         \
  static const struct library##_functions *library(void) {                               \
    static pthread_once_t once = PTHREAD_ONCE_INIT;                                      \
    pthread_once(&once, library##_load);                                                 \
    return library##_is_there ? &library##_table : NULL;                                 \
  }

// Defines `library()`, which gives the functions of a library by their own names, as in
// `libarchive()->archive_read_new()`.
//
// `file` is the library's name for the system's loader; `FUNCTIONS(F)` is `F(…)` of each function that is called.
#define DAYMARK_LIBRARY(library, file, FUNCTIONS) \
  DAYMARK_LIBRARY_BY(daymark_library_require, library, file, FUNCTIONS)

// The same for a library that may be missing: then `library()` is NULL.
#define DAYMARK_OPTIONAL_LIBRARY(library, file, FUNCTIONS) \
  DAYMARK_LIBRARY_BY(daymark_library_find, library, file, FUNCTIONS)
