/* Functions of libc and ncurses that Swift cannot import (macros, variadic functions, global variables), and the code that
 * runs in signal handlers. */
#ifndef REACTOR_CTERMINAL_H
#define REACTOR_CTERMINAL_H

#include "CTerminalArguments.h"
#include "CTerminalJobs.h"
#include "CTerminalMainQueue.h"
#include "CTerminalMemory.h"
#include "CTerminalNcurses.h"
#include "CTerminalOutput.h"
#include "CTerminalRestore.h"
#include "CTerminalSignals.h"
#include "CTerminalSpawn.h"
#include "CTerminalText.h"

#endif
