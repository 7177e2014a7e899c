"""A program in a pseudo-terminal, whose output is kept with its time of arrival."""
import fcntl
import os
import re
import select
import signal
import struct
import termios
import time

from screen_model import Screen

FRAME = b'\x1b[?2026h'


def milliseconds(since, until):
    return (until - since) / 1e6


class Session:
    def __init__(self, arguments, columns, rows):
        self.screen = Screen(columns, rows)
        self.arrived = []   # (moment, bytes) not yet processed by the screen
        self.bytes = self.frames = 0
        self.master, slave = os.openpty()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
        path = os.ttyname(slave)
        os.set_blocking(self.master, False)
        environment = {**os.environ, 'TERM': 'xterm-256color', 'LC_ALL': 'C.UTF-8'}
        for name in ('LINES', 'COLUMNS', 'NO_COLOR'):
            environment.pop(name, None)
        self.started = time.monotonic_ns()
        # The first terminal that a session leader opens becomes its controlling terminal.
        self.pid = os.posix_spawn(arguments[0], arguments, environment, setsid=True, file_actions=[
            (os.POSIX_SPAWN_CLOSE, slave), (os.POSIX_SPAWN_OPEN, 0, path, os.O_RDWR, 0),
            (os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, 0, 2)])
        os.close(slave)
        self.poll = select.poll()
        self.poll.register(self.master, select.POLLIN)

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.close(self.master)
        return os.wait4(self.pid, 0)[2]

    def type(self, keys):
        """Types keys and returns the time just before."""
        moment = time.monotonic_ns()
        while keys:
            try:
                keys = keys[os.write(self.master, keys):]
            except BlockingIOError:
                self.take(10)
        return moment

    def take(self, timeout):
        """Reads the next output, waiting up to `timeout` milliseconds. Returns False if there is none."""
        if not self.poll.poll(timeout):
            return False
        try:
            data = os.read(self.master, 1 << 16)
        except OSError as error:
            raise RuntimeError('the program ended; its last screen:\n' + self.look()) from error
        self.arrived.append((time.monotonic_ns(), data))
        self.bytes += len(data)
        self.frames += data.count(FRAME)
        return True

    def look(self):
        """Processes all output that has arrived, and returns the text of the screen."""
        for _, data in self.arrived:
            self.screen.feed(data)
        self.arrived.clear()
        return self.screen.text()

    def rest(self, quiet):
        """Reads output until none arrives for `quiet` milliseconds."""
        while self.take(quiet):
            pass
        return self.look()

    def settle(self):
        """Reads output until the process is idle."""
        cpu = -1000
        while self.cpu() - cpu > 3:
            cpu = self.cpu()
            self.rest(400)

    def until(self, expected, quiet=12, timeout=10_000, part=None):
        """Reads output until the screen is as expected and no more output arrives. Returns the times of the first
        output, of the first expected screen, and of the last output; with `part`, a function of the text of the screen,
        the time of the last output that changed its result, or of the first expected screen if none did. Output is processed only during pauses, so that
        processing does not delay reading."""
        limit = time.monotonic_ns() + timeout * 1_000_000
        first = seen = last = changed = None
        shown = part and part(self.screen.text())
        while True:
            if self.take(quiet):
                continue
            for last, data in self.arrived:
                first = first or last
                self.screen.feed(data)
                if seen is None and expected(self.screen.text()):
                    seen = last
                if part and (now := part(self.screen.text())) != shown:
                    shown, changed = now, last
            self.arrived.clear()
            if seen is not None:
                return first, seen, max(seen, changed or seen) if part else last
            if time.monotonic_ns() > limit:
                raise RuntimeError('Timed out. The screen:\n' + self.screen.text())

    def cpu(self):
        """Returns the CPU time of all threads of the process in milliseconds."""
        return time.clock_gettime(~self.pid << 3 | 2) * 1000

    def switches(self):
        """Returns the number of context switches of each thread."""
        found = {}
        for task in os.listdir(f'/proc/{self.pid}/task'):
            with open(f'/proc/{self.pid}/task/{task}/status') as status:
                found[task] = sum(int(number) for number in re.findall(r'ctxt_switches:\s*(\d+)', status.read()))
        return found

    def peak_memory(self):
        """Returns the maximum resident memory in MB."""
        with open(f'/proc/{self.pid}/status') as status:
            return int(re.search(r'VmHWM:\s*(\d+)', status.read())[1]) / 1024
