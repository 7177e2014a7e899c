#include "library.h"

#include <dlfcn.h>
#include <string.h>

static const char *reason(void) {
  const char *text = dlerror();
  const char *copy = text ? strdup(text) : NULL;
  return copy ? copy : "out of memory";
}

const char *cn_open(const char *library, const cn_symbol *symbols, size_t count) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return reason();
  for (size_t index = 0; index < count; index++) {
    *symbols[index].address = dlsym(handle, symbols[index].name);
    if (!*symbols[index].address) return reason();
  }
  return NULL;
}
