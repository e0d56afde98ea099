#pragma once

#include <stdint.h>

// What Daymark takes of libsecp256k1, behind a header that shows nothing of it.

// Writes x and y of the public key that made a signature over a digest.
//
// `signature` is r and s, and `parity` which of the two keys it is. Returns 0 where no key made it.
int daymark_secp256k1_recover(
    const uint8_t digest[32], const uint8_t signature[64], int parity, uint8_t public_key[64]);
