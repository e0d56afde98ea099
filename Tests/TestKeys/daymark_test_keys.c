#include "daymark_test_keys.h"

#include <secp256k1.h>
#include <secp256k1_recovery.h>

int daymark_test_sign(const uint8_t digest[32], const uint8_t key[32], uint8_t signature[65]) {
  secp256k1_context *context = secp256k1_context_create(SECP256K1_CONTEXT_SIGN);
  secp256k1_ecdsa_recoverable_signature made;
  int parity = 0;
  int done = context != NULL
      && secp256k1_ecdsa_sign_recoverable(context, &made, digest, key, NULL, NULL)
      && secp256k1_ecdsa_recoverable_signature_serialize_compact(
          context, signature, &parity, &made);
  signature[64] = (uint8_t)(27 + parity);
  if (context != NULL) secp256k1_context_destroy(context);
  return done;
}
