#ifndef REACTOR_CTERMINAL_MEMORY_H
#define REACTOR_CTERMINAL_MEMORY_H

#include <stddef.h>

/* Creates a file in memory that is closed on exec. Returns -1 and sets errno on failure. */
int ct_memory_file(const char *name);

/* Returns the first occurrence of `part` in `bytes`, or NULL. Swift does not import memmem, a GNU extension. */
const void *ct_memory_find(const void *bytes, size_t count, const void *part, size_t part_count);

/* Returns the number of bytes that are allocated. Swift does not import malloc.h. */
size_t ct_memory_allocated(void);

/* Returns each freed block of at least 128 KB to the system. Otherwise that size grows with each such block, up to
   32 MB, and the threads keep most of what they have freed. */
void ct_memory_return_large_blocks(void);

/* Lets all threads allocate memory from the same arena. Otherwise each of them keeps what it has freed. */
void ct_memory_share_arena(void);

#endif
