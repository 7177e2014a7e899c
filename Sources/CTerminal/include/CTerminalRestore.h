#ifndef REACTOR_CTERMINAL_RESTORE_H
#define REACTOR_CTERMINAL_RESTORE_H

#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/* What giving the terminal back takes is stored in advance, so that any way out of the process, a signal handler and
 * exit() among them, can do it without allocating or asking anyone.
 *
 * From arming on, standard error is kept in memory when it is a terminal: nothing may print over the screen. Restoring
 * replays it. Returns 0, or -1 with errno set when `bytes` is too long. */
int ct_restore_arm(int descriptor, const struct termios *found, const uint8_t *bytes, size_t count);

/* Writes the stored bytes, sets the stored modes, replays standard error; once for each arming. Safe in a signal
 * handler and from any thread. Gives up on a terminal that takes nothing for 300 ms, and then keeps what standard error said. */
void ct_restore(void);

/* Whether the terminal is ours at the moment. */
int ct_restore_is_armed(void);

#endif
