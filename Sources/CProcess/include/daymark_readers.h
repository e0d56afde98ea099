#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A process that does nothing but make others, each of which reads for one subject, and the sockets between
// them and a run. Each function gives 0, or the number of the error, if nothing else is said.

// Makes two connected sockets that no other program inherits. `keeps_packets`: what is sent at a time comes at
// a time.
int daymark_socket_pair(int ends[2], bool keeps_packets);

// Sends bytes over a socket, and descriptors with the first of them, without waiting for room. The number of
// bytes that there was room for; -1 for an error, which errno has: EAGAIN when there is no room.
ssize_t daymark_send(
    int socket, const void *bytes, size_t size, const int *descriptors, size_t count);

// Waits for bytes on a socket, `size` of them at most, and takes a descriptor that comes with them; -1 in
// `*descriptor` when none does. The number of bytes, 0 at the end; -1 for an error, which errno has.
ssize_t daymark_receive(int socket, void *bytes, size_t size, int *descriptor);

// Makes a file of bytes that is in memory alone. Its descriptor, or -1 for an error, which errno has.
int daymark_make_memory_file(const void *bytes, size_t size);

// Closes whatever a program that started this one left open, but for the descriptors 0, 1 and 2.
void daymark_close_others(void);

// What a reader's leash says once, when the reader is no more.
typedef struct {
  // The error for which no reader could be made; else 0.
  int32_t error;
  // How it ended, as waitpid gives it.
  int32_t status;
} daymark_reader_end;

// Makes readers by fork, as long as somebody wants some at the other end of `control`. A packet there of one
// byte and three descriptors asks for one: its socket, what takes its words, and its leash. When the leash's
// other end is closed the reader is killed; when the reader ends its leash says how.
//
// Never comes back, but in each reader: there its socket is descriptor 0, its words are 1 and 2, and no other
// is open. The process must have no other thread, so it may have started none.
//
// - memory: The most addresses of a reader, in bytes.
void daymark_make_readers(int control, uint64_t memory);

// Ends this process in the way that another has ended, which waitpid told of.
_Noreturn void daymark_end_as(int status);
