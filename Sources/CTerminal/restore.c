#define _GNU_SOURCE
#include "CTerminalRestore.h"
#include "CTerminalMemory.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { restore_capacity = 1024, replay_limit = 256 * 1024, patience_ms = 500 };

static struct {
  int descriptor;
  struct termios found;
  uint8_t bytes[restore_capacity];
  size_t count;
  int captured_error; /* a memory file, or -1 */
  int real_error;
} saved = {.descriptor = -1, .captured_error = -1, .real_error = -1};

static atomic_int armed;
static pthread_once_t exit_once = PTHREAD_ONCE_INIT;

static void register_exit(void) { (void)atexit(ct_restore); }

static void write_patiently(int descriptor, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    struct pollfd waiting = {.fd = descriptor, .events = POLLOUT};
    if (poll(&waiting, 1, patience_ms) <= 0 || !(waiting.revents & POLLOUT)) return;
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

static void capture_error(void) {
  if (!isatty(STDERR_FILENO)) return;
  int memory = ct_memory_file("stderr");
  if (memory < 0) return;
  int real = dup(STDERR_FILENO);
  if (real < 0 || dup2(memory, STDERR_FILENO) < 0) {
    if (real >= 0) close(real);
    close(memory);
    return;
  }
  saved.captured_error = memory;
  saved.real_error = real;
}

static void replay_error(void) {
  if (saved.captured_error < 0) return;
  (void)dup2(saved.real_error, STDERR_FILENO);
  off_t end = lseek(saved.captured_error, 0, SEEK_END);
  off_t position = end > replay_limit ? end - replay_limit : 0;
  uint8_t chunk[4096];
  ssize_t count;
  while ((count = pread(saved.captured_error, chunk, sizeof chunk, position)) > 0) {
    write_patiently(saved.real_error, chunk, (size_t)count);
    position += count;
  }
  close(saved.captured_error);
  close(saved.real_error);
  saved.captured_error = saved.real_error = -1;
}

int ct_restore_arm(int descriptor, const struct termios *found, const uint8_t *bytes, size_t count) {
  if (count > restore_capacity) {
    errno = EINVAL;
    return -1;
  }
  (void)pthread_once(&exit_once, register_exit);
  saved.descriptor = descriptor;
  saved.found = *found;
  memcpy(saved.bytes, bytes, count);
  saved.count = count;
  capture_error();
  atomic_store(&armed, 1);
  return 0;
}

void ct_restore(void) {
  if (!atomic_exchange(&armed, 0)) return;
  int error = errno;
  write_patiently(saved.descriptor, saved.bytes, saved.count);
  /* Reports of the mouse that are still on their way must not reach the shell. */
  (void)tcflush(saved.descriptor, TCIFLUSH);
  (void)tcsetattr(saved.descriptor, TCSANOW, &saved.found);
  replay_error();
  errno = error;
}

int ct_restore_is_armed(void) { return atomic_load(&armed); }
