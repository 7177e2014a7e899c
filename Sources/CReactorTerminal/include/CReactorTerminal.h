/* Functions of libc and ncurses that Swift cannot import (macros, variadic functions, global variables), and the code that
 * runs in signal handlers. */
#ifndef REACTOR_CTERMINAL_H
#define REACTOR_CTERMINAL_H

#include "CReactorTerminalArguments.h"
#include "CReactorTerminalJobs.h"
#include "CReactorTerminalMainQueue.h"
#include "CReactorTerminalMemory.h"
#include "CReactorTerminalNcurses.h"
#include "CReactorTerminalOutput.h"
#include "CReactorTerminalRestore.h"
#include "CReactorTerminalSignals.h"
#include "CReactorTerminalSpawn.h"
#include "CReactorTerminalText.h"

#endif
