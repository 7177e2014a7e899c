#ifndef REACTOR_CTERMINAL_SPAWN_H
#define REACTOR_CTERMINAL_SPAWN_H

#include <spawn.h>

/* Closes `first` and every descriptor above it in the program that is started. Happens there, so that no descriptor that
 * another thread opens meanwhile is missed. An error number, or 0. Swift sees no GNU extension of spawn.h. */
int ct_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

#endif
