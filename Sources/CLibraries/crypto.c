#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "CLCrypto.h"
#include "library.h"

#define FUNCTIONS(X)                                                                                          \
  X(EVP_MD_CTX_new) X(EVP_MD_CTX_free) X(EVP_MD_CTX_copy_ex) X(EVP_DigestInit_ex) X(EVP_DigestUpdate)         \
  X(EVP_DigestFinal_ex) X(EVP_md5) X(EVP_sha1) X(EVP_sha256) X(HMAC)

LIBRARY(cn_open_crypto, "libcrypto.so.3", NULL)

static EVP_MD_CTX *context(cn_digest *digest) { return (EVP_MD_CTX *)digest; }

cn_digest *cn_digest_new(enum cn_algorithm algorithm) {
  const EVP_MD *kind = algorithm == CN_MD5 ? p_EVP_md5() : algorithm == CN_SHA1 ? p_EVP_sha1() : p_EVP_sha256();
  EVP_MD_CTX *made = p_EVP_MD_CTX_new();
  if (made && kind && p_EVP_DigestInit_ex(made, kind, NULL)) return (cn_digest *)made;
  p_EVP_MD_CTX_free(made);
  return NULL;
}

cn_digest *cn_digest_copy(const cn_digest *digest) {
  EVP_MD_CTX *copy = p_EVP_MD_CTX_new();
  if (copy && p_EVP_MD_CTX_copy_ex(copy, (const EVP_MD_CTX *)digest)) return (cn_digest *)copy;
  p_EVP_MD_CTX_free(copy);
  return NULL;
}

void cn_digest_update(cn_digest *digest, const void *bytes, size_t count) {
  p_EVP_DigestUpdate(context(digest), bytes, count);
}

size_t cn_digest_finish(cn_digest *digest, uint8_t *output) {
  unsigned count = 0;
  return p_EVP_DigestFinal_ex(context(digest), output, &count) ? count : 0;
}

void cn_digest_free(cn_digest *digest) { p_EVP_MD_CTX_free(context(digest)); }

int cn_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count, uint8_t *output) {
  unsigned size = 32;
  /* HMAC reuses the previous key if the key is NULL. */
  return p_HMAC(p_EVP_sha256(), key_count ? key : "", (int)key_count, bytes, count, output, &size) != NULL;
}
