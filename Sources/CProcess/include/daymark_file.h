#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// System calls on the files of an input. What the system fails to do says nothing of the file: each
// failure is tried again while it may pass, and then told with the system's number of it.

// Whether a call that failed with `error` is worth another attempt; waits a moment before that.
// `attempts` counts those made so far and begins at 0. A false answer leaves errno as it is.
bool daymark_file_try_again(int error, int *attempts);

// Opens what lies below an open folder, and not out of it: through no link, or through such as lead elsewhere in it.
// Where the kernel cannot keep links within the folder, none is followed.
int daymark_file_open_below(int folder, const char *path, int flags, bool follows_links);

// Whether a link below an open folder leads out of it: 1, or 0 of one that leads elsewhere in it, or nowhere; -1 for an
// error. A link that begins at the root leads out.
int daymark_file_leads_out(int folder, const char *path);

// The size of a file; -1 for an error. A reader is not let ask as fstat(3) does, which goes by a path that is empty.
int64_t daymark_file_size(int descriptor);

// Reads from `offset` as pread(2) does, but all of `size` bytes unless the file ends before that.
ssize_t daymark_file_read_at(int descriptor, void *buffer, size_t size, int64_t offset);

// Reads as read(2) does.
ssize_t daymark_file_read(int descriptor, void *buffer, size_t size);

// Moves as lseek(2) does.
int64_t daymark_file_seek(int descriptor, int64_t offset, int origin);
