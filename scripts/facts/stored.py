"""What a cache stores without being asked: each answer is asked for three times, and the application counts."""
import os, re, time
import broken
from inputs import exchange, line
from programs import Daemon, find
from timers import apache, haproxy, nginx

APPLICATION = 7062
PORTS = {"nginx": 8411, "Apache": 8412, "Varnish": 8413, "HAProxy": 8414}
ANSWERS = {
    "200": "200 OK", "404": "404 Not Found", "500": "500 Internal Server Error", "502": "502 Bad Gateway",
    "503": "503 Service Unavailable", "504": "504 Gateway Timeout",
}
MORE = {
    "plain": "", "modified": "Last-Modified: Mon, 02 Nov 2026 10:00:00 GMT\r\n", "max-age": "Cache-Control: max-age=300\r\n",
    "etag": 'ETag: "a1"\r\n', "cookie": "Set-Cookie: a=b\r\n",
}
counted = {}


def application(connection):
    connection.settimeout(5)
    try:
        path = connection.recv(65536).split(b" ")[1].decode()
        counted[path] = counted.get(path, 0) + 1
        _, _, _, status, more = path.split("/")
        connection.sendall(f"HTTP/1.1 {ANSWERS[status]}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n"
                           f"{MORE[more]}\r\nok\n".encode())
    except OSError:
        pass
    connection.close()


def start(lab, server):
    lab.once("stored", lambda: broken.listen(APPLICATION, application))
    port, app, store = PORTS[server], f"127.0.0.1:{APPLICATION}", os.path.join(lab.folder, "store-" + server)
    os.makedirs(store, exist_ok=True)
    os.chmod(store, 0o777)
    if server == "nginx":
        return nginx(lab, "stored-nginx", port, f"location / {{ proxy_pass http://{app}; proxy_cache one; proxy_cache_valid 200 1m; }} "
                     f"location /any/ {{ proxy_pass http://{app}; proxy_cache one; proxy_cache_valid any 1m; }}",
                     f"proxy_cache_path {store} levels=1:2 keys_zone=one:1m;")
    if server == "Apache":
        return apache(lab, "stored-apache", port, f'CacheRoot "{store}"\nCacheEnable disk "/"\nProxyPass "/" "http://{app}/"',
                      "cache cache_disk proxy proxy_http")
    if server == "HAProxy":
        return haproxy(lab, "stored-haproxy", port, "  default_backend app",
                       f"backend app\n  http-request cache-use one\n  http-response cache-store one\n  server s {app}\n"
                       "cache one\n  total-max-size 4\n  max-age 60")
    vcl = os.path.join(lab.folder, "stored.vcl")
    with open(vcl, "w") as file:
        file.write(f'vcl 4.1;\nbackend default {{ .host = "127.0.0.1"; .port = "{APPLICATION}"; }}\n'
                   'sub vcl_backend_response { set beresp.http.X-TTL = beresp.ttl; }\n')
    Daemon([find("varnishd"), "-F", "-n", store + "/n", "-a", f"127.0.0.1:{port}", "-s", "malloc,16m", "-f", vcl],
           store + ".log", port)


def asked(lab, server, status, more, place="only-200"):
    """`stored` when the second and third request did not reach the application; with the lifetime where the program tells it."""
    lab.once("stored " + server, lambda: start(lab, server))
    path = f"/{place}/{server}/{status}/{more}"
    counted.pop(path, None)
    text = ""
    for _ in range(3):
        text = exchange(PORTS[server], line(f"GET {path}"))
        time.sleep(0.1)
    if counted.get(path) != 1:
        return "not stored" if counted.get(path) == 3 else f"asked {counted.get(path)} times"
    lifetime = re.search(r"(?im)^x-ttl: (\d+)", text)
    return f"stored, {lifetime[1]} s" if lifetime else "stored"
