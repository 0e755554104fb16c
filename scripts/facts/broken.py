"""Upstreams that fail, each in one way, each on its own port; and a resolver that knows no name."""
import socket, ssl, struct, subprocess, threading, time

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Type: text/plain\r\n\r\nok\n"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

# What is sent in answer to a request, and how the connection ends: "close", "pause" before that, "later"
# with a last part after a pause, "reset" or "hold".
BEHAVIOURS = {
    "early-close": (b"", "close"),
    "reset": (b"", "reset"),
    "silent": (b"", "hold"),
    "header-name": (HEAD + b"Bad Name: x\r\nContent-Length: 3\r\n\r\nok\n", "close"),
    "big-header": (HEAD + b"X-Big: " + b"a" * 70_000 + b"\r\nContent-Length: 3\r\n\r\nok\n", "close"),
    "garbage": (b"SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n", "close"),
    "cut": (HEAD + b"Content-Length: 100000\r\n\r\n" + b"x" * 40_000, "pause"),
    "half-header": (HEAD + b"X-Half: yes", "close"),
    "own-502": (b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 9\r\nContent-Type: text/plain\r\n\r\nfrom app\n", "close"),
    "two-lengths": (HEAD + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nok\n", "close"),
    "ok": (OK, "keep"),
    "nul-value": (HEAD + b"X-Bad: a\0b\r\nContent-Length: 3\r\n\r\nok\n", "close"),
    "no-colon": (HEAD + b"nonsense\r\nContent-Length: 3\r\n\r\nok\n", "close"),
    "both-lengths": (HEAD + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nok\n\r\n0\r\n\r\n", "close"),
    "bad-first-chunk": (HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nok\n\r\n0\r\n\r\n", "close"),
    "bad-later-chunk": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n9c40\r\n" + b"x" * 40_000 + b"\r\n", "later"),
}
PORTS = {name: 7003 + index for index, name in enumerate(BEHAVIOURS)}
ADDRESSES = {
    "refused": "127.0.0.1:7001", "unanswered": "127.0.0.1:7002",
    **{name: f"127.0.0.1:{port}" for name, port in PORTS.items()},
    # TLS is spoken to these.
    "tls-untrusted": "127.0.0.1:7031", "tls-plain": f"127.0.0.1:{PORTS['ok']}", "tls-close": f"127.0.0.1:{PORTS['early-close']}",
    "tls-silent": f"127.0.0.1:{PORTS['silent']}", "tls-reset": "127.0.0.1:7032",
    # Plain HTTP is spoken to this one.
    "wants-tls": "127.0.0.1:7031",
    "unknown-name": "nowhere.test:80",
}


def end(connection, how):
    if how == "reset":
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def answer(connection, text, how):
    connection.settimeout(120)
    try:
        while True:
            data = b""
            while b"\r\n\r\n" not in data:
                piece = connection.recv(65536)
                if not piece:
                    return end(connection, "close")
                data += piece
                # A TLS greeting is no request, and not waited for to its end.
                if data[:1] == b"\x16":
                    break
            if text:
                connection.sendall(text)
            if how == "later":
                # When the first part has long been passed on.
                time.sleep(0.4)
                connection.sendall(b"zz\r\nok\n\r\n0\r\n\r\n")
                return end(connection, "close")
            if how == "pause":
                # Long enough for a proxy to have begun to pass the answer on.
                time.sleep(0.4)
                return end(connection, "close")
            if how == "hold":
                time.sleep(100)
            if how != "keep":
                return end(connection, how)
    except OSError:
        end(connection, "close")


def listen(port, serve):
    listener = socket.create_server(("127.0.0.1", port), backlog=64)

    def loop():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection,), daemon=True).start()
    threading.Thread(target=loop, daemon=True).start()


def leave_unanswered(port):
    """A queue that is full: the kernel drops every further SYN."""
    full = socket.socket()
    full.bind(("127.0.0.1", port))
    full.listen(0)
    waiting = []
    for _ in range(4):
        client = socket.socket()
        client.setblocking(False)
        client.connect_ex(("127.0.0.1", port))
        waiting.append(client)
    kept.extend([full, *waiting])


kept = []


def certificate(folder):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{folder}/key.pem", "-out",
                    f"{folder}/cert.pem", "-days", "2", "-subj", "/CN=backend.test"], check=True, stderr=subprocess.DEVNULL)


def start(folder):
    for name, (text, how) in BEHAVIOURS.items():
        listen(PORTS[name], lambda connection, text=text, how=how: answer(connection, text, how))
    leave_unanswered(7002)
    certificate(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/cert.pem", f"{folder}/key.pem")

    def tls(connection):
        try:
            answer(context.wrap_socket(connection, server_side=True), OK, "close")
        except (OSError, ssl.SSLError):
            connection.close()
    listen(7031, tls)
    listen(7032, lambda connection: (connection.recv(16), end(connection, "reset")))
    threading.Thread(target=resolver, daemon=True).start()


def resolver():
    """Answers every question with NXDOMAIN."""
    port = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    port.bind(("127.0.0.1", 53))
    while True:
        question, asker = port.recvfrom(512)
        # The question alone: a record of EDNS behind it is not repeated.
        end_of_name = question.index(b"\0", 12) + 5
        port.sendto(question[:2] + b"\x81\x83\0\1\0\0\0\0\0\0" + question[12:end_of_name], asker)
