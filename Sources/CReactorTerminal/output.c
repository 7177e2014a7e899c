#define _GNU_SOURCE
#include "CReactorTerminalOutput.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { refusal_limit = 1000 };

int ct_output_open(int descriptor) {
  char path[32];
  struct stat inherited, opened;
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  int own = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (own < 0) return -1;
  if (fstat(descriptor, &inherited) == 0 && fstat(own, &opened) == 0 && inherited.st_rdev == opened.st_rdev) return own;
  close(own);
  return -1;
}

ssize_t ct_write_now(int descriptor, const void *bytes, size_t count) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || flags & O_NONBLOCK) return write(descriptor, bytes, count);
  (void)fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
  ssize_t written = write(descriptor, bytes, count);
  int error = errno;
  (void)fcntl(descriptor, F_SETFL, flags);
  errno = error;
  return written;
}

int ct_write_before_timeout(int descriptor, const uint8_t *bytes, size_t count, int timeout_ms) {
  int refusals = 0;
  while (count > 0) {
    struct pollfd waiting = {.fd = descriptor, .events = POLLOUT};
    int ready = poll(&waiting, 1, timeout_ms);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0 || !(waiting.revents & POLLOUT)) return 0;
    ssize_t written = ct_write_now(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    /* Limits the attempts on a terminal that is writable but accepts nothing. */
    if (written < 0 && errno == EAGAIN && ++refusals < refusal_limit) continue;
    if (written <= 0) return 0;
    refusals = 0;
    bytes += written;
    count -= (size_t)written;
  }
  return 1;
}
