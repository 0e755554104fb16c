"""Upstreams that each fail in their own way: `upstream.py PORT CERT KEY` listens on PORT and the following ports.

Prints "ready" when all of them listen. Standard library only.
"""
import socket, ssl, struct, sys, threading, time

BASE, CERT, KEY = int(sys.argv[1]), sys.argv[2], sys.argv[3]


def request(connection):
    connection.settimeout(5)
    data = b""
    try:
        while b"\r\n\r\n" not in data:
            piece = connection.recv(65536)
            if not piece:
                break
            data += piece
    except OSError:
        pass
    return data


def answer(body):
    def serve(connection):
        request(connection)
        connection.sendall(body)
    return serve


def reset(connection):
    request(connection)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def hang(connection):
    request(connection)
    time.sleep(8)


def speak_first(connection):
    connection.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
    request(connection)


def stall(connection):
    request(connection)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
    time.sleep(8)


def tls(connection):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERT, KEY)
    try:
        with context.wrap_socket(connection, server_side=True) as secure:
            answer(OK)(secure)
    except (OSError, ssl.SSLError):
        pass


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nok\n"
BEHAVIOURS = [
    answer(OK),                                                                     # 0 ok
    answer(b""),                                                                    # 1 closes without a word
    reset,                                                                          # 2
    hang,                                                                           # 3
    answer(b"HTTP/1.1 200 OK\r\nX-Big: " + b"a" * 70000 + b"\r\n\r\nok"),           # 4 header too big
    answer(b"\x00\x01garbage that is no HTTP at all\r\n\r\n"),                      # 5
    answer(b"HTTP/1.1 200 OK\r\nBad\x00Header: x\r\nContent-Length: 2\r\n\r\nok"),  # 6
    answer(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf"),                 # 7 cut off
    answer(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n"),    # 8 bad chunk
    tls,                                                                            # 9
    stall,                                                                          # 10
    answer(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno"),  # 11
    speak_first,                                                                    # 12
]


def listen(port, behaviour):
    server = socket.create_server(("127.0.0.1", port), backlog=64)

    def handle(connection):
        try:
            behaviour(connection)
        except OSError:
            pass
        finally:
            connection.close()

    def loop():
        while True:
            connection, _ = server.accept()
            threading.Thread(target=handle, args=(connection,), daemon=True).start()

    threading.Thread(target=loop, daemon=True).start()


for number, behaviour in enumerate(BEHAVIOURS):
    listen(BASE + number, behaviour)
print("ready", flush=True)
while True:
    time.sleep(60)
