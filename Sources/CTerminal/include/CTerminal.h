/* The C that a terminal program cannot do without: libc and ncurses facilities that Swift cannot import (macros,
 * variadic functions, process globals) and the code that runs inside signal handlers. No policy lives here. */
#ifndef REACTOR_CTERMINAL_H
#define REACTOR_CTERMINAL_H

#include "CTerminalArguments.h"
#include "CTerminalMainQueue.h"
#include "CTerminalMemory.h"
#include "CTerminalNcurses.h"
#include "CTerminalOutput.h"
#include "CTerminalRestore.h"
#include "CTerminalSignals.h"
#include "CTerminalSpawn.h"
#include "CTerminalText.h"

#endif
