#define _GNU_SOURCE
#include "CLFiles.h"

#include <stdio.h>

int cn_rename_new(int folder, const char *name, const char *new_name) {
  return renameat2(folder, name, folder, new_name, RENAME_NOREPLACE);
}
