/* System calls that Swift does not import. */
#ifndef SHOWROOM_CLFILES_H
#define SHOWROOM_CLFILES_H

/* Renames a file in an open folder unless the new name is taken. Returns 0, or -1 and sets errno: to EEXIST if the name
 * is taken, and to EINVAL or ENOSYS if the file system or the kernel does not support this. Safe to call from any
 * thread. */
int cn_rename_new(int folder, const char *name, const char *new_name);

#endif
