#ifndef SHOWROOM_CLIBRARIES_LIBRARY_H
#define SHOWROOM_CLIBRARIES_LIBRARY_H

#include <pthread.h>
#include <stddef.h>

/* A function to look up in a library, and the pointer that receives its address. */
typedef struct {
  const char *name;
  void **address;
} cn_symbol;

/* Opens a library and looks up its functions. Returns NULL, or the reason why it cannot be used. */
const char *cn_open(const char *library, const cn_symbol *symbols, size_t count);

/*
 * Defines a pointer p_name for each of FUNCTIONS, which the file defines first, and the function `opening`, which opens
 * the library once and returns NULL, or the reason why it cannot be used. `start`, if not NULL, initializes the library
 * and returns a result of the same kind.
 */
#define LIBRARY(opening, file, start)                                                                              \
  FUNCTIONS(CN_POINTER)                                                                                            \
  static const cn_symbol symbols[] = {FUNCTIONS(CN_SYMBOL)};                                                       \
  static const char *failure;                                                                                      \
  static void open_library(void) {                                                                                 \
    const char *(*const starting)(void) = start;                                                                   \
    failure = cn_open(file, symbols, sizeof symbols / sizeof *symbols);                                            \
    if (!failure && starting) failure = starting();                                                                \
  }                                                                                                                \
  const char *opening(void) {                                                                                      \
    static pthread_once_t once = PTHREAD_ONCE_INIT;                                                                \
    pthread_once(&once, open_library);                                                                             \
    return failure;                                                                                                \
  }

#define CN_POINTER(name) static __typeof__(&name) p_##name;
#define CN_SYMBOL(name) {#name, (void **)&p_##name},

#endif
