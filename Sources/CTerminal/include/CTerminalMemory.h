#ifndef REACTOR_CTERMINAL_MEMORY_H
#define REACTOR_CTERMINAL_MEMORY_H

/* Creates a file in memory that is closed on exec. Returns -1 and sets errno on failure. */
int ct_memory_file(const char *name);

#endif
