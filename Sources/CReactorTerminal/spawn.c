#define _GNU_SOURCE
#include "CReactorTerminalSpawn.h"

_Static_assert(POSIX_SPAWN_SETSID == 0x80, "the flag is part of the binary interface");

int ct_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
