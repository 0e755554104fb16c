"""What a program does when it is left at its defaults, or told one thing."""
import os, re, signal, socket, ssl, subprocess, threading, time
import broken
from broken import ADDRESSES
from programs import ask, find, output
from timers import apache, caddy, haproxy, nginx

HOST = b"Host: www.example.com\r\nConnection: close\r\n"


def post(path, length, body=b""):
    return f"POST {path} HTTP/1.1\r\n".encode() + HOST + f"Content-Length: {length}\r\n\r\n".encode() + body


def defaults(lab):
    """One nginx with nothing set that has a default."""
    def make():
        broken.listen(7042, lambda c: recorded(c, seen))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{lab.folder}/cert.pem", f"{lab.folder}/key.pem")
        context.sni_callback = lambda _, name, __: seen.__setitem__("sni", name or "none")

        def tls(connection):
            try:
                broken.answer(context.wrap_socket(connection, server_side=True), broken.OK, "close")
            except OSError:
                connection.close()
        broken.listen(7043, tls)
        for port, size in ((7044, 3000), (7045, 5000)):
            text = broken.HEAD + b"X: " + b"a" * size + b"\r\nContent-Length: 3\r\n\r\nok\n"
            broken.listen(port, lambda c, text=text: broken.answer(c, text, "close"))
        pools = f"""
upstream mixed {{ server {ADDRESSES['early-close']} max_fails=0; server {ADDRESSES['ok']} backup; }}
upstream slow {{ server {ADDRESSES['silent']}; server 127.0.0.2:7005; }}
upstream few {{ zone few 64k; server {ADDRESSES['silent']} max_conns=1; }}
limit_req_zone $binary_remote_addr zone=one:1m rate=1r/m; limit_conn_zone $binary_remote_addr zone=two:1m;"""
        return nginx(lab, "defaults", 8320, f"""
location /seen/ {{ proxy_pass http://127.0.0.1:7042; }}
location /tls/ {{ proxy_pass https://127.0.0.1:7043; }}
location /tls-named/ {{ proxy_pass https://127.0.0.1:7043; proxy_ssl_server_name on; proxy_ssl_name app.test; }}
location /small/ {{ proxy_pass http://127.0.0.1:7044; }}
location /large/ {{ proxy_pass http://127.0.0.1:7045; }}
location /mixed/ {{ proxy_pass http://mixed; }}
location /slow/ {{ proxy_pass http://slow; proxy_read_timeout 4s; proxy_next_upstream_timeout 3s; }}
location /few/ {{ proxy_pass http://few; proxy_read_timeout 3s; }}
location /lone/ {{ proxy_pass http://{ADDRESSES['refused']}; add_header X-Kept yes; }}
location /kept/ {{ proxy_pass http://{ADDRESSES['refused']}; add_header X-Kept yes always; }}
location /own/ {{ proxy_pass http://{ADDRESSES['own-502']}; error_page 502 /own-page; }}
location /redirect/ {{ proxy_pass http://{ADDRESSES['refused']}; error_page 502 https://status.example.com/; }}
location /masked/ {{ proxy_pass http://{ADDRESSES['refused']}; error_page 502 =200 /own-page; }}
location = /own-page {{ return 200 "ours"; }}
location /req/ {{ limit_req zone=one; proxy_pass http://{ADDRESSES['ok']}/; }}
location /conn/ {{ limit_conn two 1; proxy_pass http://{ADDRESSES['silent']}; proxy_read_timeout 3s; }}
location /444 {{ return 444; }}
location /408 {{ return 408; }}
location /few-requests {{ keepalive_requests 2; return 200 "hi"; }}
location / {{ client_body_buffer_size 2m; proxy_pass http://{ADDRESSES['ok']}/; }}""", pools)
    return lab.once("nginx defaults", make)


seen = {}


def recorded(connection, into):
    connection.settimeout(5)
    data = connection.recv(65536)
    into["request"] = data.decode(errors="replace")
    try:
        connection.sendall(broken.OK)
    except OSError:
        pass
    connection.close()


def body_limit(lab):
    defaults(lab)
    largest = ask(8320, "/", request=post("/", 1048576, b"x" * 1048576))
    over = ask(8320, "/", request=post("/", 1048577))
    return f"1048576 bytes {largest}, one more {over}"


def header_sizes(lab):
    defaults(lab)
    return f"3000 bytes {ask(8320, '/small/')}, 5000 bytes {ask(8320, '/large/')}"


def request_headers(lab):
    defaults(lab)
    return ", ".join(f"{size} bytes " + ask(8320, "/", request=b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * size + b"\r\n\r\n")
                     for size in (8000, 8300))


def to_upstream(lab):
    defaults(lab)
    ask(8320, "/seen/")
    return " ".join(seen["request"].split())


def sni(lab, path):
    defaults(lab)
    status = ask(8320, f"/{path}/")
    return f"{status}, name {seen['sni']}"


def repeats(lab, method):
    defaults(lab)
    return ask(8320, "/mixed/", request=f"{method} /mixed/ HTTP/1.1\r\n".encode() + HOST + b"Content-Length: 0\r\n\r\n")


def lone_server(lab):
    folder = defaults(lab)
    for _ in range(4):
        ask(8320, "/lone/")
    time.sleep(0.2)
    lines = [line for line in open(folder + "/log") if '"GET /lone/ ' in line]
    return f"{sum('111: Connection refused' in line for line in lines[-4:])} refused, " \
           f"{sum('no live upstreams' in line for line in lines)} without a live upstream"


def next_timeout(lab):
    defaults(lab)
    begin = time.time()
    status = ask(8320, "/slow/", 20)
    return f"{status} after {time.time() - begin:.0f} s"


def max_conns(lab):
    folder = defaults(lab)
    threading.Thread(target=ask, args=(8320, "/few/"), daemon=True).start()
    time.sleep(0.4)
    status = ask(8320, "/few/")
    time.sleep(0.2)
    found = any("no live upstreams" in line and '"GET /few/ ' in line for line in open(folder + "/log"))
    return status + (" no live upstreams" if found else "")


def head(lab, path, pattern):
    defaults(lab)
    text = output(f"curl -sS -m 5 -D - http://127.0.0.1:8320{path}")[0]
    return "; ".join(re.findall(pattern, text)) or "none"


def page_size(lab):
    defaults(lab)
    return output("curl -sS -o /dev/null -w '%{size_download}' http://127.0.0.1:8320/lone/")[0]


def second(lab, path):
    """The status of a request while another of the same kind is under way or was just answered."""
    defaults(lab)
    threading.Thread(target=ask, args=(8320, path), daemon=True).start()
    time.sleep(0.4)
    return ask(8320, path)


def nothing(lab, path):
    defaults(lab)
    return ask(8320, path)


def announced(lab, server):
    """What the last answer on a connection says when a limit on requests ends it."""
    port = 8320
    if server == "apache":
        port = 8321
        lab.once("apache limit", lambda: apache(lab, "limit", port, "MaxKeepAliveRequests 2\nKeepAlive On\n", ""))
    else:
        defaults(lab)
    with socket.create_connection(("127.0.0.1", port), 5) as connection:
        text = ""
        # Apache counts the requests after the first.
        for _ in range(3):
            connection.sendall(b"GET /few-requests HTTP/1.1\r\nHost: www.example.com\r\n\r\n")
            time.sleep(0.3)
            text += connection.recv(65536).decode()
            if closed := re.search(r"(?i)connection: close", text):
                return closed[0]
    return "nothing"


def reload(lab, how):
    folder = nginx(lab, "reload-" + how, {"command": 8322, "signal": 8323}[how], 'location / { return 200 "hi"; }')
    with open(folder + "/conf", "a") as file:
        file.write("nonsense;")
    if how == "command":
        text, code = output(["nginx", "-e", folder + "/log", "-c", folder + "/conf", "-s", "reload"])
        return f"{text.strip()} exit {code}; then {ask(8322, '/')}"
    os.kill(int(open(folder + "/pid").read()), signal.SIGHUP)
    time.sleep(0.5)
    return f"{'[emerg]' if '[emerg]' in open(folder + '/log').read() else 'nothing'} in the log; then {ask(8323, '/')}"


def worker_connections(lab):
    folder = nginx(lab, "full", 8324, 'location / { return 200 "hi"; }')
    held = []
    for _ in range(520):
        try:
            held.append(socket.create_connection(("127.0.0.1", 8324), 1))
        except OSError:
            break
    time.sleep(0.5)
    return (re.search(r"\d+ worker_connections are not enough", open(folder + "/log").read()) or ["enough"])[0]


def apache_recovers(lab, kind):
    """The status right after the backend came back, within the minute of `retry`."""
    port, back = {"lone": (8330, 7051), "balancer": (8331, 7052)}[kind]
    lines = f'ProxyPass "/" "http://127.0.0.1:{back}/"' if kind == "lone" else \
        f'<Proxy "balancer://p">\nBalancerMember "http://127.0.0.1:{back}"\nBalancerMember "http://{ADDRESSES["ok"]}"\n</Proxy>\n' \
        'ProxyPass "/" "balancer://p/"'
    folder = apache(lab, "recovers-" + kind, port, lines,
                    "slotmem_shm proxy proxy_http proxy_balancer lbmethod_byrequests")
    before = [ask(port, "/") for _ in range(4)]
    asked = []
    broken.listen(back, lambda c: (asked.append(1), broken.answer(c, broken.OK, "keep")))
    after = {ask(port, "/") for _ in range(4)}
    return f"{before[0]}, then {'/'.join(sorted(after))}, {'asked' if asked else 'not asked'}"


def apache_garbage(lab, kind):
    port = {"text": 7053, "binary": 7054}[kind]
    sent = {"text": b"SSH-2.0-OpenSSH_9.2p1\r\n", "binary": b"J\0\0\0\n8.0.36\0\x08\0\0\0"}[kind]
    broken.listen(port, lambda c: broken.answer(c, sent, "close"))
    listen = {"text": 8332, "binary": 8333}[kind]
    apache(lab, "garbage-" + kind, listen, f'ProxyPass "/" "http://127.0.0.1:{port}/"')
    return ask(listen, "/")


def apache_page(lab, kind):
    extra = {"redirect": "ErrorDocument 503 https://status.example.com/", "set": "Header set X-Kept yes",
             "always": "Header always set X-Kept yes", "text": "ErrorDocument 503 errors/503.html"}[kind]
    port = {"redirect": 8334, "set": 8335, "always": 8336, "text": 8337}[kind]
    apache(lab, "page-" + kind, port, f'{extra}\nProxyPass "/" "http://{ADDRESSES["refused"]}/"', "headers proxy proxy_http")
    text = output(f"curl -sS -m 5 -D - http://127.0.0.1:{port}/")[0]
    return text.split()[1] + (" X-Kept" if "X-Kept" in text else "") + (" errors/503.html" if "\nerrors/503.html" in text else "")


def apache_request_header(lab):
    apache(lab, "header", 8338, "", "")
    return ", ".join(f"{size} bytes " + ask(8338, "/", request=b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * size + b"\r\n\r\n")
                     for size in (8000, 8300))


def haproxy_rules(lab, path):
    log = lab.once("haproxy rules", lambda: haproxy(
        lab, "rules", 8340, f"""  http-request deny if {{ path /denied }}
  http-request return status 200 content-type text/plain string "User-agent: *\\nAllow: /\\n" if {{ path /robots.txt }}
  http-request return status 200 content-type text/plain file {lab.folder}/cert.pem if {{ path /file }}
  http-request redirect location /elsewhere if {{ path /moved }}
  default_backend a""", f"backend a\n  server s {ADDRESSES['ok']}"))
    status = ask(8340, path)
    time.sleep(0.2)
    lines = [line for line in open(log) if f"GET {path} " in line]
    return f"{status} {lines[-1].split()[-5] if lines else ''} {re.search(r' (..)-- ', lines[-1])[1] if lines else ''}".strip()


def haproxy_text(lab):
    haproxy_rules(lab, "/robots.txt")
    return repr(output("curl -sS http://127.0.0.1:8340/robots.txt")[0])


def haproxy_check(lab):
    asked = {}
    broken.listen(7055, lambda c: recorded(c, asked))
    haproxy(lab, "check", 8341, "  default_backend a", "backend a\n  option httpchk\n  server s 127.0.0.1:7055 check inter 500ms")
    time.sleep(1.5)
    return asked["request"].splitlines()[0]


def haproxy_timeouts(lab):
    with open(lab.folder + "/bare.cfg", "w") as file:
        file.write("frontend f\n  mode http\n  bind 127.0.0.1:8342\n  default_backend a\nbackend a\n  mode http\n"
                   f"  server s {ADDRESSES['ok']}\n")
    return " ".join(output(["haproxy", "-c", "-f", lab.folder + "/bare.cfg"])[0].split())


def caddy_blank(lab):
    caddy(lab, "blank", 8343, f"reverse_proxy {ADDRESSES['refused']}")
    return " ".join(output("curl -sS -D - http://127.0.0.1:8343/")[0].split())


def caddy_redirect_pages(lab, program):
    """A page for errors, and a visitor who has a copy: an empty body."""
    os.makedirs(lab.folder + "/pages", exist_ok=True)
    with open(lab.folder + "/pages/502.html", "w") as file:
        file.write("<p>our page</p>\n")
    port = {"caddy": 8344, "caddy-2.11": 8345}[program]
    caddy(lab, "pages-" + program, port, f"reverse_proxy {ADDRESSES['refused']}\nhandle_errors {{\nroot * {lab.folder}/pages\n"
          "rewrite * /{err.status_code}.html\nfile_server\n}", program)
    plain = output(f"curl -sS http://127.0.0.1:{port}/")[0].strip()
    since = output(f"curl -sS -H 'If-Modified-Since: Fri, 01 Jan 2038 00:00:00 GMT' http://127.0.0.1:{port}/")[0].strip()
    return f"{len(plain)} bytes, {len(since)} bytes"


BEHAVIOURS = {
    "body-limit": body_limit, "response-header": header_sizes, "request-header": request_headers, "to-upstream": to_upstream,
    "sni": sni, "repeats": repeats, "lone-server": lone_server, "next-timeout": next_timeout, "max-conns": max_conns,
    "head": lambda lab, path, pattern: head(lab, path, pattern), "page-size": page_size, "second": second, "nothing": nothing,
    "announced": announced, "reload": reload, "worker-connections": worker_connections, "apache-recovers": apache_recovers,
    "apache-garbage": apache_garbage, "apache-page": apache_page, "apache-request-header": apache_request_header,
    "haproxy-rule": haproxy_rules, "haproxy-text": haproxy_text, "haproxy-check": haproxy_check,
    "haproxy-timeouts": haproxy_timeouts, "caddy-blank": caddy_blank, "caddy-conditional": caddy_redirect_pages,
}
