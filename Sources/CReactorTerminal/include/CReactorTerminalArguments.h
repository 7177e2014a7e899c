#ifndef REACTOR_CTERMINAL_ARGUMENTS_H
#define REACTOR_CTERMINAL_ARGUMENTS_H

/* The number of arguments of the process. Swift reads them from /proc, without which they could not be read and a
   missing /proc not be reported. */
int ct_argument_count(void);

/* An argument as bytes, the first being the name of the program; NULL if there is none. */
const char *ct_argument(int index);

/* An environment variable in the form NAME=value, or NULL after the last one. Larger indices are invalid. */
const char *ct_variable(int index);

/* The path with which the program was started; NULL if unknown. */
const char *ct_executable(void);

#endif
