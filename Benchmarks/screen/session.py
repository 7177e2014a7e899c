"""A program in a pseudo-terminal: keys go in, output is kept with the moment of its arrival."""
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
        self.arrived = []   # (moment, bytes) that the screen has not been given
        self.bytes = self.frames = 0
        self.master, slave = os.openpty()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
        path = os.ttyname(slave)
        os.set_blocking(self.master, False)
        environment = {**os.environ, 'TERM': 'xterm-256color', 'LC_ALL': 'C.UTF-8'}
        for name in ('LINES', 'COLUMNS', 'NO_COLOR'):
            environment.pop(name, None)
        self.started = time.monotonic_ns()
        # The first terminal that the leader of a session opens becomes the session's.
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
        """Types, and returns the moment just before."""
        moment = time.monotonic_ns()
        while keys:
            try:
                keys = keys[os.write(self.master, keys):]
            except BlockingIOError:
                self.take(10)
        return moment

    def take(self, patience):
        """Takes in what arrives next, waiting at most so many milliseconds. False if nothing does."""
        if not self.poll.poll(patience):
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
        """Gives the screen all that has arrived, and returns its text."""
        for _, data in self.arrived:
            self.screen.feed(data)
        self.arrived.clear()
        return self.screen.text()

    def rest(self, quiet):
        """Takes in output until none comes for so many milliseconds."""
        while self.take(quiet):
            pass
        return self.look()

    def settle(self):
        """Takes in output until the process has nothing more to do."""
        cpu = -1000
        while self.cpu() - cpu > 3:
            cpu = self.cpu()
            self.rest(400)

    def until(self, expected, quiet=12, patience=10_000):
        """Takes in output until the screen is as expected and nothing more comes. Returns when the first output came,
        when the screen was first so, and when the last output came. Output is looked at when it is quiet, so that looking
        delays no reading."""
        limit = time.monotonic_ns() + patience * 1_000_000
        first = seen = last = None
        while True:
            if self.take(quiet):
                continue
            for last, data in self.arrived:
                first = first or last
                self.screen.feed(data)
                if seen is None and expected(self.screen.text()):
                    seen = last
            self.arrived.clear()
            if seen is not None:
                return first, seen, last
            if time.monotonic_ns() > limit:
                raise RuntimeError('waited in vain; the screen:\n' + self.screen.text())

    def cpu(self):
        """Milliseconds of CPU that the process has used, in all its threads."""
        return time.clock_gettime(~self.pid << 3 | 2) * 1000

    def switches(self):
        """How often each thread was put to sleep and woken."""
        found = {}
        for task in os.listdir(f'/proc/{self.pid}/task'):
            with open(f'/proc/{self.pid}/task/{task}/status') as status:
                found[task] = sum(int(number) for number in re.findall(r'ctxt_switches:\s*(\d+)', status.read()))
        return found

    def peak_memory(self):
        """The most that was ever resident, in MB."""
        with open(f'/proc/{self.pid}/status') as status:
            return int(re.search(r'VmHWM:\s*(\d+)', status.read())[1]) / 1024
