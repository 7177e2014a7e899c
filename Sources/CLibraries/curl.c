#define CURL_DISABLE_TYPECHECK
#include "CLCurl.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "library.h"

#define FUNCTIONS(X)                                                                                                    \
  X(curl_global_init) X(curl_version_info) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_pause) X(curl_easy_setopt) \
  X(curl_easy_getinfo) X(curl_easy_strerror) X(curl_slist_append) X(curl_slist_free_all) X(curl_multi_init)             \
  X(curl_multi_cleanup) X(curl_multi_add_handle) X(curl_multi_remove_handle) X(curl_multi_perform) X(curl_multi_poll)   \
  X(curl_multi_wakeup) X(curl_multi_info_read)

static const char *start(void);
LIBRARY(cn_open_curl, "libcurl.so.4", start)

static const char *start(void) {
  if (p_curl_global_init(CURL_GLOBAL_ALL) != CURLE_OK) return "it could not be initialized";
  return p_curl_version_info(CURLVERSION_NOW)->version_num < 0x075500 ? "version 7.85 or later is required" : NULL;
}

CURL *cn_easy_new(void) { return p_curl_easy_init(); }
void cn_easy_free(CURL *easy) { p_curl_easy_cleanup(easy); }
CURLcode cn_easy_pause(CURL *easy, int mask) { return p_curl_easy_pause(easy, mask); }
CURLcode cn_set_number(CURL *easy, CURLoption option, long value) { return p_curl_easy_setopt(easy, option, value); }
CURLcode cn_set_size(CURL *easy, CURLoption option, int64_t value) {
  return p_curl_easy_setopt(easy, option, (curl_off_t)value);
}
CURLcode cn_set_text(CURL *easy, CURLoption option, const char *value) { return p_curl_easy_setopt(easy, option, value); }
CURLcode cn_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return p_curl_easy_setopt(easy, option, value);
}
CURLcode cn_set_buffer(CURL *easy, CURLoption option, char *value) { return p_curl_easy_setopt(easy, option, value); }

CURLcode cn_set_bytes(CURL *easy, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
  return p_curl_easy_setopt(easy, option, &blob);
}

CURLcode cn_set_callbacks(CURL *easy, cn_callbacks callbacks, void *context) {
  p_curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callbacks.write);
  p_curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
  p_curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callbacks.header);
  p_curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  p_curl_easy_setopt(easy, CURLOPT_READFUNCTION, callbacks.read);
  p_curl_easy_setopt(easy, CURLOPT_READDATA, context);
  p_curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callbacks.seek);
  p_curl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
  p_curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callbacks.started);
  return p_curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

static int limit_unsent(void *context, curl_socket_t socket, curlsocktype purpose) {
  (void)purpose;
  int bytes = (int)(intptr_t)context;
  /* A failure is ignored, because it only makes progress less exact. */
  (void)setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof bytes);
  return CURL_SOCKOPT_OK;
}

CURLcode cn_set_unsent_limit(CURL *easy, int bytes) {
  p_curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, limit_unsent);
  return p_curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, (void *)(intptr_t)bytes);
}

long cn_number(CURL *easy, CURLINFO info) {
  long value = 0;
  p_curl_easy_getinfo(easy, info, &value);
  return value;
}

int64_t cn_size(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  p_curl_easy_getinfo(easy, info, &value);
  return value;
}

const struct curl_certinfo *cn_certificates(CURL *easy) {
  struct curl_certinfo *value = NULL;
  p_curl_easy_getinfo(easy, CURLINFO_CERTINFO, &value);
  return value;
}

struct curl_slist *cn_list_append(struct curl_slist *list, const char *text) { return p_curl_slist_append(list, text); }
void cn_list_free(struct curl_slist *list) { p_curl_slist_free_all(list); }
const char *cn_error_text(CURLcode code) { return p_curl_easy_strerror(code); }
const char *cn_system_certificates(void) { return p_curl_version_info(CURLVERSION_NOW)->cainfo; }

CURLM *cn_multi_new(void) { return p_curl_multi_init(); }
void cn_multi_free(CURLM *multi) { p_curl_multi_cleanup(multi); }
CURLMcode cn_multi_add(CURLM *multi, CURL *easy) { return p_curl_multi_add_handle(multi, easy); }
CURLMcode cn_multi_remove(CURLM *multi, CURL *easy) { return p_curl_multi_remove_handle(multi, easy); }

CURLMcode cn_multi_perform(CURLM *multi) {
  int running = 0;
  return p_curl_multi_perform(multi, &running);
}

CURLMcode cn_multi_poll(CURLM *multi, int milliseconds) { return p_curl_multi_poll(multi, NULL, 0, milliseconds, NULL); }
CURLMcode cn_multi_wakeup(CURLM *multi) { return p_curl_multi_wakeup(multi); }

CURL *cn_multi_ended(CURLM *multi, CURLcode *result) {
  int rest = 0;
  CURLMsg *message;
  while ((message = p_curl_multi_info_read(multi, &rest))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}
