#pragma once

#include <stdbool.h>
#include <stdint.h>

// What the processes that read strangers' files give up, by the kernel's means. Each gives 0, or the number of
// the error, if nothing else is said.

// The exit status of a reader that was asked to tell of the call for which the kernel ends readers.
enum { DAYMARK_REFUSED_CALL = 77 };

// Whether the kernel has Landlock.
bool daymark_has_landlock(void);

// Leaves no file to be opened, and no system call but those that reading needs; for all threads and all
// processes that are made, for ever. The process that makes readers can go on doing so. Whoever makes another
// call is ended by SIGSYS; but a call that is newer than the list fails with ENOSYS, and one that only looks
// for a file with EACCES, because libraries try them and do without.
//
// A kernel without Landlock leaves that out.
//
// - tells_of_calls: Has a reader say the number of the call on standard error instead, and exit with
//   DAYMARK_REFUSED_CALL.
int daymark_confine_worker(bool tells_of_calls);

// Takes from a reader, a process that `daymark_confine_worker` holds in already, also what the making of readers
// needs: to start processes, to signal others, to send descriptors, to change limits.
int daymark_confine_reader(void);

// Refuses this process, all its threads and all programs that it starts what it takes to talk over a network, for ever:
// to make a socket, connect it, give it an address or listen on it fails with EACCES, and there is no io_uring. A pair
// of connected sockets within the process can be made (AF_UNIX). Sockets that were there before stay.
int daymark_refuse_network(void);

// Bounds the addresses that this process can have.
int daymark_limit_memory(uint64_t bytes);

// Has this process, and those that it starts, leave no core behind.
int daymark_leave_no_core(void);
