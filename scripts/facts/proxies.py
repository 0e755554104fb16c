"""The proxies, each with one path per fault in front of the broken upstreams, and timers of two seconds."""
import json, os, time
from broken import ADDRESSES
from programs import ask, configured, Daemon, find

PORT = {"nginx": 8101, "Apache": 8102, "HAProxy": 8103, "Caddy": 8104, "Caddy 2.11": 8105, "Varnish": 8106, "lighttpd": 8107,
        "Traefik": 8108, "Envoy": 8109}
TLS = {name for name in ADDRESSES if name.startswith("tls-")}
PLAIN = [name for name in ADDRESSES if name not in TLS]


def scheme(fault):
    return "https" if fault in TLS else "http"


class Proxy:
    """One running proxy; `answers` and `logs` are filled by asking for every fault once, in turn."""
    name, faults = "", list(ADDRESSES)

    def __init__(self, folder):
        self.folder = os.path.join(folder, self.name.replace(" ", "-"))
        os.makedirs(self.folder)
        self.port = PORT[self.name]
        self.log = os.path.join(self.folder, "log")
        self.answers, self.logs = {}, {}

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def run(self):
        self.start()
        # Started, and not only listening: under load that takes longer than a fault is given.
        ask(self.port, "/ok/", 60)
        for fault in self.faults:
            self.once(fault, f"/{fault}/")
        self.more()

    def once(self, fault, path, request=None):
        begin = os.path.getsize(self.log) if os.path.exists(self.log) else 0
        self.answers[fault] = ask(self.port, path, request=request)
        time.sleep(0.25)
        with open(self.log, errors="replace") as file:
            file.seek(begin)
            self.logs[fault] = file.read()

    def more(self):
        pass


class Nginx(Proxy):
    name = "nginx"
    faults = [*ADDRESSES, "pool", "down", "limited", "auth", "loop", "fcgi-missing"]

    def start(self):
        places = []
        for fault, address in ADDRESSES.items():
            target = f"{scheme(fault)}://{address}"
            if fault == "unknown-name":
                places.append(f'location /{fault}/ {{ set $app nowhere.test; proxy_pass http://$app; }}')
            else:
                verify = f"proxy_ssl_verify on; proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt;" \
                    if fault == "tls-untrusted" else ""
                places.append(f"location /{fault}/ {{ proxy_pass {target}; {verify} }}")
        conf = f"""
daemon off; pid {self.folder}/pid; error_log {self.log} info; worker_processes 1;
events {{ }}
http {{
  log_format facts '$request_uri $status us=$upstream_status uht=$upstream_header_time';
  access_log {self.folder}/access facts;
  client_body_temp_path {self.folder}/b; proxy_temp_path {self.folder}/p; fastcgi_temp_path {self.folder}/f;
  uwsgi_temp_path {self.folder}/u; scgi_temp_path {self.folder}/s;
  resolver 127.0.0.1 ipv6=off; proxy_read_timeout 2s; proxy_connect_timeout 2s;
  limit_req_zone $server_name zone=one:1m rate=1r/m;
  upstream pool {{ server 127.0.0.1:7001; server 127.0.0.2:7001; }}
  upstream down {{ server {ADDRESSES['ok']} down; }}
  server {{
    listen 127.0.0.1:{self.port}; server_name www.example.com;
    {' '.join(places)}
    location /pool/ {{ proxy_pass http://pool; }}
    location /down/ {{ proxy_pass http://down; }}
    location /limited/ {{ limit_req zone=one; proxy_pass http://{ADDRESSES['ok']}/; }}
    location /auth/ {{ auth_request /check; proxy_pass http://{ADDRESSES['ok']}/; }}
    location = /check {{ proxy_pass http://{ADDRESSES['refused']}; }}
    location /loop/ {{ rewrite ^/loop/(.*)$ /loop/x$1; }}
    location /fcgi-missing/ {{ fastcgi_pass unix:{self.folder}/missing.sock; }}
    location /status/ {{ return 204; }}
  }}
}}"""
        self.write("access", "")
        Daemon([find("nginx"), "-p", self.folder, "-e", self.log, "-c", self.write("conf", conf)], self.log, self.port)

    def once(self, fault, path, request=None):
        # The second request is the one that finds no server, or the limit.
        if fault in ("pool", "limited"):
            ask(self.port, path)
        super().once(fault, path, request)

    def more(self):
        host = b"Host: www.example.com\r\nConnection: close\r\n"
        self.once("body-too-large", "", b"POST /ok/ HTTP/1.1\r\n" + host + b"Content-Length: 1048577\r\n\r\n")
        self.once("long-header", "", b"GET /ok/ HTTP/1.1\r\n" + host + b"X: " + b"a" * 40_000 + b"\r\n\r\n")
        with open(os.path.join(self.folder, "access")) as file:
            self.access = file.read()


class Apache(Proxy):
    name = "Apache"
    faults = [*ADDRESSES, "retry", "balancer"]

    def start(self):
        modules = "mpm_event authz_core proxy proxy_http proxy_balancer lbmethod_byrequests slotmem_shm ssl socache_shmcb".split()
        load = "\n".join(f"LoadModule {m}_module /usr/lib/apache2/modules/mod_{m}.so" for m in modules)
        places = "\n".join(
            f'ProxyPass "/{f}/" "{scheme(f)}://{a}/" connectiontimeout=2 timeout=2 retry=0' for f, a in ADDRESSES.items())
        conf = f"""
ServerRoot {self.folder}
{load}
Listen 127.0.0.1:{self.port}
ServerName www.example.com
PidFile {self.folder}/pid
ErrorLog {self.log}
LogLevel warn
SSLProxyEngine on
SSLProxyVerify require
SSLProxyCACertificateFile /etc/ssl/certs/ca-certificates.crt
{places}
ProxyPass "/retry/" "http://localhost:7001/"
<Proxy "balancer://pool">
BalancerMember "http://127.0.0.2:7001"
BalancerMember "http://127.0.0.3:7001"
</Proxy>
ProxyPass "/balancer/" "balancer://pool/"
"""
        Daemon([find("apache2"), "-D", "FOREGROUND", "-f", self.write("conf", conf)], self.folder + "/out", self.port)

    def once(self, fault, path, request=None):
        # The second request finds the worker in error.
        if fault in ("retry", "balancer"):
            ask(self.port, path)
        super().once(fault, path, request)


class HAProxy(Proxy):
    name = "HAProxy"
    faults = [*ADDRESSES, "pool", "queue"]

    def start(self):
        uses = "\n".join(f"  use_backend {f} if {{ path_beg /{f}/ }}" for f in self.faults)
        backs = []
        for fault, address in ADDRESSES.items():
            host, port = address.rsplit(":", 1)
            # A name that nobody knows is left unresolved, as the resolvers section of the documentation does.
            extra = " init-addr none resolvers local" if fault == "unknown-name" else ""
            tls = " ssl verify required ca-file /etc/ssl/certs/ca-certificates.crt" if fault in TLS else ""
            backs.append(f"backend {fault}\n  server s1 {host}:{port}{tls}{extra}")
        conf = f"""
global
  log stdout format raw local0
defaults
  mode http
  log global
  option httplog
  retries 0
  timeout connect 2s
  timeout client 9s
  timeout server 2s
  timeout queue 1s
resolvers local
  nameserver d 127.0.0.1:53
frontend www
  bind 127.0.0.1:{self.port}
{uses}
""" + "\n".join(backs) + """
backend pool
  server s1 127.0.0.1:7001 disabled
backend queue
  server s1 127.0.0.1:7005 maxconn 1
"""
        Daemon([find("haproxy"), "-db", "-f", self.write("conf", conf)], self.log, self.port)

    def once(self, fault, path, request=None):
        if fault == "queue":
            import threading
            threading.Thread(target=ask, args=(self.port, path), daemon=True).start()
            time.sleep(0.2)
        super().once(fault, path, request)


class Caddy(Proxy):
    name, program = "Caddy", "caddy"
    faults = [*ADDRESSES, "pool"]

    def start(self):
        def transport(fault):
            tls = "\n\ttls\n" if fault in TLS else ""
            return f"transport http {{\n dial_timeout 2s\n response_header_timeout 2s\n{tls}\n}}"
        places = "\n".join(
            f"handle /{f}/* {{\nreverse_proxy {scheme(f)}://{a} {{\n{transport(f)}\n}}\n}}" for f, a in ADDRESSES.items())
        conf = f"""{{
admin off
auto_https off
}}
http://:{self.port} {{
bind 127.0.0.1
{places}
handle /pool/* {{
reverse_proxy 127.0.0.1:7001 {{
fail_duration 30s
}}
}}
}}
"""
        Daemon([find(self.program), "run", "--adapter", "caddyfile", "--config", self.write("conf", conf)], self.log, self.port,
               env=dict(os.environ, HOME=self.folder, XDG_DATA_HOME=self.folder, XDG_CONFIG_HOME=self.folder))

    def once(self, fault, path, request=None):
        if fault == "pool":
            ask(self.port, path)
        super().once(fault, path, request)


class Caddy211(Caddy):
    name, program = "Caddy 2.11", "caddy-2.11"


class Varnish(Proxy):
    name = "Varnish"
    faults = [f for f in PLAIN if f != "unknown-name"] + ["pool"]

    def start(self):
        backends, chooses = [], []
        for index, fault in enumerate(self.faults):
            host, port = (ADDRESSES.get(fault) or ADDRESSES["refused"]).rsplit(":", 1)
            probe = '.probe = { .url = "/"; .interval = 1s; .timeout = 1s; }' if fault == "pool" else ""
            backends.append(f'backend b{index} {{ .host = "{host}"; .port = "{port}"; .connect_timeout = 2s; '
                            f'.first_byte_timeout = 2s; {probe} }}')
            chooses.append(f'if (req.url ~ "^/{fault}/") {{ set req.backend_hint = b{index}; }}')
        vcl = "vcl 4.1;\n" + "\n".join(backends) + "\nsub vcl_recv {\n" + "\n".join(chooses) + "\nreturn (pass);\n}\n"
        Daemon([find("varnishd"), "-F", "-n", self.folder + "/n", "-a", f"127.0.0.1:{self.port}", "-s", "malloc,16m", "-f",
                self.write("vcl", vcl)], self.log, self.port)


class Lighttpd(Proxy):
    name = "lighttpd"
    faults = [f for f in PLAIN if f != "unknown-name"]

    def start(self):
        places = "\n".join(
            '$HTTP["url"] =~ "^/%s/" { proxy.server = ("" => (("host" => "%s", "port" => %s, "connect-timeout" => 2, '
            '"read-timeout" => 2))) }' % (f, *ADDRESSES[f].rsplit(":", 1)) for f in self.faults)
        conf = f"""server.modules = ("mod_proxy")
server.document-root = "{self.folder}"
server.bind = "127.0.0.1"
server.port = {self.port}
server.errorlog = "{self.log}"
{places}
"""
        Daemon([find("lighttpd"), "-D", "-f", self.write("conf", conf)], self.folder + "/out", self.port)


class Traefik(Proxy):
    name = "Traefik"

    def start(self):
        routers = {f: {"rule": f"PathPrefix(`/{f}/`)", "service": f} for f in self.faults}
        services = {f: {"loadBalancer": {"serversTransport": "quick", "servers": [{"url": f"{scheme(f)}://{ADDRESSES[f]}"}]}}
                    for f in self.faults}
        transports = {"quick": {"forwardingTimeouts": {"dialTimeout": "2s", "responseHeaderTimeout": "2s"}}}
        dynamic = {"http": {"routers": routers, "services": services, "serversTransports": transports}}
        static = {"entryPoints": {"web": {"address": f"127.0.0.1:{self.port}"}}, "log": {"level": "DEBUG"},
                  "providers": {"file": {"filename": self.write("dynamic.yml", json.dumps(dynamic))}}}
        Daemon([find("traefik"), f"--configfile={self.write('traefik.yml', json.dumps(static))}"], self.log, self.port)
        configured(self.port, "/refused/")


class Envoy(Proxy):
    name = "Envoy"

    def start(self):
        clusters, routes = [], []
        for fault, address in ADDRESSES.items():
            host, port = address.rsplit(":", 1)
            cluster = {"name": fault, "connect_timeout": "1s", "type": "STRICT_DNS" if fault == "unknown-name" else "STATIC",
                       "load_assignment": {"cluster_name": fault, "endpoints": [{"lb_endpoints": [{"endpoint": {"address": {
                           "socket_address": {"address": host, "port_value": int(port)}}}}]}]}}
            if fault in TLS:
                cluster["transport_socket"] = {"name": "envoy.transport_sockets.tls", "typed_config": {
                    "@type": "type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext",
                    "common_tls_context": {"validation_context": {"trusted_ca": {
                        "filename": "/etc/ssl/certs/ca-certificates.crt"}}}}}
            clusters.append(cluster)
            routes.append({"match": {"prefix": f"/{fault}/"}, "route": {"cluster": fault, "timeout": "2s"}})
        manager = {"@type": "type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager",
                   "stat_prefix": "x", "route_config": {"virtual_hosts": [{"name": "x", "domains": ["*"], "routes": routes}]},
                   "access_log": [{"name": "envoy.access_loggers.stdout", "typed_config": {
                       "@type": "type.googleapis.com/envoy.extensions.access_loggers.stream.v3.StdoutAccessLog",
                       "log_format": {"text_format_source": {"inline_string":
                           "%REQ(:PATH)% %RESPONSE_CODE% %RESPONSE_FLAGS% %RESPONSE_CODE_DETAILS%\n"}}}}],
                   "http_filters": [{"name": "envoy.filters.http.router", "typed_config": {
                       "@type": "type.googleapis.com/envoy.extensions.filters.http.router.v3.Router"}}]}
        listener = {"address": {"socket_address": {"address": "127.0.0.1", "port_value": self.port}}, "filter_chains": [
            {"filters": [{"name": "envoy.filters.network.http_connection_manager", "typed_config": manager}]}]}
        config = {"static_resources": {"listeners": [listener], "clusters": clusters}}
        Daemon([find("envoy"), "-c", self.write("envoy.json", json.dumps(config)), "--base-id", "77", "--log-level", "warning",
                "--concurrency", "1", "--file-flush-interval-msec", "50"], self.log, self.port)


ALL = {p.name: (p, program) for p, program in (
    (Nginx, "nginx"), (Apache, "apache2"), (HAProxy, "haproxy"), (Caddy, "caddy"), (Caddy211, "caddy-2.11"), (Varnish, "varnishd"),
    (Lighttpd, "lighttpd"), (Traefik, "traefik"), (Envoy, "envoy"))}
