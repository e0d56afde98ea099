#include "daymark_crypto.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdlib.h>

static EVP_MD *sha256;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fetch(void) {
  // The system's settings for TLS are not for digests, and a worker may read no such file.
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
  // Once, because looking it up takes longer than a digest.
  sha256 = EVP_MD_fetch(NULL, "SHA2-256", NULL);
}

// No answer is better than a wrong one.
static void require(int is_done) {
  if (!is_done) abort();
}

static EVP_MD_CTX *context(const daymark_sha256 *hash) { return (EVP_MD_CTX *)hash; }

daymark_sha256 *daymark_sha256_create(void) {
  pthread_once(&once, fetch);
  require(sha256 != NULL);
  EVP_MD_CTX *hash = EVP_MD_CTX_new();
  require(hash != NULL && EVP_DigestInit_ex2(hash, sha256, NULL) == 1);
  return (daymark_sha256 *)hash;
}

daymark_sha256 *daymark_sha256_copy(const daymark_sha256 *hash) {
  EVP_MD_CTX *copy = EVP_MD_CTX_new();
  require(copy != NULL && EVP_MD_CTX_copy_ex(copy, context(hash)) == 1);
  return (daymark_sha256 *)copy;
}

void daymark_sha256_free(daymark_sha256 *hash) { EVP_MD_CTX_free(context(hash)); }

void daymark_sha256_add(daymark_sha256 *hash, const void *bytes, size_t count) {
  require(EVP_DigestUpdate(context(hash), bytes, count) == 1);
}

void daymark_sha256_finish(daymark_sha256 *hash, uint8_t digest[DAYMARK_SHA256_BYTES]) {
  require(EVP_DigestFinal_ex(context(hash), digest, NULL) == 1);
}
