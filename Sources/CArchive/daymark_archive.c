#include "daymark_archive.h"
