#ifndef REACTOR_CTERMINAL_RESTORE_H
#define REACTOR_CTERMINAL_RESTORE_H

#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/* Stores the bytes and modes that restore the terminal, so that every exit of the process, including signal handlers and
 * exit(), can restore it without allocating memory.
 *
 * From then on, standard output and standard error are collected in memory if they are the terminal of `descriptor`, because
 * nothing must be printed over the screen. Restoring writes them, in their order. A stream that is `descriptor` itself is not
 * collected. Returns 0, or -1 with errno set if `bytes` is too long. */
int ct_restore_arm(int descriptor, const struct termios *found, const uint8_t *bytes, size_t count);

/* Replaces the stored bytes. A signal that arrives meanwhile still finds the previous ones. Returns 0, or -1 with errno set
 * if `bytes` is too long. */
int ct_restore_replace(const uint8_t *bytes, size_t count);

/* Writes the stored bytes, sets the stored modes and writes the collected output, once for each call of
 * ct_restore_arm. Async-signal-safe and thread-safe. Gives up on a terminal that accepts nothing for 300 ms; the output is
 * discarded in that case. */
void ct_restore(void);

/* Whether the terminal has to be restored. */
int ct_restore_is_armed(void);

#endif
