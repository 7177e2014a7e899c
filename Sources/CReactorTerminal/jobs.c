#include "CReactorTerminalJobs.h"

#include <stddef.h>

typedef __attribute__((swiftcall)) void (*ct_enqueue)(void *job);
typedef __attribute__((swiftcall)) void (*ct_hook)(void *job, ct_enqueue original);

/* Weak: programs link this target without using concurrency, and a later runtime may drop the variable. */
extern ct_hook swift_task_enqueueGlobal_hook __attribute__((weak));

static void (*ct_run)(void *job);

static __attribute__((swiftcall)) void ct_redirect(void *job, ct_enqueue original) {
  (void)original;
  ct_run(job);
}

int ct_redirect_global_jobs(void (*run)(void *job)) {
  if (&swift_task_enqueueGlobal_hook == NULL || swift_task_enqueueGlobal_hook != NULL) return 0;
  ct_run = run;
  swift_task_enqueueGlobal_hook = ct_redirect;
  return 1;
}
