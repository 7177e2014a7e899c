/* job-leader TERMINAL FOLDER PROGRAM [ARGUMENT…]
 *
 * Takes the place of a shell: leads the session of a pseudo-terminal, runs one program in a folder as its foreground
 * job, and reports its state on descriptor 3 as pairs of numbers:
 *
 *   'p' process id    started          's' signal    stopped
 *   'x' wait status   ended            'e' errno     could not be started
 *
 * A byte read from descriptor 3 continues a stopped job, and end of file ends the leader. The leader must outlive the
 * program, because a job whose parent is in another session cannot be stopped, and the end of a session leader changes
 * the terminal. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { channel = 3 };

static volatile pid_t job;

extern char **environ;

static void report(char kind, int value) {
  int32_t message[2] = {kind, value};
  (void)!write(channel, message, sizeof message);
}

/* When the terminal is closed, the kernel signals only the session leader; shells forward the signal. */
static void pass_on(int number) {
  if (job == 0) return;
  (void)kill(-job, number);
  (void)kill(-job, SIGCONT);
}

/* The first terminal that a session leader opens becomes its controlling terminal. */
static int take_terminal(const char *path) {
  if (setsid() < 0) return -1;
  int terminal = open(path, O_RDWR | O_CLOEXEC);
  if (terminal < 0) return -1;
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++)
    if (dup2(terminal, descriptor) < 0) return -1;
  return 0;
}

static int start(char **arguments) {
  pid_t started;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addtcsetpgrp_np(&actions, STDIN_FILENO);
  int error = posix_spawn(&started, arguments[0], &actions, &attributes, arguments, environ);
  if (error == 0) job = started;
  return error;
}

static void await_permission(int number) {
  char byte;
  (void)tcsetpgrp(STDIN_FILENO, getpgrp());
  report('s', number);
  if (read(channel, &byte, 1) <= 0) _exit(0);
  (void)tcsetpgrp(STDIN_FILENO, job);
  (void)kill(-job, SIGCONT);
}

int main(int count, char **arguments) {
  int status;
  if (count < 4) return 2;
  /* A shell ignores these signals too, because they are meant for its jobs. It receives SIGTTOU when it takes the
   * terminal back. */
  for (int number = 1; number < NSIG; number++)
    if (number != SIGCHLD) (void)signal(number, number == SIGHUP ? pass_on : SIG_IGN);
  (void)fcntl(channel, F_SETFD, FD_CLOEXEC);
  int error = take_terminal(arguments[1]) == 0 && chdir(arguments[2]) == 0 ? start(arguments + 3) : errno;
  if (error != 0) {
    report('e', error);
    return 1;
  }
  report('p', job);
  while (waitpid(job, &status, WUNTRACED) == job) {
    if (WIFSTOPPED(status)) {
      await_permission(WSTOPSIG(status));
      continue;
    }
    job = 0;
    report('x', status);
    char byte;
    (void)!read(channel, &byte, 1);
    return 0;
  }
  return 1;
}
