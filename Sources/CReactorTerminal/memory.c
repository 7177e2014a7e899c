#define _GNU_SOURCE
#include "CReactorTerminalMemory.h"

#include <malloc.h>
#include <string.h>
#include <sys/mman.h>

int ct_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

const void *ct_memory_find(const void *bytes, size_t count, const void *part, size_t part_count) {
  return memmem(bytes, count, part, part_count);
}

size_t ct_memory_allocated(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void ct_memory_return_large_blocks(void) { mallopt(M_MMAP_THRESHOLD, 128 * 1024); }

void ct_memory_share_arena(void) { mallopt(M_ARENA_MAX, 1); }
