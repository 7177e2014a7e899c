#define _GNU_SOURCE
#include "CReactorTerminalSignals.h"
#include "CReactorTerminalRestore.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

static const int waiting_signals[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
static const int ending_signals[] = {SIGSEGV, SIGBUS,  SIGILL,    SIGTRAP, SIGABRT, SIGFPE,  SIGSYS, SIGPIPE,
                                     SIGALRM, SIGUSR1, SIGUSR2,   SIGXCPU, SIGXFSZ, SIGPROF, SIGVTALRM};
enum {
  waiting_count = sizeof waiting_signals / sizeof *waiting_signals,
  ending_count = sizeof ending_signals / sizeof *ending_signals,
  stack_size = 64 * 1024
};

static struct sigaction before_waiting[waiting_count];
static struct sigaction before_ending[ending_count];
static uint8_t alternate_stack[stack_size];
static int ends[2] = {-1, -1};
static int installed;
static atomic_int unread_terminations;

static int terminates(int number) {
  return number == SIGTERM || number == SIGINT || number == SIGHUP || number == SIGQUIT;
}

static void end_by(int number, const struct sigaction *action) {
  ct_restore();
  (void)sigaction(number, action, NULL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  (void)raise(number);
  (void)pthread_sigmask(SIG_UNBLOCK, &one, NULL);
}

static void on_waiting(int number) {
  int error = errno;
  /* A second signal means that the program hangs. SIGHUP is excepted: a closed window sends it twice, from the shell and
   * from the system. */
  if (terminates(number) && atomic_fetch_add(&unread_terminations, 1) > 0 && number != SIGHUP) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    end_by(number, &standard);
  }
  uint8_t byte = (uint8_t)number;
  (void)!write(ends[1], &byte, 1);
  errno = error;
}

static void on_ending(int number, siginfo_t *info, void *context) {
  (void)context;
  ct_restore();
  struct sigaction next = {.sa_handler = SIG_DFL};
  /* A signal from another process is not a crash, so the default action applies without a backtrace. */
  int is_foreign = info->si_code == SI_USER && info->si_pid != getpid();
  for (int index = 0; index < ending_count && !is_foreign; index++)
    if (ending_signals[index] == number) next = before_ending[index];
  (void)sigaction(number, &next, NULL);
  /* The signal is blocked until this function returns, and then delivered to the previous handler. */
  (void)raise(number);
}

static void use_alternate_stack(void) {
  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && !(current.ss_flags & SS_DISABLE)) return;
  stack_t ours = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
  (void)sigaltstack(&ours, NULL);
}

int ct_signals_install(void) {
  if (ends[0] < 0 && pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  if (installed) return ends[0];
  installed = 1;
  atomic_store(&unread_terminations, 0);
  use_alternate_stack();
  for (int index = 0; index < waiting_count; index++) {
    struct sigaction action = {.sa_handler = on_waiting, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    (void)sigaction(waiting_signals[index], &action, &before_waiting[index]);
    /* Signals that nohup or a shell has set to be ignored stay ignored. */
    if (terminates(waiting_signals[index]) && before_waiting[index].sa_handler == SIG_IGN)
      (void)sigaction(waiting_signals[index], &before_waiting[index], NULL);
  }
  for (int index = 0; index < ending_count; index++) {
    struct sigaction action = {.sa_sigaction = on_ending, .sa_flags = SA_ONSTACK | SA_SIGINFO};
    (void)sigaction(ending_signals[index], &action, &before_ending[index]);
    if (before_ending[index].sa_handler == SIG_IGN) (void)sigaction(ending_signals[index], &before_ending[index], NULL);
  }
  return ends[0];
}

void ct_signals_remove(void) {
  if (!installed) return;
  installed = 0;
  for (int index = 0; index < waiting_count; index++)
    (void)sigaction(waiting_signals[index], &before_waiting[index], NULL);
  for (int index = 0; index < ending_count; index++) {
    struct sigaction current;
    (void)sigaction(ending_signals[index], NULL, &current);
    if (current.sa_sigaction == on_ending) (void)sigaction(ending_signals[index], &before_ending[index], NULL);
  }
}

int ct_signals_next(void) {
  uint8_t byte;
  if (ends[0] < 0 || read(ends[0], &byte, 1) != 1) return 0;
  if (terminates(byte)) atomic_store(&unread_terminations, 0);
  return byte;
}

void ct_signals_stop(int group) {
  struct sigaction standard = {.sa_handler = SIG_DFL}, ignored = {.sa_handler = SIG_IGN}, stop, resume;
  (void)sigaction(SIGTSTP, &ignored, &stop);
  (void)sigaction(SIGCONT, &standard, &resume);
  /* The other processes first. This one stops itself, because a signal to the group could arrive late on another thread. */
  if (group) (void)kill(0, SIGTSTP);
  (void)sigaction(SIGTSTP, &standard, NULL);
  (void)raise(SIGTSTP);
  (void)sigaction(SIGTSTP, &stop, NULL);
  (void)sigaction(SIGCONT, &resume, NULL);
}

void ct_signals_end(int number) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  end_by(number, &standard);
}
