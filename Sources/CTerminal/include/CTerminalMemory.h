#ifndef REACTOR_CTERMINAL_MEMORY_H
#define REACTOR_CTERMINAL_MEMORY_H

/* A file in memory, closed on exec; -1 with errno set if there is none to be had. */
int ct_memory_file(const char *name);

#endif
