#ifndef REACTOR_CTERMINAL_SPAWN_H
#define REACTOR_CTERMINAL_SPAWN_H

#include <spawn.h>

/* Makes the started program close `first` and all higher descriptors, including those that other threads open meanwhile.
 * Returns 0 or an error number. Swift does not import the GNU extensions of spawn.h. */
int ct_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/* The flag that starts a program in a session of its own: POSIX_SPAWN_SETSID, another GNU extension. */
static const int CT_SPAWN_SETSID = 0x80;

#endif
