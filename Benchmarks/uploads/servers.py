"""Servers on loopback: nginx, tuspyserver, moto and a store that discards data, and a line with a delay or a limited rate
before each of them."""
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

# Where `make setup-test` installs the servers that are written in Python.
INSTALLED = os.path.abspath(os.path.join(os.path.dirname(__file__), '../../.build/test-servers/bin'))
NGINX = '/usr/sbin/nginx'


def free_port():
    with socket.socket() as server:
        server.bind(('127.0.0.1', 0))
        return server.getsockname()[1]


class Server:
    """A server that has been started and listens. Leaving its context ends it."""

    def __init__(self, arguments, port, **options):
        self.port, self.address = port, f'http://127.0.0.1:{port}'
        self.process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        for _ in range(600):
            try:
                socket.create_connection(('127.0.0.1', port), 1).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    sys.exit(f'{arguments[0]} ended with status {self.process.returncode}')
                time.sleep(0.05)
        sys.exit(f'{arguments[0]} does not listen')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def nginx(folder):
    """Returns a server that supports PUT, DELETE, MKCOL and MOVE below /dav/."""
    port = free_port()
    os.makedirs(f'{folder}/content/dav')
    user = 'user root;' if os.geteuid() == 0 else ''
    with open(f'{folder}/nginx.conf', 'w') as file:
        file.write(f'''{user}
            daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
            events {{}}
            http {{
              access_log off; client_max_body_size 0; root {folder}/content; keepalive_requests 1000000;
              client_body_temp_path {folder}/content/temporary; proxy_temp_path {folder}/p;
              fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
              server {{
                listen 127.0.0.1:{port};
                location /dav/ {{ dav_methods PUT DELETE MKCOL MOVE; create_full_put_path on; }}
              }}
            }}''')
    return Server([NGINX, '-p', folder, '-c', f'{folder}/nginx.conf', '-e', f'{folder}/error.log'], port)


def tus(folder):
    """Returns a tus server below /files/."""
    port = free_port()
    with open(f'{folder}/server_of_files.py', 'w') as file:
        file.write(f'''from fastapi import FastAPI
from tuspyserver import create_tus_router
app = FastAPI()
app.include_router(create_tus_router(files_dir="{folder}/files", prefix="files"))
''')
    return Server([f'{INSTALLED}/uvicorn', '--app-dir', folder, '--host', '127.0.0.1', '--port', str(port),
                   '--log-level', 'warning', 'server_of_files:app'], port)


def s3(_):
    """Returns an S3 store with the bucket `cars`."""
    port = free_port()
    server = Server([f'{INSTALLED}/moto_server', '-H', '127.0.0.1', '-p', str(port)], port)
    urllib.request.urlopen(urllib.request.Request(f'http://127.0.0.1:{port}/cars', method='PUT')).read()
    return server


def store(_, *certificate):
    """Returns an S3 store that confirms checksums and discards the data. moto would combine a large object and compute
    its checksum, which takes longer if the client has sent none."""
    port = free_port()
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'store.py')
    return Server([sys.executable, path, str(port), *certificate], port)


def secure_store(folder):
    """Returns the same store over https. `certificate` is to be trusted."""
    certificate, key = f'{folder}/certificate.pem', f'{folder}/key.pem'
    subprocess.run(
        ['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
         '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
        check=True, stderr=subprocess.DEVNULL)
    server = store(folder, certificate, key)
    server.address, server.certificate = f'https://localhost:{server.port}', certificate
    return server


class Line:
    """A port that leads to another one, over a line on which everything takes a delay, and on which a connection sends
    no more than a rate. A new connection takes one round trip."""

    PIECE = 64 << 10

    def __init__(self, port, round_trip=0.0, rate=None):
        self.target, self.delay, self.rate = port, round_trip / 2, rate
        self.loop = asyncio.new_event_loop()
        server = self.loop.run_until_complete(asyncio.start_server(self.connect, '127.0.0.1', 0))
        self.port = server.sockets[0].getsockname()[1]
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    async def connect(self, reader, writer):
        await asyncio.sleep(2 * self.delay)
        try:
            far_reader, far_writer = await asyncio.open_connection('127.0.0.1', self.target)
        except OSError:
            return writer.close()
        await asyncio.gather(self.copy(reader, far_writer, self.rate), self.copy(far_reader, writer, None),
                             return_exceptions=True)

    async def copy(self, reader, writer, rate):
        queue, begin, total = asyncio.Queue(64), None, 0

        async def deliver():
            while True:
                due, piece = await queue.get()
                wait = due - self.loop.time()
                if wait > 0:
                    await asyncio.sleep(wait)
                if not piece:
                    return writer.close()
                writer.write(piece)
                await writer.drain()

        delivery = self.loop.create_task(deliver())
        while True:
            piece = await reader.read(self.PIECE)
            now = self.loop.time()
            if rate and piece:
                begin = begin or now
                total += len(piece)
                await asyncio.sleep(max(0, begin + total / rate - now))
            await queue.put((self.loop.time() + self.delay, piece))
            if not piece:
                return await delivery


def temporary_folder():
    return tempfile.TemporaryDirectory(prefix='showroom-bench-')
