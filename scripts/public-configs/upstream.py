"""One upstream for all addresses, with one failure at a time: refused, closed, garbage, hang or status:NNN.

Speaks HTTP, FastCGI, uwsgi and SCGI as the first byte asks, and TLS below them.
"""
import socket, ssl, struct, threading

GARBAGE = b"this is not HTTP at all, whatever you expected\r\n\r\n"
MARK = "answer of the upstream"


class Upstream:
    def __init__(self, certificate, key):
        self.failure, self.listeners = "none", []
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, key)

    def listen(self, address):
        """Takes connections to (host, port) or to the path of a socket."""
        family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(64)
        self.listeners.append(listener)
        threading.Thread(target=self.accept, args=(listener,), daemon=True).start()

    def close(self):
        for listener in self.listeners:
            try:
                listener.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            listener.close()
        self.listeners = []

    def accept(self, listener):
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection):
        try:
            connection.settimeout(5)
            if connection.recv(1, socket.MSG_PEEK) == b"\x16":
                connection = self.context.wrap_socket(connection, server_side=True)
                first = b"G"
            else:
                first = connection.recv(1, socket.MSG_PEEK)
            connection.recv(65536)
            if self.failure == "garbage":
                connection.sendall(GARBAGE)
            elif self.failure.startswith("status:"):
                connection.sendall(self.reply(first, self.failure[7:]))
            elif self.failure == "none":
                connection.sendall(self.reply(first, "200"))
            elif self.failure == "hang":
                connection.settimeout(30)
                connection.recv(1)
            connection.close()
        except OSError:
            pass

    @staticmethod
    def reply(first, status):
        body = f"{MARK} {status}\n".encode()
        headers = b"Content-Type: text/plain\r\nContent-Length: %d\r\n\r\n" % len(body)
        if first == b"\x01":  # FastCGI
            out = f"Status: {status} Made-up\r\n".encode() + headers + body
            record = lambda kind, data: struct.pack("!BBHHBB", 1, kind, 1, len(data), 0, 0) + data
            return record(6, out) + record(6, b"") + record(3, b"\0" * 8)
        return f"HTTP/1.1 {status} Made-up\r\nConnection: close\r\n".encode() + headers + body


def names(address, host):
    """Answers every question for an IPv4 address with the one given."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    listener.bind((host, 53))

    def serve():
        while True:
            asked, sender = listener.recvfrom(2048)
            end = asked.index(b"\0", 12) + 5
            found = asked[end - 4:end - 2] == b"\0\1"
            record = b"\xc0\x0c\0\1\0\1\0\0\0\x3c\0\4" + socket.inet_aton(address) if found else b""
            listener.sendto(asked[:2] + b"\x81\x80\0\1" + struct.pack("!H", found) + b"\0\0\0\0" + asked[12:end] + record, sender)

    threading.Thread(target=serve, daemon=True).start()
