#include "daymark_secp256k1.h"

#include <pthread.h>
#include <secp256k1.h>
#include <secp256k1_recovery.h>
#include <string.h>

static secp256k1_context *context;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Needs no protection against measuring its time: nothing here is secret.
static void create(void) { context = secp256k1_context_create(SECP256K1_CONTEXT_VERIFY); }

int daymark_secp256k1_recover(
    const uint8_t digest[32], const uint8_t signature[64], int parity, uint8_t public_key[64]) {
  pthread_once(&once, create);
  if (context == NULL || (parity != 0 && parity != 1)) return 0;
  secp256k1_ecdsa_recoverable_signature parsed;
  secp256k1_pubkey key;
  if (!secp256k1_ecdsa_recoverable_signature_parse_compact(context, &parsed, signature, parity) ||
      !secp256k1_ecdsa_recover(context, &key, &parsed, digest))
    return 0;
  // A byte that says that the point is written whole, then x and y.
  uint8_t point[65];
  size_t length = sizeof point;
  secp256k1_ec_pubkey_serialize(context, point, &length, &key, SECP256K1_EC_UNCOMPRESSED);
  memcpy(public_key, point + 1, 64);
  return 1;
}
