"""What a server does with one odd request by itself: for a file of its own, and with an application behind it."""
import os, re, socket
import broken, proxies
from programs import Daemon, find
from timers import apache, caddy, haproxy, nginx

HOST, CLOSE = "Host: www.example.com\r\n", "Connection: close\r\n"
PORTS = {"nginx": 8401, "Apache": 8402, "HAProxy": 8403, "Caddy": 8404, "Caddy_2.11": 8405, "Node": 8406,
         **{name: proxies.PORT[name] for name in ("Varnish", "Envoy", "Traefik")}}
# The application says that it was asked, and the first line of what it was asked.
APPLICATION = 7061


def line(text, more="", end="\r\n"):
    return f"{text} HTTP/1.1\r\n{HOST}{CLOSE}{more}{end}".encode()


# Each for a file, `/file.html`, or for the application, `/app/`.
INPUTS = {
    "no-host": lambda path: f"GET {path} HTTP/1.1\r\n{CLOSE}\r\n".encode(),
    "bad-escape": lambda path: line(f"GET {path}%zz"),
    "long-address": lambda path: line(f"GET {path}?{'a' * 20_000}"),
    "long-header": lambda path: line(f"GET {path}", f"X: {'a' * 20_000}\r\n"),
    "coding-gzip": lambda path: line(f"POST {path}", "Transfer-Encoding: gzip\r\n", "\r\nhello"),
    "post": lambda path: line(f"POST {path}", "Content-Length: 3\r\n", "\r\na=b"),
    "delete": lambda path: line(f"DELETE {path}"),
    "unknown-method": lambda path: line(f"BREW {path}"),
    "trace": lambda path: line(f"TRACE {path}"),
    "lower-case": lambda path: line(f"get {path}"),
    "accept-json": lambda path: line(f"GET {path}", "Accept: application/json\r\n"),
    "expect": lambda path: line(f"GET {path}", "Expect: something\r\n"),
    "range-behind": lambda path: line(f"GET {path}", "Range: bytes=5000-6000\r\n"),
    "range-of-empty": lambda path: line(f"GET {path.replace('file', 'empty')}", "Range: bytes=0-1\r\n"),
    "http-2.0": lambda path: f"GET {path} HTTP/2.0\r\n{HOST}{CLOSE}\r\n".encode(),
}


def application(connection):
    connection.settimeout(5)
    try:
        first = connection.recv(65536).split(b"\r\n")[0]
        connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\nX-Passed-On: " + first[:60] + b"\r\n\r\n")
    except OSError:
        pass
    connection.close()


def start(lab):
    def make():
        broken.listen(APPLICATION, application)
        site = os.path.join(lab.folder, "site")
        os.makedirs(site, exist_ok=True)
        for name, text in (("file.html", "<p>hello</p>\n"), ("empty.html", "")):
            with open(os.path.join(site, name), "w") as file:
                file.write(text)
        return site
    return lab.once("inputs", make)


def serve(lab, server):
    site, port, app = start(lab), PORTS[server], f"127.0.0.1:{APPLICATION}"
    if server == "Node":
        script = f"require('http').createServer((_, a) => a.end('hi')).listen({port}, '127.0.0.1')"
        return Daemon([find("node"), "-e", script], lab.folder + "/inputs-node.log", port)
    if server in ("Varnish", "Envoy", "Traefik"):
        return lab.proxy(server)
    if server == "nginx":
        places = " ".join(f"location {where} {{ proxy_pass http://{app}{target}; }}" for where, target in (
            ("/app/", ""), ("/same/", ""), ("/slash/", "/"), ("/longer/", "/v1/"), ("/open", "/")))
        return nginx(lab, "inputs-nginx", port, f"root {site}; {places}")
    if server == "Apache":
        return apache(lab, "inputs-apache", port, f'DocumentRoot "{site}"\nProxyPass "/app/" "http://{app}/app/"')
    if server == "HAProxy":
        return haproxy(lab, "inputs-haproxy", port, "  use_backend app if !{ path /nobody }", f"backend app\n  server s {app}")
    places = f"handle /app/* {{\nreverse_proxy {app}\n}}\nhandle {{\nroot * {site}\nfile_server\n}}"
    return caddy(lab, f"inputs-{server}", port, places, server.lower().replace("_", "-"))


def exchange(port, sent, patience=8):
    data = b""
    with socket.create_connection(("127.0.0.1", port), patience) as connection:
        connection.sendall(sent)
        try:
            while piece := connection.recv(65536):
                data += piece
        except TimeoutError:
            return data.decode(errors="replace") or "waits"
        except OSError:
            pass
    return data.decode(errors="replace") or "closes silently"


def told(text):
    """`passed on: GET / HTTP/1.1`, or what the server answered by itself."""
    if passed := re.search(r"(?im)^x-passed-on: (.*?)\r?$", text):
        return f"passed on: {passed[1]}"
    status = re.match(r"HTTP/\d\.\d (\d+)", text)
    if not status:
        return text if text in ("waits", "closes silently") else "bytes without a status line"
    allow = re.search(r"(?im)^allow: *\S", text)
    return status[1] + (" with Allow" if allow else ", no Allow" if status[1] == "405" else "")


def port_of_ours(server):
    return server not in proxies.PORT or PORTS[server] != proxies.PORT[server]


def answer(lab, server, kind, what):
    """`what` is `file` or `app`; a kind with a number is a header of that many bytes, or that many headers."""
    lab.once("inputs " + server, lambda: serve(lab, server))
    path = {"file": "/file.html", "app": "/app/" if port_of_ours(server) else "/ok/"}.get(what, what)
    name, _, number = kind.partition(":")
    if name == "get":
        sent = line(f"GET {path}")
    elif name == "header":
        sent = line(f"GET {path}", f"X: {'a' * int(number)}\r\n")
    elif name == "headers":
        sent = line(f"GET {path}", "X: a\r\n" * int(number))
    else:
        sent = INPUTS[kind](path)
    return told(exchange(PORTS[server], sent))


def endless(lab, server):
    """Headers that never end."""
    lab.once("inputs " + server, lambda: serve(lab, server))
    return told(exchange(PORTS[server], b"GET / HTTP/1.1\r\n" + HOST.encode(), 75))
