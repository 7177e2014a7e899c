"""The measurements of one program in one round."""
import re
import statistics

from session import Session, milliseconds

PAGE_DOWN = b'\x1b[6~'
WORD = 'toyota'
NO_WORD = 'qqzzqqzzqq'  # no car has more than its first letter
BURST = 2000
FACET = re.compile(r'[□■] \S.*? ([\d,]+)')
COMPLETIONS = 28  # columns that completions cover
PREVIEW_DELAY = 50  # milliseconds between the last key and the preview of the selected car


def facets(text):
    """Returns the numbers of the facets, except in the columns and lines that the completions, the query and the hints
    take."""
    return FACET.findall('\n'.join(line[COMPLETIONS:] for line in text.split('\n')[:-3]))


def p99(times):
    return sorted(times)[(len(times) - 1) * 99 // 100]


class Program:
    """A list in a terminal. `number` is its number format; `matches` is the number of matches of each prefix of WORD;
    `nothing` is what the screen says about a query without matches."""

    def __init__(self, name, arguments, number, total, matches, nothing, has_panes=False):
        self.name, self.arguments, self.total, self.matches = name, arguments, total, matches
        self.nothing, self.has_panes = nothing, has_panes
        self.number = number.format
        self.found = {}  # phase: one value per round

    def at(self, row=None, total=None):
        """Returns a condition for the screen: the row of a total is selected."""
        row = re.escape(self.number(row)) if row else r'[\d,]+'
        pattern = re.compile(rf'(?<![\d,]){row}/{re.escape(self.number(self.total if total is None else total))}(?![\d,])')
        return lambda text: pattern.search(text) is not None

    def measure(self, columns, rows, keys, only_keys=False):
        session = Session(self.arguments, columns, rows)
        try:
            for phase, value in self.phases(session, rows, keys, only_keys):
                self.found.setdefault(phase, []).append(value)
        finally:
            session.close()

    def phases(self, session, rows, keys, only_keys):
        def is_full(text):
            return self.at(1)(text) and sum(bool(line.strip()) for line in text.split('\n')) >= rows - 2

        yield 'start', milliseconds(session.started, session.until(is_full)[1])
        session.settle()
        yield from self.series('move', session, [(b'jk'[i % 2:][:1], self.at(2 - i % 2)) for i in range(keys)])
        session.type(b'j' * rows)
        session.until(self.at(rows + 1))
        yield from self.series('scroll', session, [(b'j', self.at(rows + 2 + i)) for i in range(keys)])
        yield from self.series('page', session, [(PAGE_DOWN, self.at())] * min(keys, self.total // rows - 3))
        if not only_keys:
            yield from self.search(session)
        session.type(b'g')
        session.rest(120)
        yield 'burst', milliseconds(session.type(b'j' * BURST), session.until(self.at(BURST + 1), quiet=40)[1])
        yield from self.misses(session)
        if self.has_panes and not only_keys:
            yield from self.panes(session, keys)
        if 'idle CPU' not in self.found and not only_keys:
            yield from self.idle(session)
        yield 'memory', session.peak_memory()

    def series(self, phase, session, presses):
        times, echoes, bytes_before, frames, cpu = [], [], session.bytes, session.frames, session.cpu()
        for key, expected in presses:
            pressed = session.type(key)
            first, _, last = session.until(expected)
            times.append(milliseconds(pressed, last))
            echoes.append(milliseconds(pressed, first))
        yield phase, statistics.median(times)
        yield f'{phase} bytes', (session.bytes - bytes_before) / len(presses)
        yield f'{phase} frames', (session.frames - frames) / len(presses)
        yield f'{phase} CPU', (session.cpu() - cpu) / len(presses)
        if phase == 'search':
            yield 'search worst echo', max(echoes)
            yield 'search worst', max(times)

    def search(self, session):
        session.type(b'/')
        session.rest(60)
        letters = [(letter.encode(), self.at(None, count)) for letter, count in zip(WORD, self.matches)]
        yield from self.series('search', session, letters)
        self.leave_search(session)

    def misses(self, session):
        """Measures the letters of a word after which no car is left, from the third on, because only then no car has
        a similar word."""
        session.rest(500)
        session.type(b'/')
        session.rest(60)
        session.type(NO_WORD[:2].encode())
        session.rest(120)

        def says(query):
            return lambda text: re.search(re.escape(self.nothing + query) + r'\b', text) is not None

        letters = [(letter.encode(), says(NO_WORD[:2 + end]))
                   for end, letter in enumerate(NO_WORD[2:], 1)]
        yield from self.series('no match', session, letters)
        self.leave_search(session)

    def leave_search(self, session):
        # Esc closes the proposals, clears the search, and leaves it.
        for _ in range(3):
            session.type(b'\x1b')
            session.rest(120)

    def panes(self, session, keys):
        """Measures the preview, without its delay, and the facets while a word is typed and deleted. The completions, which
        appear later, are not part of the facets."""
        session.type(b'gv')
        session.rest(200)
        times = []
        for row in range(2, keys + 2):
            pressed = session.type(b'j')
            times.append(milliseconds(pressed, session.until(self.at(row), quiet=2 * PREVIEW_DELAY)[2]) - PREVIEW_DELAY)
        yield 'preview p99', p99(times)
        session.type(b'v#')
        session.rest(400)
        session.type(b'/')
        session.rest(200)
        times, counts = [], [self.total, *self.matches]
        for index in range(keys):
            step, is_typing = index % len(WORD), index // len(WORD) % 2 == 0
            key = WORD[step].encode() if is_typing else b'\x7f'
            count = counts[step + 1] if is_typing else counts[len(WORD) - 1 - step]
            pressed = session.type(key)
            times.append(milliseconds(pressed, session.until(self.at(None, count), quiet=60, part=facets)[2]))
        yield 'facets p99', p99(times)
        for _ in range(4):
            session.type(b'\x1b')
            session.rest(120)

    def idle(self, session):
        """Measures five seconds without a key, after five seconds in which unused threads end."""
        session.rest(5500)
        cpu, switches = session.cpu(), session.switches()
        session.take(5000)
        yield 'idle CPU', session.cpu() - cpu
        yield 'idle switches', sum(count - switches.get(task, 0) for task, count in session.switches().items())
