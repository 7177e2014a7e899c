#!/usr/bin/env python3
"""A store for measurements: S3 over http, or https, which discards the data that it receives.

    store.py PORT [CERTIFICATE KEY]

It compares no signatures. It confirms a checksum that follows the data, except that of a few bytes, which it computes,
because a client may send a wrong one to find out whether the store compares them. The ETag of an object of up to a
mebibyte that is sent with one request is its MD5, and `If-None-Match: *` does not replace an object."""
import base64
import hashlib
import re
import ssl
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

uploads, objects = {}, {}


def crc64nvme(data):
    value = (1 << 64) - 1
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x9a6c9329ac4bc9b5 if value & 1 else 0)
    return base64.b64encode((value ^ (1 << 64) - 1).to_bytes(8, 'big')).decode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def answer(self, status, headers=(), body=b''):
        self.send_response_only(status)
        for name, value in headers:
            self.send_header(name, value)
        if self.command != 'HEAD':
            self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def read_body(self):
        """Returns the length, the last bytes and, if it is short, the MD5 of the body."""
        length, tail, buffer = 0, b'', memoryview(bytearray(1 << 20))
        digest = hashlib.md5() if int(self.headers.get('Content-Length', 1 << 30)) <= 1 << 20 else None
        for left in self.lengths():
            length += left
            while left > 0:
                count = self.rfile.readinto(buffer[:min(left, len(buffer))])
                if not count:
                    break
                left -= count
                if digest:
                    digest.update(buffer[:count])
                tail = (tail + bytes(buffer[max(0, count - 4096):count]))[-4096:]
        etag = digest.hexdigest() if digest else 'stored'
        return int(self.headers.get('x-amz-decoded-content-length', length)), tail, etag

    def lengths(self):
        """Returns the lengths of the chunks in which the body is transferred, each when the previous one was read."""
        if self.headers.get('Transfer-Encoding') != 'chunked':
            yield int(self.headers.get('Content-Length', 0))
            return
        while True:
            length = int(self.rfile.readline(), 16)
            yield length
            self.rfile.readline()
            if length == 0:
                return

    def metadata(self):
        return [(name, value) for name, value in self.headers.items() if name.lower().startswith('x-amz-meta-')]

    def do_PUT(self):
        size, tail, etag = self.read_body()
        path, _, query = self.path.partition('?')
        if 'uploadId' not in query:
            if self.headers.get('If-None-Match') == '*' and path in objects:
                return self.answer(412)
            objects[path] = size, self.metadata()
            return self.answer(200, [('ETag', f'"{etag}"')])
        upload = uploads[re.search(r'uploadId=(\w+)', query).group(1)]
        upload['sizes'][re.search(r'partNumber=(\d+)', query).group(1)] = size
        headers = [('ETag', '"stored"')]
        given = re.search(rb'(x-amz-checksum-\w+):(\S+)\r\n', tail)
        if given:
            name, value = given.group(1).decode(), given.group(2).decode()
            if size < 100:
                data = tail.split(b'\r\n')[1]
                if crc64nvme(data) != value:
                    return self.answer(400, [], b'<Error><Code>BadDigest</Code></Error>')
            headers.append((name, value))
        self.answer(200, headers)

    def do_POST(self):
        _, body, _ = self.read_body()
        path, _, query = self.path.partition('?')
        if query.startswith('uploads'):
            name = str(len(uploads) + 1)
            uploads[name] = {'sizes': {}, 'metadata': self.metadata()}
            return self.answer(200, [], b'<InitiateMultipartUploadResult><UploadId>%s</UploadId>'
                                        b'</InitiateMultipartUploadResult>' % name.encode())
        upload = uploads.pop(re.search(r'uploadId=(\w+)', query).group(1))
        objects[path] = sum(upload['sizes'].values()), upload['metadata']
        checksum = self.headers.get('x-amz-checksum-crc64nvme')
        self.answer(200, [], (
            '<CompleteMultipartUploadResult><Key>x</Key><ETag>"stored"</ETag>'
            + (f'<ChecksumCRC64NVME>{checksum}</ChecksumCRC64NVME>' if checksum else '')
            + '</CompleteMultipartUploadResult>').encode())

    def do_GET(self):
        if 'uploads' in self.path:
            return self.answer(200, [], b'<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>'
                                        b'</ListMultipartUploadsResult>')
        self.answer(200, [], b'<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')

    def do_HEAD(self):
        found = objects.get(self.path.partition('?')[0])
        if found is None:
            return self.answer(404)
        self.answer(200, [('Content-Length', str(found[0]))] + found[1])


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, port, certificate=None, key=None):
        super().__init__(('127.0.0.1', port), Handler)
        self.context = None
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate, key)

    def finish_request(self, request, client_address):
        # In the thread of the connection, because a handshake takes a while.
        if self.context:
            request = self.context.wrap_socket(request, server_side=True)
        super().finish_request(request, client_address)


Server(int(sys.argv[1]), *sys.argv[2:]).serve_forever()
