/* libcurl. Each of its variadic functions has one wrapper per argument type. */
#ifndef SHOWROOM_CLCURL_H
#define SHOWROOM_CLCURL_H

#include <curl/curl.h>
#include <stddef.h>
#include <stdint.h>

/* Opens libcurl once for the process. Returns NULL, or the reason why it cannot be used. Safe to call from any thread. */
const char *cn_open_curl(void);

/* Requests. */

typedef struct {
  curl_write_callback write;
  curl_write_callback header;
  curl_read_callback read;
  curl_seek_callback seek;
  curl_prereq_callback started;
} cn_callbacks;

CURL *cn_easy_new(void);
void cn_easy_free(CURL *easy);
CURLcode cn_easy_pause(CURL *easy, int mask);
CURLcode cn_set_number(CURL *easy, CURLoption option, long value);
CURLcode cn_set_size(CURL *easy, CURLoption option, int64_t value);
CURLcode cn_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode cn_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode cn_set_buffer(CURL *easy, CURLoption option, char *value);
/* Copies the bytes. */
CURLcode cn_set_bytes(CURL *easy, CURLoption option, const void *bytes, size_t count);
CURLcode cn_set_callbacks(CURL *easy, cn_callbacks callbacks, void *context);
/* Limits the unsent bytes that the system buffers, so that accepted bytes are about to leave the computer. */
CURLcode cn_set_unsent_limit(CURL *easy, int bytes);
long cn_number(CURL *easy, CURLINFO info);
int64_t cn_size(CURL *easy, CURLINFO info);
/* The server's certificates if they were requested, or NULL. */
const struct curl_certinfo *cn_certificates(CURL *easy);
struct curl_slist *cn_list_append(struct curl_slist *list, const char *text);
void cn_list_free(struct curl_slist *list);
const char *cn_error_text(CURLcode code);
/* The path of the system's certificate file, or NULL if libcurl has no default. */
const char *cn_system_certificates(void);

/* Concurrent requests. */

CURLM *cn_multi_new(void);
void cn_multi_free(CURLM *multi);
CURLMcode cn_multi_add(CURLM *multi, CURL *easy);
CURLMcode cn_multi_remove(CURLM *multi, CURL *easy);
CURLMcode cn_multi_perform(CURLM *multi);
CURLMcode cn_multi_poll(CURLM *multi, int milliseconds);
CURLMcode cn_multi_wakeup(CURLM *multi);
/* Returns the next completed request and its result, or NULL if there is none. */
CURL *cn_multi_ended(CURLM *multi, CURLcode *result);

#endif
