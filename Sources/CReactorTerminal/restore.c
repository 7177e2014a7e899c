#define _GNU_SOURCE
#include "CReactorTerminalRestore.h"
#include "CReactorTerminalMemory.h"
#include "CReactorTerminalOutput.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { restore_capacity = 1024, replay_limit = 256 * 1024, timeout_ms = 300 };

/* The streams that are collected while the screen is in use. */
static const int streams[] = {STDOUT_FILENO, STDERR_FILENO};
enum { stream_count = sizeof streams / sizeof *streams };

static struct {
  int descriptor;
  struct termios found;
  uint8_t bytes[2][restore_capacity];
  size_t count[2];
  int collected; /* a memory file, or -1 */
  int real[stream_count];
} saved = {.descriptor = -1, .collected = -1, .real = {-1, -1}};

static atomic_int armed;
/* The index of the bytes in use, so that the others can be replaced while a signal may arrive. */
static atomic_int current;
static pthread_once_t exit_once = PTHREAD_ONCE_INIT;

static void register_exit(void) { (void)atexit(ct_restore); }

static int is_screen(int stream) {
  struct stat screen, other;
  return stream != saved.descriptor && isatty(stream) && fstat(saved.descriptor, &screen) == 0
         && fstat(stream, &other) == 0 && screen.st_rdev == other.st_rdev;
}

/* One file for both streams, so that their order is kept. */
static void collect(void) {
  for (int i = 0; i < stream_count; i++) {
    if (!is_screen(streams[i])) continue;
    if (saved.collected < 0 && (saved.collected = ct_memory_file("output")) < 0) return;
    int real = fcntl(streams[i], F_DUPFD_CLOEXEC, 0);
    if (real < 0) continue;
    if (dup2(saved.collected, streams[i]) < 0) {
      close(real);
    } else {
      saved.real[i] = real;
    }
  }
}

static void replay(int is_reading) {
  if (saved.collected < 0) return;
  int target = -1;
  for (int i = 0; i < stream_count; i++) {
    if (saved.real[i] < 0) continue;
    (void)dup2(saved.real[i], streams[i]);
    close(saved.real[i]);
    saved.real[i] = -1;
    target = streams[i];
  }
  off_t end = lseek(saved.collected, 0, SEEK_END);
  off_t position = end > replay_limit ? end - replay_limit : 0;
  uint8_t chunk[4096];
  ssize_t count;
  while (is_reading && (count = pread(saved.collected, chunk, sizeof chunk, position)) > 0) {
    is_reading = ct_write_before_timeout(target, chunk, (size_t)count, timeout_ms);
    position += count;
  }
  close(saved.collected);
  saved.collected = -1;
}

int ct_restore_replace(const uint8_t *bytes, size_t count) {
  if (count > restore_capacity) {
    errno = EINVAL;
    return -1;
  }
  int next = 1 - atomic_load(&current);
  memcpy(saved.bytes[next], bytes, count);
  saved.count[next] = count;
  atomic_store(&current, next);
  return 0;
}

int ct_restore_arm(int descriptor, const struct termios *found, const uint8_t *bytes, size_t count) {
  if (ct_restore_replace(bytes, count) != 0) return -1;
  (void)pthread_once(&exit_once, register_exit);
  saved.descriptor = descriptor;
  saved.found = *found;
  collect();
  atomic_store(&armed, 1);
  return 0;
}

void ct_restore(void) {
  if (!atomic_exchange(&armed, 0)) return;
  int error = errno;
  int index = atomic_load(&current);
  int is_reading = ct_write_before_timeout(saved.descriptor, saved.bytes[index], saved.count[index], timeout_ms);
  /* Mouse reports that have not been read must not reach the shell. */
  (void)tcflush(saved.descriptor, TCIFLUSH);
  (void)tcsetattr(saved.descriptor, TCSANOW, &saved.found);
  replay(is_reading);
  errno = error;
}

int ct_restore_is_armed(void) { return atomic_load(&armed); }
