#define _GNU_SOURCE
#include "CTerminalRestore.h"
#include "CTerminalMemory.h"
#include "CTerminalOutput.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { restore_capacity = 1024, replay_limit = 256 * 1024, patience_ms = 300 };

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

static void capture_error(void) {
  if (!isatty(STDERR_FILENO)) return;
  int memory = ct_memory_file("stderr");
  if (memory < 0) return;
  int real = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
  if (real < 0 || dup2(memory, STDERR_FILENO) < 0) {
    if (real >= 0) close(real);
    close(memory);
    return;
  }
  saved.captured_error = memory;
  saved.real_error = real;
}

static void replay_error(int is_reading) {
  if (saved.captured_error < 0) return;
  (void)dup2(saved.real_error, STDERR_FILENO);
  off_t end = lseek(saved.captured_error, 0, SEEK_END);
  off_t position = end > replay_limit ? end - replay_limit : 0;
  uint8_t chunk[4096];
  ssize_t count;
  while (is_reading && (count = pread(saved.captured_error, chunk, sizeof chunk, position)) > 0) {
    is_reading = ct_write_patiently(saved.real_error, chunk, (size_t)count, patience_ms);
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
  int is_reading = ct_write_patiently(saved.descriptor, saved.bytes, saved.count, patience_ms);
  /* Mouse reports that have not been read must not reach the shell. */
  (void)tcflush(saved.descriptor, TCIFLUSH);
  (void)tcsetattr(saved.descriptor, TCSANOW, &saved.found);
  replay_error(is_reading);
  errno = error;
}

int ct_restore_is_armed(void) { return atomic_load(&armed); }
