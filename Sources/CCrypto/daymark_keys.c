#include "daymark_crypto.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

static EVP_PKEY *pkey(const daymark_key *key) { return (EVP_PKEY *)key; }

// As in daymark_crypto.c: nothing here depends on the system's settings for TLS.
static void begin(void) { OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL); }

daymark_key *daymark_key_create(void) {
  begin();
  EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
  // No answer is better than a wrong one.
  if (key == NULL) abort();
  return (daymark_key *)key;
}

// Keeps a key of one of the algorithms that was read to its end.
static daymark_key *checked(EVP_PKEY *key, int is_whole) {
  ERR_clear_error();
  if (key != NULL && is_whole) return (daymark_key *)key;
  EVP_PKEY_free(key);
  return NULL;
}

daymark_key *daymark_key_read_private(const uint8_t *der, size_t count) {
  begin();
  const uint8_t *place = der;
  PKCS8_PRIV_KEY_INFO *info = d2i_PKCS8_PRIV_KEY_INFO(NULL, &place, (long)count);
  EVP_PKEY *key = info == NULL ? NULL : EVP_PKCS82PKEY(info);
  PKCS8_PRIV_KEY_INFO_free(info);
  return checked(key, place == der + count);
}

daymark_key *daymark_key_read_public(const uint8_t *der, size_t count) {
  begin();
  const uint8_t *place = der;
  EVP_PKEY *key = d2i_PUBKEY(NULL, &place, (long)count);
  return checked(key, place == der + count);
}

void daymark_key_free(daymark_key *key) { EVP_PKEY_free(pkey(key)); }

int daymark_key_algorithm(const daymark_key *key) {
  if (EVP_PKEY_is_a(pkey(key), "ED25519")) return DAYMARK_KEY_ED25519;
  if (!EVP_PKEY_is_a(pkey(key), "EC")) return DAYMARK_KEY_OTHER;
  char group[64];
  size_t length;
  // One whose curve is spelled out in numbers has no name.
  int is_named = EVP_PKEY_get_group_name(pkey(key), group, sizeof group, &length) == 1;
  ERR_clear_error();
  return is_named && strcmp(group, "prime256v1") == 0 ? DAYMARK_KEY_P256 : DAYMARK_KEY_OTHER;
}

size_t daymark_key_write_private(const daymark_key *key, uint8_t *der) {
  PKCS8_PRIV_KEY_INFO *info = EVP_PKEY2PKCS8(pkey(key));
  int count = info == NULL ? 0 : i2d_PKCS8_PRIV_KEY_INFO(info, NULL);
  size_t written = 0;
  if (count > 0 && count <= DAYMARK_KEY_MOST_BYTES) {
    uint8_t *place = der;
    written = (size_t)i2d_PKCS8_PRIV_KEY_INFO(info, &place);
  }
  PKCS8_PRIV_KEY_INFO_free(info);
  ERR_clear_error();
  return written;
}

size_t daymark_key_write_public(const daymark_key *key, uint8_t *der) {
  int count = i2d_PUBKEY(pkey(key), NULL);
  size_t written = 0;
  if (count > 0 && count <= DAYMARK_KEY_MOST_BYTES) {
    uint8_t *place = der;
    written = (size_t)i2d_PUBKEY(pkey(key), &place);
  }
  ERR_clear_error();
  return written;
}

// Ed25519 hashes for itself.
static const char *digest_name(const daymark_key *key) {
  return daymark_key_algorithm(key) == DAYMARK_KEY_ED25519 ? NULL : "SHA2-256";
}

size_t daymark_key_sign(const daymark_key *key, const uint8_t *bytes, size_t count, uint8_t *signature) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (context == NULL) abort();
  size_t written = DAYMARK_KEY_MOST_BYTES;
  int is_done =
      EVP_DigestSignInit_ex(context, NULL, digest_name(key), NULL, NULL, pkey(key), NULL) == 1 &&
      EVP_DigestSign(context, signature, &written, bytes, count) == 1;
  EVP_MD_CTX_free(context);
  ERR_clear_error();
  return is_done ? written : 0;
}

int daymark_key_verify(
    const daymark_key *key, const uint8_t *bytes, size_t count, const uint8_t *signature, size_t signature_count) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (context == NULL) abort();
  int is_good =
      EVP_DigestVerifyInit_ex(context, NULL, digest_name(key), NULL, NULL, pkey(key), NULL) == 1 &&
      EVP_DigestVerify(context, signature, signature_count, bytes, count) == 1;
  EVP_MD_CTX_free(context);
  ERR_clear_error();
  return is_good;
}

void daymark_hmac_sha256(
    const uint8_t *secret, size_t secret_count, const uint8_t *bytes, size_t count,
    uint8_t digest[DAYMARK_SHA256_BYTES]) {
  begin();
  size_t written = 0;
  if (EVP_Q_mac(NULL, "HMAC", NULL, "SHA2-256", NULL, secret, secret_count, bytes, count, digest,
          DAYMARK_SHA256_BYTES, &written) == NULL ||
      written != DAYMARK_SHA256_BYTES)
    abort();
}
