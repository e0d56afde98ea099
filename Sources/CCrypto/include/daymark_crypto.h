#pragma once

#include <stddef.h>
#include <stdint.h>

// What Daymark takes of OpenSSL's libcrypto, behind a header that shows nothing of it. What cannot fail
// but for want of memory ends the process then, as an allocation of Swift does.

enum { DAYMARK_SHA256_BYTES = 32 };

// SHA-256 over bytes that come piece by piece; FIPS 180-4.
typedef struct daymark_sha256 daymark_sha256;

// Begins with no bytes.
daymark_sha256 *daymark_sha256_create(void);

// The same bytes so far, to go on with apart.
daymark_sha256 *daymark_sha256_copy(const daymark_sha256 *hash);

void daymark_sha256_free(daymark_sha256 *hash);

// Adds the next bytes.
void daymark_sha256_add(daymark_sha256 *hash, const void *bytes, size_t count);

// Writes the digest of all bytes that were added, after which none can be.
void daymark_sha256_finish(daymark_sha256 *hash, uint8_t digest[DAYMARK_SHA256_BYTES]);
