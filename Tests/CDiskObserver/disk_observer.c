#include "disk_observer.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A write or truncation that may be lost, with the contents before and after it.
struct change {
  struct change *next;
  char *path;
  sqlite3_int64 offset;
  int count, old_count;
  char *new_bytes, *old_bytes;
  sqlite3_int64 new_size, old_size;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  char *prefix;
  int64_t steps, stop_at, room;
  int stopped;
  struct change *first, *last;
} state;

struct observed_file {
  sqlite3_file base;
  const char *path;
  sqlite3_file *real;
};

static struct observed_file *observed(sqlite3_file *file) { return (struct observed_file *)file; }
static sqlite3_file *real(sqlite3_file *file) { return observed(file)->real; }

static int is_observed(const char *path) {
  return path && state.prefix && strncmp(path, state.prefix, strlen(state.prefix)) == 0;
}

// Counts a step. Returns 1 if it is the one at which everything stops, and -1 afterward.
static int step(void) {
  if (state.stopped) return -1;
  state.steps++;
  if (state.stop_at == 0 || state.steps < state.stop_at) return 0;
  state.stopped = 1;
  return 1;
}

static void forget(struct change *change) {
  free(change->path);
  free(change->new_bytes);
  free(change->old_bytes);
  free(change);
}

static void note(sqlite3_file *file, sqlite3_int64 offset, const void *bytes, int count, sqlite3_int64 truncated) {
  struct change *change = calloc(1, sizeof *change);
  change->path = strdup(observed(file)->path);
  change->offset = offset;
  change->count = count;
  real(file)->pMethods->xFileSize(real(file), &change->old_size);
  change->new_size = bytes ? (offset + count > change->old_size ? offset + count : change->old_size) : truncated;
  // A truncation may be undone as well, so the end is kept.
  sqlite3_int64 end = bytes ? offset + count : change->old_size;
  sqlite3_int64 kept = (end < change->old_size ? end : change->old_size) - offset;
  if (bytes) {
    change->new_bytes = malloc(count);
    memcpy(change->new_bytes, bytes, count);
  }
  if (kept > 0) {
    change->old_count = (int)kept;
    change->old_bytes = malloc(kept);
    real(file)->pMethods->xRead(real(file), change->old_bytes, (int)kept, offset);
  }
  if (state.last) state.last->next = change; else state.first = change;
  state.last = change;
}

static int observed_close(sqlite3_file *file) {
  int code = real(file)->pMethods->xClose(real(file));
  file->pMethods = NULL;
  return code;
}

static int observed_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  if (state.stopped && is_observed(observed(file)->path)) return SQLITE_IOERR_READ;
  return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int observed_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  pthread_mutex_lock(&lock);
  int code = SQLITE_OK;
  if (is_observed(observed(file)->path)) {
    sqlite3_int64 size = 0;
    real(file)->pMethods->xFileSize(real(file), &size);
    sqlite3_int64 growth = offset + count > size ? offset + count - size : 0;
    int stop = step();
    if (stop < 0) {
      code = SQLITE_IOERR_WRITE;
    } else if (state.room >= 0 && growth > state.room) {
      code = SQLITE_FULL;
    } else {
      if (state.room >= 0) state.room -= growth;
      note(file, offset, bytes, count, 0);
    }
    if (code == SQLITE_OK) code = real(file)->pMethods->xWrite(real(file), bytes, count, offset);
    if (stop > 0) code = SQLITE_IOERR_WRITE;
  } else {
    code = real(file)->pMethods->xWrite(real(file), bytes, count, offset);
  }
  pthread_mutex_unlock(&lock);
  return code;
}

static int observed_truncate(sqlite3_file *file, sqlite3_int64 size) {
  pthread_mutex_lock(&lock);
  int code = SQLITE_OK;
  if (is_observed(observed(file)->path)) {
    code = step() == 0 ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
    if (code == SQLITE_OK) note(file, size, NULL, 0, size);
  }
  if (code == SQLITE_OK) code = real(file)->pMethods->xTruncate(real(file), size);
  pthread_mutex_unlock(&lock);
  return code;
}

static int observed_sync(sqlite3_file *file, int flags) {
  pthread_mutex_lock(&lock);
  int code = SQLITE_OK;
  if (is_observed(observed(file)->path)) {
    code = step() == 0 ? SQLITE_OK : SQLITE_IOERR_FSYNC;
    if (code == SQLITE_OK) {
      struct change **link = &state.first, *last = NULL;
      while (*link) {
        struct change *change = *link;
        if (strcmp(change->path, observed(file)->path) == 0) {
          *link = change->next;
          forget(change);
        } else {
          last = change;
          link = &change->next;
        }
      }
      state.last = last;
    }
  } else {
    code = real(file)->pMethods->xSync(real(file), flags);
  }
  pthread_mutex_unlock(&lock);
  return code;
}

static int observed_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}
static int observed_lock(sqlite3_file *file, int kind) { return real(file)->pMethods->xLock(real(file), kind); }
static int observed_unlock(sqlite3_file *file, int kind) { return real(file)->pMethods->xUnlock(real(file), kind); }
static int observed_check_lock(sqlite3_file *file, int *result) {
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}
static int observed_control(sqlite3_file *file, int op, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), op, argument);
}
static int observed_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int observed_device(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }
static int observed_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
  return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}
static int observed_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void observed_shm_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int observed_shm_unmap(sqlite3_file *file, int deletes) {
  return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = observed_close,
  .xRead = observed_read,
  .xWrite = observed_write,
  .xTruncate = observed_truncate,
  .xSync = observed_sync,
  .xFileSize = observed_size,
  .xLock = observed_lock,
  .xUnlock = observed_unlock,
  .xCheckReservedLock = observed_check_lock,
  .xFileControl = observed_control,
  .xSectorSize = observed_sector,
  .xDeviceCharacteristics = observed_device,
  .xShmMap = observed_shm_map,
  .xShmLock = observed_shm_lock,
  .xShmBarrier = observed_shm_barrier,
  .xShmUnmap = observed_shm_unmap,
};

static sqlite3_vfs *system_vfs;

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *opened) {
  struct observed_file *new_file = observed(file);
  new_file->real = (sqlite3_file *)(new_file + 1);
  new_file->path = path;
  file->pMethods = NULL;
  if (state.stopped && is_observed(path)) return SQLITE_CANTOPEN;
  int code = system_vfs->xOpen(system_vfs, path, new_file->real, flags, opened);
  // Databases with a log need all methods of the second version, which the files of the system have.
  if (new_file->real->pMethods) file->pMethods = &methods;
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync) {
  pthread_mutex_lock(&lock);
  int code = is_observed(path) && step() != 0 ? SQLITE_IOERR_DELETE : system_vfs->xDelete(system_vfs, path, sync);
  if (code == SQLITE_OK) {
    for (struct change *change = state.first; change; change = change->next) {
      if (strcmp(change->path, path) == 0) change->path[0] = 0;
    }
  }
  pthread_mutex_unlock(&lock);
  return code;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  return system_vfs->xAccess(system_vfs, path, flags, result);
}
static int vfs_path(sqlite3_vfs *vfs, const char *path, int count, char *result) {
  return system_vfs->xFullPathname(system_vfs, path, count, result);
}
static int vfs_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
  return system_vfs->xRandomness(system_vfs, count, bytes);
}
static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) { return system_vfs->xSleep(system_vfs, microseconds); }
static int vfs_time(sqlite3_vfs *vfs, double *time) { return system_vfs->xCurrentTime(system_vfs, time); }
static int vfs_time64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
  return system_vfs->xCurrentTimeInt64(system_vfs, time);
}
static int vfs_error(sqlite3_vfs *vfs, int count, char *text) {
  return system_vfs->xGetLastError(system_vfs, count, text);
}

static void register_vfs(void) {
  static sqlite3_vfs vfs;
  sqlite3_initialize();
  system_vfs = sqlite3_vfs_find(NULL);
  vfs = (sqlite3_vfs){
    .iVersion = 2,
    .szOsFile = sizeof(struct observed_file) + system_vfs->szOsFile,
    .mxPathname = system_vfs->mxPathname,
    .zName = "disk-observer",
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_path,
    .xRandomness = vfs_randomness,
    .xSleep = vfs_sleep,
    .xCurrentTime = vfs_time,
    .xGetLastError = vfs_error,
    .xCurrentTimeInt64 = vfs_time64,
  };
  sqlite3_vfs_register(&vfs, 1);
}

void disk_observer_begin(const char *prefix, int64_t stop_at, int64_t room) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_vfs);
  pthread_mutex_lock(&lock);
  free(state.prefix);
  memset(&state, 0, sizeof state);
  state.prefix = strdup(prefix);
  state.stop_at = stop_at;
  state.room = room;
  pthread_mutex_unlock(&lock);
}

static void put(const struct change *change, const char *bytes, int count, sqlite3_int64 size) {
  int descriptor = open(change->path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  if (count > 0 && pwrite(descriptor, bytes, count, change->offset) != count) abort();
  if (size >= 0 && ftruncate(descriptor, size) != 0) abort();
  close(descriptor);
}

// Undoes all changes from the last one to the first one.
static void undo(struct change *change) {
  if (!change) return;
  undo(change->next);
  put(change, change->old_bytes, change->old_count, change->old_size);
}

int disk_observer_end(enum disk_loss loss) {
  pthread_mutex_lock(&lock);
  if (state.stopped && loss != DISK_LOSS_NONE) {
    undo(state.first);
    int number = 0;
    for (struct change *change = state.first; change && loss == DISK_LOSS_PART; change = change->next, number++) {
      int is_last = !change->next;
      if (number % 2 == 0 && !is_last) continue;
      int count = is_last ? change->count / 2 : change->count;
      // A write beyond the end leaves a hole; a truncation has no bytes.
      put(change, change->new_bytes, count, change->new_bytes ? -1 : change->new_size);
    }
  }
  int stopped = state.stopped;
  while (state.first) {
    struct change *next = state.first->next;
    forget(state.first);
    state.first = next;
  }
  free(state.prefix);
  memset(&state, 0, sizeof state);
  pthread_mutex_unlock(&lock);
  return stopped;
}
