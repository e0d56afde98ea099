#pragma once

#include <stdint.h>

// What the processes that read strangers' files give up, by the kernel's means. Each gives 0, or the number of
// the error.

// Leaves no file to be opened, and takes away sockets, other programs and whatever else reading does not need;
// for all threads and all processes that are made, for ever. The process that makes readers can go on doing so.
//
// A kernel without Landlock leaves that out.
int daymark_confine_worker(void);

// Takes from a reader, a process that `daymark_confine_worker` holds in already, also what the making of readers
// needs: to start processes, and to signal others.
int daymark_confine_reader(void);

// Bounds the addresses that this process can have, and has it leave no core behind.
int daymark_limit_memory(uint64_t bytes);
