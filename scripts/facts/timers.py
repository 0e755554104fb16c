"""Defaults that are times: what is configured without them is left alone until it gives up. All run side by side."""
import json, os, socket, threading, time
import broken
from programs import ask, configured, Daemon, find

SILENT, UNANSWERED, OK, REFUSED = (broken.ADDRESSES[n] for n in ("silent", "unanswered", "ok", "refused"))
PATIENCE = 100


def nginx(lab, name, port, places, http=""):
    folder = os.path.join(lab.folder, name)
    os.makedirs(folder, exist_ok=True)
    temps = " ".join(f"{t}_temp_path {folder}/{t};" for t in ("proxy", "fastcgi", "uwsgi", "scgi", "client_body"))
    with open(folder + "/conf", "w") as file:
        file.write(f"daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/log info; events {{ }} http {{ "
                   f"access_log {folder}/access; {temps} {http} server {{ listen 127.0.0.1:{port}; {places} }} }}")
    Daemon([find("nginx"), "-e", folder + "/log", "-c", folder + "/conf"], folder + "/out", port)
    return folder


def apache(lab, name, port, directives, modules="proxy proxy_http"):
    folder = os.path.join(lab.folder, name)
    os.makedirs(folder, exist_ok=True)
    load = "\n".join(f"LoadModule {m}_module /usr/lib/apache2/modules/mod_{m}.so"
                     for m in ["mpm_event", "authz_core", *modules.split()])
    with open(folder + "/conf", "w") as file:
        file.write(f"ServerRoot {folder}\n{load}\nListen 127.0.0.1:{port}\nServerName www.example.com\nPidFile {folder}/pid\n"
                   f"ErrorLog {folder}/log\n{directives}\n")
    Daemon([find("apache2"), "-D", "FOREGROUND", "-f", folder + "/conf"], folder + "/out", port)
    return folder


def haproxy(lab, name, port, frontend, more=""):
    conf = os.path.join(lab.folder, name + ".cfg")
    with open(conf, "w") as file:
        file.write("global\n  log stdout format raw local0\ndefaults\n  mode http\n  log global\n  option httplog\n"
                   f"  timeout connect 5s\n  timeout client 50s\n  timeout server 50s\nfrontend f\n  bind 127.0.0.1:{port}\n"
                   f"{frontend}\n{more}\n")
    Daemon([find("haproxy"), "-db", "-f", conf], conf + ".log", port)
    return conf + ".log"


def caddy(lab, name, port, site, program="caddy"):
    conf = os.path.join(lab.folder, name + ".caddyfile")
    with open(conf, "w") as file:
        file.write(f"{{\nadmin off\nauto_https off\n}}\nhttp://:{port} {{\nbind 127.0.0.1\n{site}\n}}\n")
    Daemon([find(program), "run", "--adapter", "caddyfile", "--config", conf], conf + ".log", port,
           env=dict(os.environ, HOME=lab.folder, XDG_DATA_HOME=lab.folder, XDG_CONFIG_HOME=lab.folder))


def until_answered(port, path="/"):
    begin = time.time()
    ask(port, path, PATIENCE)
    return time.time() - begin


def until_closed(port, sent=b""):
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        if sent:
            connection.sendall(sent)
            connection.recv(65536)
        begin = time.time()
        try:
            while connection.recv(65536):
                pass
        except ConnectionError:
            pass
        return time.time() - begin


REQUEST = b"GET / HTTP/1.1\r\nHost: www.example.com\r\n\r\n"


def nginx_timers(lab):
    return lab.once("timers nginx", lambda: nginx(
        lab, "timers-nginx", 8310, f"""
location /read {{ proxy_pass http://{SILENT}; }}
location /connect {{ proxy_pass http://{UNANSWERED}; }}
location /resolve {{ resolver 127.0.0.1:5399; set $app a.test; proxy_pass http://$app; }}
location /idle {{ proxy_pass http://kept; proxy_http_version 1.1; proxy_set_header Connection ""; }}
location / {{ return 200 "hi"; }}""", "upstream kept { server 127.0.0.1:7041; keepalive 2; }"))


def nginx_idle_upstream(lab):
    """How long nginx keeps a connection that nobody uses: an upstream that waits without end sees it close."""
    seen = []

    def serve(connection):
        connection.settimeout(PATIENCE)
        connection.recv(65536)
        connection.sendall(broken.OK)
        begin = time.time()
        connection.recv(65536)
        seen.append(time.time() - begin)
    broken.listen(7041, serve)
    nginx_timers(lab)
    ask(8310, "/idle")
    while not seen:
        time.sleep(0.2)
    return seen[0]


def nginx_fail_timeout(lab):
    folder = nginx(lab, "timers-fail", 8311, "location / { proxy_pass http://pool; }",
                   f"upstream pool {{ server {REFUSED}; server 127.0.0.2:7001; }}")
    ask(8311, "/")
    begin, tried = time.time(), open(folder + "/log").read().count("connect() failed")
    while open(folder + "/log").read().count("connect() failed") == tried and time.time() - begin < 40:
        time.sleep(0.5)
        ask(8311, "/")
    return time.time() - begin


def traefik(lab):
    static = {"entryPoints": {"web": {"address": "127.0.0.1:8312"}}, "log": {"level": "ERROR"},
              "providers": {"file": {"filename": lab.folder + "/t-dynamic.yml"}}}
    dynamic = {"http": {"routers": {"a": {"rule": "PathPrefix(`/`)", "service": "a"}, "b": {"rule": "Path(`/refused/`)", "service": "b"}},
                        "services": {"a": {"loadBalancer": {"servers": [{"url": f"http://{UNANSWERED}"}]}},
                                     "b": {"loadBalancer": {"servers": [{"url": "http://127.0.0.1:1"}]}}}}}
    for name, value in (("t-dynamic.yml", dynamic), ("t-static.yml", static)):
        with open(os.path.join(lab.folder, name), "w") as file:
            json.dump(value, file)
    Daemon([find("traefik"), f"--configfile={lab.folder}/t-static.yml"], lab.folder + "/t.log", 8312)
    configured(8312, "/refused/")
    return until_answered(8312)


def envoy(lab, address, port):
    host, target = address.rsplit(":", 1)
    cluster = {"name": "a", "type": "STATIC", "load_assignment": {"cluster_name": "a", "endpoints": [{"lb_endpoints": [
        {"endpoint": {"address": {"socket_address": {"address": host, "port_value": int(target)}}}}]}]}}
    manager = {"@type": "type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager",
               "stat_prefix": "x", "route_config": {"virtual_hosts": [{"name": "x", "domains": ["*"], "routes": [
                   {"match": {"prefix": "/"}, "route": {"cluster": "a"}}]}]}, "http_filters": [
                       {"name": "envoy.filters.http.router", "typed_config": {
                           "@type": "type.googleapis.com/envoy.extensions.filters.http.router.v3.Router"}}]}
    listener = {"address": {"socket_address": {"address": "127.0.0.1", "port_value": port}}, "filter_chains": [
        {"filters": [{"name": "envoy.filters.network.http_connection_manager", "typed_config": manager}]}]}
    path = os.path.join(lab.folder, f"envoy-{port}.json")
    with open(path, "w") as file:
        json.dump({"static_resources": {"listeners": [listener], "clusters": [cluster]}}, file)
    Daemon([find("envoy"), "-c", path, "--base-id", str(port), "--concurrency", "1", "--log-level", "error"], path + ".log", port)
    return until_answered(port)


def apache_timers(lab):
    return lab.once("timers apache", lambda: apache(
        lab, "timers-apache", 8313, f'ProxyPass "/read" "http://{SILENT}/"\n'))


TIMERS = {
    "nginx-read": lambda lab: (nginx_timers(lab), until_answered(8310, "/read"))[1],
    "nginx-connect": lambda lab: (nginx_timers(lab), until_answered(8310, "/connect"))[1],
    "nginx-resolver": lambda lab: (nginx_timers(lab), until_answered(8310, "/resolve"))[1],
    "nginx-keepalive": lambda lab: (nginx_timers(lab), until_closed(8310, REQUEST))[1],
    "nginx-header": lambda lab: (nginx_timers(lab), until_closed(8310, b""))[1],
    "nginx-upstream-idle": nginx_idle_upstream,
    "nginx-fail-timeout": nginx_fail_timeout,
    "apache-read": lambda lab: (apache_timers(lab), until_answered(8313, "/read"))[1],
    "apache-keepalive": lambda lab: (apache_timers(lab), until_closed(8313, REQUEST))[1],
    "haproxy-retries": lambda lab: (haproxy(lab, "t-haproxy", 8314, "  default_backend a", f"backend a\n  server s {REFUSED}"),
                                    until_answered(8314))[1],
    "caddy-dial": lambda lab: (caddy(lab, "t-caddy", 8315, f"reverse_proxy {UNANSWERED}"), until_answered(8315))[1],
    "traefik-dial": traefik,
    "envoy-connect": lambda lab: envoy(lab, UNANSWERED, 8316),
    "envoy-route": lambda lab: envoy(lab, SILENT, 8317),
}
