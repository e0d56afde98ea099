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

// Keys of signatures: Ed25519 (RFC 8032), and ECDSA over P-256 with SHA-256 (FIPS 186-5), whose signatures are the DER
// of r and s. Private halves are PKCS#8 (RFC 5958) and public ones SubjectPublicKeyInfo (RFC 5280), both in DER.

enum {
  DAYMARK_KEY_OTHER = 0,
  DAYMARK_KEY_ED25519 = 1,
  DAYMARK_KEY_P256 = 2,
  // More than any key or signature here has.
  DAYMARK_KEY_MOST_BYTES = 512,
};

typedef struct daymark_key daymark_key;

// A new key of Ed25519.
daymark_key *daymark_key_create(void);

// Each reads all of the bytes or none; NULL where they are no such key.
daymark_key *daymark_key_read_private(const uint8_t *der, size_t count);
daymark_key *daymark_key_read_public(const uint8_t *der, size_t count);

void daymark_key_free(daymark_key *key);

// Which of the algorithms it is of.
int daymark_key_algorithm(const daymark_key *key);

// Each writes into room of DAYMARK_KEY_MOST_BYTES and returns how many bytes, 0 where the key has no such half.
size_t daymark_key_write_private(const daymark_key *key, uint8_t *der);
size_t daymark_key_write_public(const daymark_key *key, uint8_t *der);

// Signs bytes; as above.
size_t daymark_key_sign(const daymark_key *key, const uint8_t *bytes, size_t count, uint8_t *signature);

// Whether a signature is one of these bytes by this key.
int daymark_key_verify(
    const daymark_key *key, const uint8_t *bytes, size_t count, const uint8_t *signature, size_t signature_count);

// HMAC with SHA-256; RFC 2104.
void daymark_hmac_sha256(
    const uint8_t *secret, size_t secret_count, const uint8_t *bytes, size_t count,
    uint8_t digest[DAYMARK_SHA256_BYTES]);
