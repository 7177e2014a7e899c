#define _XOPEN_SOURCE 700
#include "CReactorTerminalText.h"

#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <wchar.h>

static pthread_once_t locale_once = PTHREAD_ONCE_INIT;

static void select_locale(void) {
  if (setlocale(LC_CTYPE, "") != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return;
  if (setlocale(LC_CTYPE, "C.UTF-8") == NULL) (void)setlocale(LC_CTYPE, "en_US.UTF-8");
}

void ct_select_utf8_locale(void) { (void)pthread_once(&locale_once, select_locale); }

int ct_width(uint32_t scalar) {
  (void)pthread_once(&locale_once, select_locale);
  return wcwidth((wchar_t)scalar);
}
