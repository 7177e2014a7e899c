#ifndef REACTOR_CTERMINAL_JOBS_H
#define REACTOR_CTERMINAL_JOBS_H

/* Passes every job of Swift concurrency that has no executor to `run`, on the thread that makes it ready, instead of to
 * Dispatch. Uses the variable that the runtime exports for this purpose. Returns 0 and changes nothing if the runtime has no
 * such variable, or if it is already set. Call it before any thread is started. */
int ct_redirect_global_jobs(void (*run)(void *job));

#endif
