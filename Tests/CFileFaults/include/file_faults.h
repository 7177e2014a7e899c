// Faults in the system calls that write files, enumerated: the functions of libc that this target defines replace those
// of the library in the whole test program, and pass each call on unless a fault is due.

#ifndef FILE_FAULTS_H
#define FILE_FAULTS_H

/// What happens from a certain call on.
enum file_fault {
  /// Nothing: calls are only recorded.
  FILE_FAULT_NONE,
  /// That call fails, as on a full disk.
  FILE_FAULT_ONCE,
  /// That call and all later ones fail, as if the program had ended.
  FILE_FAULT_END,
  /// Links fail, as on a disk that does not support them, and before each rename, a file takes the new name.
  FILE_FAULT_TAKEN_NAMES,
  /// Links fail, and so do renames with conditions, as on a disk that supports neither.
  FILE_FAULT_PLAIN_RENAMES,
};

/// Begins to observe `write`, `fsync`, `renameat`, `unlinkat` and `unlink` of the calling thread for files whose paths
/// begin with `prefix`.
///
/// @param at The number of the call with the fault, counted from 1. Not used for the faults of links and renames.
void file_faults_begin(const char *prefix, enum file_fault fault, int at);

/// Stops observing.
///
/// @return The calls so far in their order: `w`rite, fsync of a `f`ile, fsync of a `d`irectory, `r`ename, `u`nlink.
/// Valid until the next call of `file_faults_begin`.
const char *file_faults_end(void);

#endif
