#ifndef SHOWROOM_CLIBRARIES_LIBRARY_H
#define SHOWROOM_CLIBRARIES_LIBRARY_H

#include <pthread.h>
#include <stddef.h>

/* A function to find in a library, and the place for its address. */
typedef struct {
  const char *name;
  void **address;
} cn_symbol;

/* Opens a library and finds its functions. Returns NULL, or the reason why it cannot be used. */
const char *cn_open(const char *library, const cn_symbol *symbols, size_t count);

/*
 * Defines pointers p_name to all FUNCTIONS, which a file lists before, and the function `opening`, which opens their
 * library once and returns NULL, or the reason why it cannot be used. `start`, if not NULL, prepares the library and
 * returns the same.
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
