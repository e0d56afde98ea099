#pragma once

#include <archive.h>

// The name of libarchive for the system's loader. No header of it says so.
#define DAYMARK_LIBARCHIVE "libarchive.so.13"
_Static_assert(ARCHIVE_VERSION_NUMBER / 1000000 == 3, "libarchive.so.13 is libarchive 3");
