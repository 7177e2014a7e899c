#ifndef SHOWROOM_CNCURSES_H
#define SHOWROOM_CNCURSES_H
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <ncurses.h>
#include <term.h>
#endif
