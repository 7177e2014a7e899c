#ifndef REACTOR_CTERMINAL_OUTPUT_H
#define REACTOR_CTERMINAL_OUTPUT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Opens the terminal of `descriptor` again for writing, as a file description of its own that is non-blocking and closed on
 * exec. The inherited one is shared with the shell and must stay blocking. Returns -1 if the system does not permit it, as
 * for the terminal of another user. */
int ct_output_open(int descriptor);

/* Writes the bytes that `descriptor` accepts without blocking, with the result of write(2): -1 and EAGAIN if it accepts
 * none. A blocking descriptor is non-blocking during the call. Async-signal-safe. */
ssize_t ct_write_now(int descriptor, const void *bytes, size_t count);

/* Writes all of `bytes` and returns 1, or returns 0 once `descriptor` has accepted nothing for `timeout_ms`.
 * Async-signal-safe. */
int ct_write_before_timeout(int descriptor, const uint8_t *bytes, size_t count, int timeout_ms);

#endif
