"""Computes the text of the screen from the output of a full-screen program for xterm-256color."""
import codecs
import re

TOKEN = re.compile(
    r'(?P<text>[^\x00-\x1f\x7f]+)|\x1b\[(?P<numbers>[0-9;:?<=>]*)[ -/]*(?P<final>[@-~])'
    r'|\x1b[\]P^_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*(?P<escape>[0-Z\\^-~])|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])')


class Screen:
    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.decode = codecs.getincrementaldecoder('utf-8')('replace').decode
        self.held = ''
        self.lines = [self.blank() for _ in range(rows)]
        self.x = self.y = 0
        self.pending = self.inserting = False
        self.top, self.bottom = 0, rows - 1
        self.last = ' '
        self.saved = 0, 0

    def blank(self):
        return [' '] * self.columns

    def text(self):
        return '\n'.join(''.join(line).rstrip() for line in self.lines)

    def feed(self, data):
        output = self.held + self.decode(data)
        place = 0
        while match := TOKEN.match(output, place):
            place = match.end()
            kind = match.lastgroup
            if kind == 'text':
                self.put(match['text'])
            elif kind == 'final':
                self.sequence(match['numbers'], match['final'])
            elif kind == 'control':
                self.control(match['control'])
            elif kind == 'escape':
                self.escape(match['escape'])
        self.held = output[place:]

    def put(self, text):
        for character in text:
            if self.pending:
                self.control('\n')
                self.x = 0
            self.pending = False
            if self.inserting:
                self.sequence('', '@')
            self.lines[self.y][self.x] = self.last = character
            self.x += 1
            if self.x == self.columns:
                self.x, self.pending = self.columns - 1, True

    def control(self, character):
        if character == '\n':
            self.scroll(1) if self.y == self.bottom else self.move(self.y + 1, self.x)
        elif character == '\r':
            self.move(self.y, 0)
        elif character == '\b':
            self.move(self.y, self.x - 1)
        elif character == '\t':
            self.move(self.y, self.x // 8 * 8 + 8)

    def escape(self, character):
        if character == 'M':
            self.scroll(-1) if self.y == self.top else self.move(self.y - 1, self.x)
        elif character == '7':
            self.saved = self.y, self.x
        elif character == '8':
            self.move(*self.saved)

    def move(self, y, x):
        self.y, self.x = min(max(y, 0), self.rows - 1), min(max(x, 0), self.columns - 1)
        self.pending = False

    def scroll(self, count, top=None):
        top = self.top if top is None else top
        part = self.lines[top:self.bottom + 1]
        for _ in range(min(abs(count), len(part))):
            if count > 0:
                part = part[1:] + [self.blank()]
            else:
                part = [self.blank()] + part[:-1]
        self.lines[top:self.bottom + 1] = part

    def sequence(self, parameters, final):
        if parameters[:1] in ('?', '>', '<', '='):
            return
        numbers = [int(number) if number.isdigit() else 0 for number in parameters.split(';')]
        count, line = numbers[0] or 1, self.lines[self.y]
        if final in 'Hf':
            self.move(count - 1, (numbers[1] or 1) - 1 if len(numbers) > 1 else 0)
        elif final in 'ABCD':
            dy, dx = {'A': (-1, 0), 'B': (1, 0), 'C': (0, 1), 'D': (0, -1)}[final]
            self.move(self.y + dy * count, self.x + dx * count)
        elif final in 'G`':
            self.move(self.y, count - 1)
        elif final == 'd':
            self.move(count - 1, self.x)
        elif final == 'r':
            self.top, self.bottom = count - 1, (numbers[1] if len(numbers) > 1 and numbers[1] else self.rows) - 1
            self.move(0, 0)
        elif final in 'ST':
            self.scroll(count if final == 'S' else -count)
        elif final in 'LM':
            self.scroll(count if final == 'M' else -count, self.y)
        elif final == 'b':
            self.put(self.last * count)
        elif final in 'KJ':
            start, end = (self.x if numbers[0] == 0 else 0), (self.x + 1 if numbers[0] == 1 else self.columns)
            if final == 'K' or numbers[0] < 2:
                line[start:end] = [' '] * (end - start)
            for y in range(self.rows) if final == 'J' else ():
                if numbers[0] == 2 or (y > self.y if numbers[0] == 0 else y < self.y):
                    self.lines[y] = self.blank()
        elif final in 'hl' and numbers[0] == 4:
            self.inserting = final == 'h'
        elif final == 'X':
            end = min(self.x + count, self.columns)
            line[self.x:end] = [' '] * (end - self.x)
        elif final == 'P':
            self.lines[self.y] = (line[:self.x] + line[self.x + count:] + self.blank())[:self.columns]
        elif final == '@':
            self.lines[self.y] = (line[:self.x] + [' '] * count + line[self.x:])[:self.columns]
