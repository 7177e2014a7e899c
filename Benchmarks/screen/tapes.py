"""Measures how many times faster than real time bundled tapes are played without a terminal."""
import json
import os
import statistics
import subprocess
import time

RESOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'Resources')
NAMES = ('tour', 'long-upload')


def play(binary, name, *options):
    tape = os.path.join(RESOURCES, 'tapes', name + '.tape')
    subprocess.run([binary, 'demo', tape, '--headless', *options], check=True,
                   env={**os.environ, 'SHOWROOM_RESOURCES': RESOURCES})


def length(binary, name, folder):
    """Returns the length of a tape in seconds, which is the end of its recording."""
    recording = os.path.join(folder, name + '.cast')
    play(binary, name, '--record', recording)
    with open(recording, encoding='utf-8') as lines:
        return json.loads(lines.readlines()[-1])[0]


def played(binary, name):
    """Returns the time of playing a tape in seconds."""
    begin = time.monotonic()
    play(binary, name)
    return time.monotonic() - begin


def measure(binary, folder, rounds):
    """Returns rows of the report. The tapes alternate, and a value is the median of the ratios of all rounds."""
    lengths = {name: length(binary, name, folder) for name in NAMES}
    ratios = {name: [] for name in NAMES}
    for _ in range(rounds):
        for name in NAMES:
            ratios[name].append(lengths[name] / played(binary, name))
    for name in NAMES:
        ratio = statistics.median(ratios[name])
        yield [f'{name}.tape, {lengths[name]:.0f} s (× real time)', '', f'{ratio:.0f}', '', '≥ 100',
               'kept' if ratio >= 100 else 'missed']
