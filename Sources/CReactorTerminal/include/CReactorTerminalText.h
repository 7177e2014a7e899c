#ifndef REACTOR_CTERMINAL_TEXT_H
#define REACTOR_CTERMINAL_TEXT_H

#include <stdint.h>

/* Selects a UTF-8 locale for ncurses and wcwidth, once per process: the locale of the user if it is UTF-8, otherwise
 * C.UTF-8. */
void ct_select_utf8_locale(void);

/* Returns the columns of a scalar according to ncurses: 0, 1, 2, or -1 if it is not printable. */
int ct_width(uint32_t scalar);

#endif
