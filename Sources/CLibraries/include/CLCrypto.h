/* Digests computed by libcrypto. */
#ifndef SHOWROOM_CLCRYPTO_H
#define SHOWROOM_CLCRYPTO_H

#include <stddef.h>
#include <stdint.h>

/* Opens libcrypto once for the process. Returns NULL, or the reason why it cannot be used. Safe to call from any thread. */
const char *cn_open_crypto(void);

typedef struct cn_digest cn_digest;
enum cn_algorithm { CN_MD5, CN_SHA1, CN_SHA256 };

/* Returns NULL if the algorithm is not available or memory is exhausted. */
cn_digest *cn_digest_new(enum cn_algorithm algorithm);
cn_digest *cn_digest_copy(const cn_digest *digest);
void cn_digest_update(cn_digest *digest, const void *bytes, size_t count);
/* Writes at most 32 bytes and returns the number written. The digest must not be updated afterward. */
size_t cn_digest_finish(cn_digest *digest, uint8_t *output);
void cn_digest_free(cn_digest *digest);
/* Computes an HMAC-SHA-256, which has 32 bytes. Returns 0 on failure. */
int cn_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count, uint8_t *output);

#endif
