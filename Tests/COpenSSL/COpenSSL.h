#ifndef SHOWROOM_COPENSSL_H
#define SHOWROOM_COPENSSL_H
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/ssl.h>
#endif
