#ifndef REACTOR_CTERMINAL_OUTPUT_H
#define REACTOR_CTERMINAL_OUTPUT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Opens the terminal behind `descriptor` once more for writing: a description of its own, which does not wait and is
 * closed on exec. The inherited one is shared with the shell, which must not find it non-blocking. -1 where that is not
 * allowed, as on the terminal of another user. */
int ct_output_open(int descriptor);

/* Writes what `descriptor` takes without waiting, as write(2) does: -1 with EAGAIN when that is nothing. One that waits
 * is told not to for the moment of the call. Safe in a signal handler. */
ssize_t ct_write_now(int descriptor, const void *bytes, size_t count);

/* Writes all of `bytes` and returns 1, or 0 once `descriptor` has taken nothing for `patience_ms`. Safe in a signal
 * handler. */
int ct_write_patiently(int descriptor, const uint8_t *bytes, size_t count, int patience_ms);

#endif
