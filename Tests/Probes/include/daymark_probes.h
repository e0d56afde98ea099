#pragma once

#include <stdbool.h>

// What a reader that was taken over may try, one thing at a time. Each is one system call, made without the C
// library, which might refuse it first.

// How many there are.
int daymark_probe_count(void);

// What a probe tries, in words.
const char *daymark_probe_name(int probe);

// Tries it. Whether the system let it; a probe that it punishes ends the process.
bool daymark_probe(int probe);
