#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What runs and the processes that read strangers' files need, by system calls that Swift cannot make.
// Each gives 0, or the number of the error, if nothing else is said.

// Has the first SIGINT or SIGTERM written to a pipe, its number as one byte; a second signal ends the
// process. A signal that is ignored stays so, as under nohup(1). Gives the pipe's end to read from; -1
// when there can be none. To be called once.
int daymark_catch_interrupts(void);

// Has the system end this process with the thread that started it. ESRCH: its parent, `parent`, has
// ended already.
int daymark_end_with_parent(pid_t parent);

// Makes a pipe whose ends no other program inherits, whichever thread starts one at that moment.
int daymark_pipe(int ends[2]);

// Makes everything last that was done in the file system of an open file.
int daymark_flush_file_system(int descriptor);

// The name of a signal, as in `SEGV`; NULL when it has none.
const char *daymark_signal_name(int signal);

// Bounds the addresses that this process can have, and has it leave no core behind.
int daymark_limit_memory(uint64_t bytes);

// Leaves files below the folders to be read, files below `scratch` to be made and written, and no
// others; for this thread and those that it starts. ENOSYS or EOPNOTSUPP: the kernel has no Landlock.
int daymark_confine_files(const char *const *folders, size_t count, const char *scratch);

// Takes away sockets, other programs and processes, and the writing of files that were there before;
// for all threads, for ever.
int daymark_confine_calls(void);
