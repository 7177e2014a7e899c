#ifndef SHOWROOM_CLIBRARIES_LIBRARY_H
#define SHOWROOM_CLIBRARIES_LIBRARY_H

#include <stddef.h>

/* A function to find in a library, and the place for its address. */
typedef struct {
  const char *name;
  void **address;
} cn_symbol;

/* Opens a library and finds its functions. Returns NULL, or the reason why it cannot be used. */
const char *cn_open(const char *library, const cn_symbol *symbols, size_t count);

#endif
