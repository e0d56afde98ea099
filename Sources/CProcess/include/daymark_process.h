#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What runs and the processes that they start need, by system calls that Swift cannot make.
// Each gives 0, or the number of the error, if nothing else is said. Calls on files are in daymark_file.h.

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
