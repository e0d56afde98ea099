#pragma once

#include <stdint.h>

// Signs a digest with a key of a test: r, s, and 27 or 28. Returns 0 where the key is none.
int daymark_test_sign(const uint8_t digest[32], const uint8_t key[32], uint8_t signature[65]);
