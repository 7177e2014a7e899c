#define _GNU_SOURCE
#include "CReactorTerminalArguments.h"

#include <stddef.h>
#include <sys/auxv.h>
#include <unistd.h>

static int count;
static char **arguments;

/* glibc passes the arguments of main to constructors. */
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  count = argc;
  arguments = argv;
}

int ct_argument_count(void) { return count; }

const char *ct_argument(int index) { return index >= 0 && index < count ? arguments[index] : NULL; }

const char *ct_variable(int index) { return environ == NULL ? NULL : environ[index]; }

const char *ct_executable(void) { return (const char *)getauxval(AT_EXECFN); }
