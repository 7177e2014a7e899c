"""Measures the time and memory of a refresh: from a file, over HTTP, and again without changes."""
import http.server
import os
import statistics
import threading
import time


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves one file with an entity tag, and 304 to a client that already has it."""

    def do_GET(self):
        is_known = self.headers.get('If-None-Match') == '"one"'
        self.send_response(304 if is_known else 200)
        self.send_header('ETag', '"one"')
        self.send_header('Content-Length', '0' if is_known else str(len(self.server.content)))
        self.end_headers()
        if not is_known:
            self.wfile.write(self.server.content)

    def log_message(self, *_):
        pass


def refresh(binary, source, data):
    """Returns the time in milliseconds and the maximum resident memory in MB."""
    begin = time.monotonic()
    nothing = [(os.POSIX_SPAWN_OPEN, 1, '/dev/null', os.O_WRONLY, 0)]
    pid = os.posix_spawn(binary, [binary, 'refresh', '--source', source, '--data-dir', data], os.environ,
                         file_actions=nothing)
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        raise RuntimeError(f'the refresh from {source} failed with status {os.waitstatus_to_exitcode(status)}')
    return (time.monotonic() - begin) * 1000, usage.ru_maxrss / 1024


def measure(binary, table, data, has_goals):
    """Fills the data directory and returns rows of the report."""
    with open(table, 'rb') as file:
        content = file.read()
    server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
    server.content = content
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f'http://127.0.0.1:{server.server_port}/vehicles.csv.zip'
    rows = []
    for what, source, times, wanted in (('first refresh', table, 1, 3000), ('second refresh', table, 5, None),
                                        ('first refresh over HTTP', url, 1, None),
                                        ('refresh answered 304', url, 5, 100)):
        runs = [refresh(binary, source, data) for _ in range(times)]
        time_taken, memory = (statistics.median(values) for values in zip(*runs))
        wanted = wanted if has_goals else None
        kept = '' if wanted is None else 'kept' if time_taken <= wanted and memory <= 150 else 'missed'
        rows.append([f'{what} (ms)', '', f'{time_taken:.0f}', '', f'≤ {wanted}' if wanted else '', kept])
        rows.append([f'{what}, memory (MB)', '', f'{memory:.0f}', '', '≤ 150' if wanted else '', ''])
    server.shutdown()
    return rows
