#ifndef INTERLUDE_CCRYPTO_SHIM_H
#define INTERLUDE_CCRYPTO_SHIM_H
// OpenSSL advises against the functions of single algorithms since 3.0. Its general interface looks its algorithms up at
// run time, so an archive of it cannot be linked in parts: five megabytes and a file of settings for what takes 20 KB.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/md5.h>
#include <openssl/sha.h>

static inline void interlude_sha256(const void *bytes, size_t count, unsigned char *digest) {
  SHA256_CTX state;
  SHA256_Init(&state);
  SHA256_Update(&state, bytes, count);
  SHA256_Final(digest, &state);
}

static inline void interlude_sha1(const void *bytes, size_t count, unsigned char *digest) {
  SHA_CTX state;
  SHA1_Init(&state);
  SHA1_Update(&state, bytes, count);
  SHA1_Final(digest, &state);
}

static inline void interlude_md5(const void *bytes, size_t count, unsigned char *digest) {
  MD5_CTX state;
  MD5_Init(&state);
  MD5_Update(&state, bytes, count);
  MD5_Final(digest, &state);
}
#endif
