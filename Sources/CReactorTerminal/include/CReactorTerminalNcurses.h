/* Macros and global variables of ncurses as functions. They are inline, so that a program can link this target without
 * ncurses. */
#ifndef REACTOR_CTERMINAL_NCURSES_H
#define REACTOR_CTERMINAL_NCURSES_H

#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <ncurses.h>

static inline WINDOW *ct_standard_window(void) { return stdscr; }
static inline WINDOW *ct_current_window(void) { return curscr; }
static inline int ct_colors(void) { return COLORS; }
static inline int ct_color_pairs(void) { return COLOR_PAIRS; }

static inline attr_t ct_bold(void) { return A_BOLD; }
static inline attr_t ct_dim(void) { return A_DIM; }
static inline attr_t ct_italic(void) { return A_ITALIC; }
static inline attr_t ct_underline(void) { return A_UNDERLINE; }
static inline attr_t ct_reverse(void) { return A_REVERSE; }

/* Fills a cell like setcchar, for a base scalar without marks. `pair` may exceed the attribute bits. */
static inline void ct_set_cell(cchar_t *cell, wchar_t base, attr_t attributes, int pair) {
  cell->attr = attributes | COLOR_PAIR(pair < 256 ? pair : 255);
  cell->chars[0] = base;
  cell->chars[1] = cell->chars[2] = cell->chars[3] = cell->chars[4] = 0;
  cell->ext_color = pair;
}

static inline void ct_add_mark(cchar_t *cell, int position, wchar_t mark) {
  if (position > 0 && position < CCHARW_MAX) cell->chars[position] = mark;
}

#endif
