// A layer between SQLite and the files of the system (a VFS) that simulates power failures and full disks.

#ifndef DISK_OBSERVER_H
#define DISK_OBSERVER_H

#include <stdint.h>

/// What is left of the data that was written but not synchronized before a stop.
enum disk_loss {
  /// All of it, as after a kill.
  DISK_LOSS_NONE,
  /// Nothing of it.
  DISK_LOSS_ALL,
  /// Every other write, and half of the last one.
  DISK_LOSS_PART,
};

/// Begins to observe the files whose paths begin with `prefix`, of connections that are opened from now on.
///
/// @param stop_at The number of the write, truncation, synchronization or deletion from which on every access fails,
///   counted from 1; 0 for none.
/// @param room The number of bytes by which the files may grow, or -1 for any number.
void disk_observer_begin(const char *prefix, int64_t stop_at, int64_t room);

/// Stops observing, when all connections are closed, and loses data if there was a stop.
///
/// @return 1 if there was a stop, otherwise 0.
int disk_observer_end(enum disk_loss loss);

#endif
