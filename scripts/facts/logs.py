"""The made-up logs of the staged machine: what each program writes for the failures that the articles look for."""
import datetime, json, random

# The hour of the articles' examples, part of which ask for a window of time.
NOW = datetime.datetime(2026, 11, 22, 8, 44, 30, tzinfo=datetime.timezone.utc)
CLIENTS = ["203.0.113.7", "203.0.113.7", "203.0.113.8", "198.51.100.20", "66.249.66.1"]
AGENTS = {"66.249.66.1": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"}
TAIL = ', client: 203.0.113.7, server: www.example.com, request: "GET /cart HTTP/1.1", ' \
       'upstream: "http://10.0.0.5:8080/cart", host: "www.example.com"'

NGINX = [
    ("error", 12, "connect() failed (111: Connection refused) while connecting to upstream" + TAIL),
    ("error", 5, "upstream prematurely closed connection while reading response header from upstream" + TAIL),
    ("error", 4, "recv() failed (104: Connection reset by peer) while reading response header from upstream" + TAIL),
    ("error", 3, "upstream timed out (110: Connection timed out) while reading response header from upstream" + TAIL),
    ("error", 2, "upstream timed out (110: Connection timed out) while connecting to upstream" + TAIL),
    ("error", 2, "no live upstreams while connecting to upstream" + TAIL),
    ("error", 6, "app.internal could not be resolved (3: Host not found), client: 203.0.113.7, server: www.example.com, "
                 'request: "GET /cart HTTP/1.1", host: "www.example.com"'),
    ("error", 7, "SSL_do_handshake() failed (SSL: error:0A00010B:SSL routines::wrong version number) while SSL handshaking to "
                 "upstream" + TAIL),
    ("error", 1, "peer closed connection in SSL handshake while SSL handshaking to upstream" + TAIL),
    ("error", 2, "upstream sent too big header while reading response header from upstream" + TAIL),
    ("error", 2, "upstream prematurely closed connection while reading upstream" + TAIL),
    ("crit", 2, "connect() to unix:/run/php/php8.2-fpm.sock failed (2: No such file or directory) while connecting to upstream" + TAIL),
    ("error", 3, 'limiting requests, excess: 2.948 by zone "login", client: 203.0.113.7, server: www.example.com, request: '
                 '"POST /login HTTP/1.1", host: "www.example.com"'),
    ("info", 2, 'client sent invalid host header while reading client request headers, client: 203.0.113.7, server: _, request: '
                '"GET / HTTP/1.1", host: ""'),
    ("info", 1, "client sent plain HTTP request to HTTPS port while reading client request headers, client: 203.0.113.7, "
                'server: _, request: "GET / HTTP/1.1"'),
]
PLAIN = [("alert", 8, "1024 worker_connections are not enough while connecting to upstream" + TAIL, True),
         ("alert", 1, "worker process 4711 exited on signal 11 (core dumped)", False)]

REQUESTS = [
    ("GET", "/", 200, 30), ("GET", "/cart?id=7", 502, 9), ("POST", "/checkout", 502, 3), ("GET", "/report/17", 504, 5),
    ("POST", "/upload", 413, 2), ("GET", "/", 499, 4), ("GET", "/search?q=x", 499, 2), ("GET", "/", 400, 3), ("GET", "/old", 404, 3),
    ("DELETE", "/contact", 405, 2), ("PUT", "/api/x", 409, 2), ("POST", "/api/y", 411, 1), ("POST", "/api/z", 422, 1),
    ("POST", "/login", 429, 3), ("GET", "/slow", 408, 2), ("GET", "/", 444, 2), ("PROPFIND", "/", 501, 1), ("GET", "/", 505, 1),
    ("GET", "/", 503, 2), ("GET", "/", 500, 2), ("GET", "/robots.txt", 200, 3),
]


def rows():
    """(time, client, method, path, status, bytes, seconds), in order of time."""
    chance, found = random.Random(7), []
    for method, path, status, count in REQUESTS:
        for _ in range(count):
            client = "66.249.66.1" if path == "/robots.txt" else chance.choice(CLIENTS)
            seconds = {502: 30.0, 504: 60.0, 499: 10.0}.get(status, 0.1) + chance.random() / 10
            found.append((NOW - datetime.timedelta(seconds=chance.choice([60, 3000]) + chance.randrange(180)), client, method, path, status,
                          157 if status >= 500 else 512, seconds))
    return sorted(found)


def local(when):
    return when.strftime("%d/%b/%Y:%H:%M:%S +0000")


def combined(extra=""):
    """nginx's default format; `extra` is what an article has it add, with the fields of `rows`."""
    lines = []
    for when, client, method, path, status, size, seconds in rows():
        agent = AGENTS.get(client, "Mozilla/5.0 (X11; Linux x86_64)")
        more = extra.format(status=status, rt=f"{seconds:.3f}", head="-" if status in (502, 504) else f"{seconds:.3f}")
        lines.append(f'{client} - - [{local(when)}] "{method} {path} HTTP/1.1" {status} {size} "-" "{agent}"{more}\n')
    return "".join(lines)


def timing():
    """The format that the page on logs has nginx write."""
    return "".join(
        f'{c} [{w.isoformat()}] "{m} {p} HTTP/1.1" {s} {b} id=5f0c2b8e rt={t:.3f} up=10.0.0.5:8080 us={s} uct=0.000 uht=- urt={t:.3f}\n'
        for w, c, m, p, s, b, t in rows())


def as_json():
    lines = [{"t": w.isoformat(), "ms": w.timestamp(), "ip": c, "m": m, "host": "www.example.com", "uri": p.split("?")[0], "args": "",
              "s": s, "us": str(s), "up": "10.0.0.5:8080", "rt": round(t, 3), "uct": "0.001", "uht": f"{t:.3f}", "b": b,
              "ua": AGENTS.get(c, "x"), "id": "5f0c2b8e"} for w, c, m, p, s, b, t in rows()]
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def nginx_errors():
    stamp, lines, number = NOW.strftime("%Y/%m/%d %H:%M:%S"), [], 100
    for level, count, text in NGINX:
        for _ in range(count):
            number += 1
            lines.append(f"{stamp} [{level}] 7788#7788: *{number} {text}\n")
    for level, count, text, numbered in PLAIN:
        lines += [f"{stamp} [{level}] 7788#7788: {'*99 ' if numbered else ''}{text}\n"] * count
    return "".join(lines)


def haproxy():
    stamp = NOW.strftime("%d/%b/%Y:%H:%M:%S.000")
    prefix = NOW.isoformat() + " host haproxy[812]: "
    kinds = [("app/s1 0/0/-1/-1/3007 503 217", "SC--"), ("app/s1 0/0/1/-1/30002 504 198", "sH--"), ("app/s2 0/0/1/-1/12 502 209", "SH--"),
             ("app/s1 0/0/1/4/90 200 4011", "SD--"), ("app/s1 0/0/1/4/5 200 4011", "----"), ("app/<NOSRV> 0/-1/-1/-1/0 503 217", "SC--")]
    return "".join(f'{prefix}203.0.113.7:56330 [{stamp}] www {text} - - {state} 1/1/0/0/0 0/0 "GET /cart HTTP/1.1"\n'
                   for text, state in kinds for _ in range(3))


def apache():
    stamp = NOW.strftime("[%a %b %d %H:%M:%S.000000 %Y]")
    return "".join(f"{stamp} {line}\n" for line in (
        "[proxy:error] [pid 2827:tid 2830] (111)Connection refused: AH00957: http: attempt to connect to 127.0.0.1:8080 (127.0.0.1:8080) failed",
        "[proxy_http:error] [pid 2828:tid 2846] (70007)The timeout specified has expired: [client 203.0.113.7:60618] AH01102: error reading "
        "status line from remote server 127.0.0.1:8080",
        "[proxy_http:error] [pid 2828:tid 2846] (70008)Partial results are valid but processing is incomplete: [client 203.0.113.7:60618] "
        "AH01110: error reading response",
        "[core:notice] [pid 1:tid 1] AH00052: child pid 4712 exit signal Segmentation fault (11)"))


def fpm():
    stamp = NOW.strftime("[%d-%b-%Y %H:%M:%S]")
    return f"{stamp} WARNING: [pool www] server reached pm.max_children setting (5), consider raising it\n" \
           f"{stamp} WARNING: [pool www] child 12792, script '/var/www/slow.php' (request: \"GET /slow.php\") execution timed out " \
           "(3.267072 sec), terminating\n"


def balancer():
    """Lines of an AWS load balancer, of the kinds that its articles count."""
    def line(status, target, address="10.0.1.7:80", kind="https", times="0.001 0.002 0.000", action='"forward"', reason='"-"'):
        return (f'{kind} {NOW.isoformat()} app/web/50dc 192.0.2.10:2817 {address} {times} {status} {target} 34 366 '
                f'"GET https://www.example.com:443/cart HTTP/1.1" "curl/8" - - arn:aws:x "Root=1" "-" "-" 0 {NOW.isoformat()} '
                f'{action} "-" {reason} "{address}" "{target}" "-" "-"\n')
    return "".join((line(200, 200), line(502, "-", times="0.000 -1 -1"), line(504, "-", times="0.000 60.0 -1"),
                    line(460, "-", times="0.001 9.0 -1"), line(463, "-", "-"), line(561, "-", "-", reason='"AuthInvalidIdToken"')))


def journal():
    stamp = NOW.strftime("%b %d %H:%M:%S host ")
    clock = "07:42:24"
    unit = {
        "app": ["app[512]: Error: boom", "app[512]:     at handler (app.js:3)", "app[512]: panic: runtime error", "app[512]: Traceback",
                "app[512]: [CRITICAL] WORKER TIMEOUT (pid:8919)", "app[512]: FATAL ERROR: Reached heap limit",
                "app[512]: proxy error: EOF", "app[512]: Unhandled exception. System.Exception", "app[512]: java.lang.OutOfMemoryError",
                "app[512]: #17 killed by signal", "systemd[1]: app.service: Main process exited, code=killed, status=9/KILL",
                "systemd[1]: Stopping app.service", "systemd[1]: Stopped app.service", "systemd[1]: app.service: Scheduled restart job", "systemd[1]: Started app.service",
                "app[512]: Unable to bind to http://0.0.0.0:5000", "app[512]: plain line", "app[512]: HikariPool-1 - Connection is not available", "app[512]: Puma starting", "app[512]: ! Terminating timed out worker"],
        "nginx": ["nginx[7]: nginx: [emerg] unknown directive", "systemd[1]: Reload failed for nginx.service",
                  "systemd[1]: Reloading nginx.service"],
        "kernel": ["kernel: Out of memory: Killed process 4711 (php-fpm8.2)", "kernel: app[99]: segfault at 0 ip 0 sp 0 error 4",
                   'kernel: audit: apparmor="DENIED" operation="connect"', "kernel: nf_conntrack: table full, dropping packet"],
        "caddy": [],
    }
    lines = {name: [stamp + text for text in texts] for name, texts in unit.items()}
    lines["caddy"] = ['{"level":"error","ts":1795333463.8,"logger":"http.log.error","msg":"dial tcp 127.0.0.1:8080: connect: connection '
                      'refused","request":{"method":"GET","host":"www.example.com","uri":"/cart"},"duration":0.0004,"status":502}',
                      '{"level":"error","ts":1795333464.8,"logger":"http.handlers.reverse_proxy","msg":"aborting with incomplete response"}']
    lines["clock"] = [clock]
    return lines
