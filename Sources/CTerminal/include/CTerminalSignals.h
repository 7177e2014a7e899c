#ifndef REACTOR_CTERMINAL_SIGNALS_H
#define REACTOR_CTERMINAL_SIGNALS_H

/* Takes the signals over that concern a screen. Returns a descriptor, or -1 with errno set, from which the numbers of
 * those that can wait are read, a byte each: SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH. A second
 * signal of the first four while one is unread restores the terminal and ends the process in the handler: the program
 * hangs.
 *
 * Signals that end a process at once (a trap, a fault, abort, …) restore the terminal on an alternate stack and are
 * raised again for whoever handled them before, Swift's backtracer or the system. */
int ct_signals_install(void);

/* Gives them back. The descriptor stays open for the next installation. */
void ct_signals_remove(void);

/* Reads the next number without waiting; 0 if there is none. */
int ct_signals_next(void);

/* Stops the process as Ctrl-Z does, the whole job if `group` is not 0, and returns once it is continued. */
void ct_signals_stop(int group);

/* Ends the process by `number`, so that whoever waits for it learns why. Does not return for a signal that ends one. */
void ct_signals_end(int number);

#endif
