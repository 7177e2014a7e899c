#ifndef REACTOR_CTERMINAL_SIGNALS_H
#define REACTOR_CTERMINAL_SIGNALS_H

/* Installs handlers for the signals that affect a screen. Returns a descriptor that yields the numbers of deferrable
 * signals, a byte each: SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT and SIGWINCH. Returns -1 and sets errno on
 * failure. If a second one of the first four arrives while one is unread, the program hangs, and the handler restores the
 * terminal and ends the process.
 *
 * The handlers of signals that end the process (such as SIGILL, SIGSEGV and SIGABRT) restore the terminal on an alternate
 * stack and raise the signal again for the previous handler, such as Swift's backtracer. */
int ct_signals_install(void);

/* Restores the previous handlers. The descriptor stays open for the next installation. */
void ct_signals_remove(void);

/* Returns the number of the next signal, or 0 if there is none. */
int ct_signals_next(void);

/* Stops the process, or the whole job if `group` is not 0, and returns once it is continued. */
void ct_signals_stop(int group);

/* Ends the process with the signal `number`. Returns only if the signal does not end a process. */
void ct_signals_end(int number);

#endif
