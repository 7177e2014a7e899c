#define _GNU_SOURCE
#include "file_faults.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Of the thread that observes, so that no other test is concerned.
static _Thread_local struct {
  char prefix[PATH_MAX];
  enum file_fault fault;
  int at;
  int count;
  char calls[256];
} state;

static int is_observed(int descriptor, char *kind) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  struct stat status;
  if (kind && fstat(descriptor, &status) == 0) *kind = S_ISDIR(status.st_mode) ? 'd' : 'f';
  return strncmp(path, state.prefix, strlen(state.prefix)) == 0;
}

/// Records a call. Returns whether it has to fail.
static int fails(char call) {
  if (state.count < (int)sizeof state.calls - 1) state.calls[state.count] = call;
  state.count += 1;
  if (state.fault != FILE_FAULT_ONCE && state.fault != FILE_FAULT_END) return 0;
  int is_due = state.fault == FILE_FAULT_ONCE ? state.count == state.at : state.count >= state.at;
  if (is_due) errno = state.fault == FILE_FAULT_ONCE ? ENOSPC : EIO;
  return is_due;
}

/// Whether links in a folder fail.
static int has_no_links(int folder) {
  int is_fault = state.fault == FILE_FAULT_TAKEN_NAMES || state.fault == FILE_FAULT_PLAIN_RENAMES;
  return state.prefix[0] && is_fault && is_observed(folder, NULL);
}

/// Creates a file under the new name of another, just before that is renamed.
static void take(int folder, const char *name) {
  if (state.fault == FILE_FAULT_TAKEN_NAMES) close(openat(folder, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

void file_faults_begin(const char *prefix, enum file_fault fault, int at) {
  memset(&state, 0, sizeof state);
  snprintf(state.prefix, sizeof state.prefix, "%s", prefix);
  state.fault = fault;
  state.at = at;
}

const char *file_faults_end(void) {
  state.prefix[0] = 0;
  return state.calls;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  if (state.prefix[0] && is_observed(descriptor, NULL) && fails('w')) return -1;
  return syscall(SYS_write, descriptor, bytes, count);
}

int fsync(int descriptor) {
  char kind = 'f';
  if (state.prefix[0] && is_observed(descriptor, &kind) && fails(kind)) return -1;
  return (int)syscall(SYS_fsync, descriptor);
}

int renameat(int from, const char *old, int to, const char *new) {
  if (state.prefix[0] && is_observed(to, NULL)) {
    if (fails('r')) return -1;
    take(to, new);
  }
  return (int)syscall(SYS_renameat2, from, old, to, new, 0);
}

int renameat2(int from, const char *old, int to, const char *new, unsigned int flags) {
  if (has_no_links(to)) {
    if (state.fault == FILE_FAULT_PLAIN_RENAMES) {
      errno = EINVAL;
      return -1;
    }
    take(to, new);
  }
  return (int)syscall(SYS_renameat2, from, old, to, new, flags);
}

int linkat(int from, const char *old, int to, const char *new, int flags) {
  if (has_no_links(to)) {
    errno = EPERM;
    return -1;
  }
  return (int)syscall(SYS_linkat, from, old, to, new, flags);
}

int unlinkat(int folder, const char *name, int flags) {
  if (state.prefix[0] && is_observed(folder, NULL) && fails('u')) return -1;
  return (int)syscall(SYS_unlinkat, folder, name, flags);
}

int unlink(const char *path) {
  if (state.prefix[0] && strncmp(path, state.prefix, strlen(state.prefix)) == 0 && fails('u')) return -1;
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
