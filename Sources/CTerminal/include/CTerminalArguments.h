#ifndef REACTOR_CTERMINAL_ARGUMENTS_H
#define REACTOR_CTERMINAL_ARGUMENTS_H

/* What the process was started with. Swift reads it from /proc, which a container or a chroot need not have. */
int ct_argument_count(void);

/* An argument byte for byte, the program's own name being the first; NULL where there is none. */
const char *ct_argument(int index);

/* A variable of the environment, as NAME=value; NULL after the last one, behind which nobody may ask. */
const char *ct_variable(int index);

/* The path that the program was started by; NULL where the system does not say. */
const char *ct_executable(void);

#endif
