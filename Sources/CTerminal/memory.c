#define _GNU_SOURCE
#include "CTerminalMemory.h"

#include <sys/mman.h>

int ct_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
