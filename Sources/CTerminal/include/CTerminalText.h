#ifndef REACTOR_CTERMINAL_TEXT_H
#define REACTOR_CTERMINAL_TEXT_H

#include <stdint.h>

/* Selects a UTF-8 character set for the process, once: the user's own if it is UTF-8, C.UTF-8 otherwise. ncurses and
 * wcwidth both read it. */
void ct_select_utf8_locale(void);

/* Columns of a scalar as ncurses counts them: 0, 1, 2, or -1 for what cannot be printed. */
int ct_width(uint32_t scalar);

#endif
