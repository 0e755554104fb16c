"""A machine on which the articles' commands find what they look for: made-up logs, and programs that listen."""
import http.server, json, os, re, socket, subprocess, sys, tempfile, threading, time
import broken, logs
from programs import Daemon, find, output

# Never run, whatever stands beside them: they change the machine.
CHANGES = re.compile(r"(^|[;&|(] *)(sudo )?(rm|truncate|apt-get|setsebool|kill|pip|tcpdump|mysql|psql|kubectl|docker)\b"
                     r"|-delete\b|--vacuum|systemctl (start|stop|reload|restart)|nginx -s|while sleep|tail -[fF]", re.M)
STEP = "\x1e"


class Machine:
    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="facts-machine-")
        os.chmod(self.home, 0o755)
        self.hide("/var/log")
        self.files()
        self.stand_ins()
        self.listen()

    def hide(self, folder):
        os.makedirs(folder, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], check=True)

    def write(self, path, text, mode=0o644):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, mode)

    def files(self):
        everything = {
            "/var/log/nginx/error.log": logs.nginx_errors(), "/var/log/nginx/access.log": logs.combined(" {rt}"),
            "/var/log/nginx/access.json": logs.as_json(), "/var/log/haproxy.log": logs.haproxy(),
            "/var/log/apache2/error.log": logs.apache(), "/var/log/php8.2-fpm.log": logs.fpm(),
            "/var/log/dpkg.log": "2026-11-22 07:41:00 upgrade nginx:amd64 1.22.1-9 1.22.1-10\n",
            "/var/log/php8.2-fpm.slow.log": "[22-Nov-2026 10:27:40]  [pool www] pid 12792\n[0x00007f] mysqli_query() /var/www/report.php:17\n", "/var/log/php8.2-fpm-access.log": "x\n",
        }
        for path, text in everything.items():
            self.write(path, text)
        # Articles that read a log beside them.
        for name in ("access.log", "error.log", "access.json"):
            os.symlink(f"/var/log/nginx/{name}", f"{self.home}/{name}")
        import gzip
        with gzip.open(f"{self.home}/lb.log.gz", "wt") as file:
            file.write(logs.balancer())
        self.hide("/etc/nginx")
        broken.certificate("/etc/nginx")
        self.write("/etc/nginx/nginx.conf", """pid /run/nginx-facts.pid; error_log /var/log/nginx/error.log.own; events { worker_connections 512; }
http { access_log off; limit_req_zone $binary_remote_addr zone=login:1m rate=100r/s;
server { listen 127.0.0.1:8443 ssl; ssl_early_data on; ssl_certificate /etc/nginx/cert.pem; ssl_certificate_key /etc/nginx/key.pem; }
upstream app {
  server 10.0.0.5:8080;
}
upstream nodes {
  server  node1.test:3000;
  server 10.0.0.6:8080;
}
server { listen 127.0.0.1:80; server_name www.example.com;
  location / { proxy_pass http://app; }
  location /wrong { proxy_pass http://127.0.0.1:8443; }
  location /gone { return 444; }
  location /410 { return 410; }
  location /418 { return 418; }
  location /451 { return 451; }
  location /510 { return 510; }
  limit_req zone=login burst=5;
  set_real_ip_from 10.0.0.0/8; real_ip_header X-Forwarded-For;
  resolver 127.0.0.1;
  client_max_body_size 1m; large_client_header_buffers 4 8k;
  location ~ \\.php$ { fastcgi_pass unix:/run/php/php8.2-fpm.sock; }
  location = /fpm-status { fastcgi_param SCRIPT_NAME /fpm-status; fastcgi_param SCRIPT_FILENAME /fpm-status;
    fastcgi_param REQUEST_METHOD GET; fastcgi_pass unix:/run/php/php8.2-fpm.sock; }
} }
""")

    def stand_ins(self):
        """There is no systemd in here: its two commands answer from a made-up journal."""
        folder = self.home + "/bin"
        journal = logs.journal()
        self.write(folder + "/journal.json", json.dumps(journal))
        self.write(folder + "/journalctl", f"""#!{sys.executable}
import json, sys
lines = json.load(open({folder!r} + "/journal.json"))
arguments = sys.argv[1:]
units = [arguments[i + 1] for i, a in enumerate(arguments[:-1]) if a == "-u"]
kernel = "-k" in arguments or "--dmesg" in arguments
names = ["kernel"] if kernel else [next((n for n in lines if u.startswith(n)), "app") for u in units] or ["app", "nginx", "kernel"]
for name in names:
    print("\\n".join(lines[name]))
""", 0o755)
        # Whoever runs this is root already.
        self.write(folder + "/sudo", '#!/bin/sh\nwhile [ "$1" = -u ]; do shift 2; done\nexec "$@"\n', 0o755)
        self.write(folder + "/dmesg", f"#!/bin/sh\nexec {folder}/journalctl -k\n", 0o755)
        self.write(folder + "/systemctl", '#!/bin/sh\ncase "$1" in is-active) echo active;; show) echo Result=success;; '
                   '*) echo "app.service - app"; echo "     Active: active (running)";; esac\n', 0o755)
        self.write(folder + "/apachectl", "#!/bin/sh\nexec apache2 \"$@\"\n", 0o755)

    def listen(self):
        for host, port in [("127.0.0.1", p) for p in (2408, 3000, 3031, 5000, 6060, 8000, 8080, 8081, 8082, 9090)] + [("10.0.0.5", 8080), ("10.0.0.6", 8080)]:
            server = http.server.ThreadingHTTPServer((host, port), Application)
            threading.Thread(target=server.serve_forever, daemon=True).start()
        self.once = [Daemon([find("nginx"), "-g", "daemon off;"], self.home + "/nginx.out", 80)]
        os.makedirs("/run/php", exist_ok=True)
        self.write("/tmp/fpm-staged.conf", "[global]\nerror_log = /dev/stderr\ndaemonize = no\n[www]\nuser = nobody\n"
                   "listen = /run/php/php8.2-fpm.sock\nlisten.mode = 0666\npm = static\npm.max_children = 1\npm.status_path = /fpm-status\n"
                   "[tcp]\nuser = nobody\nlisten = 127.0.0.1:9000\npm = static\npm.max_children = 1\n")
        self.once.append(Daemon(["php-fpm8.2", "-F", "-R", "-y", "/tmp/fpm-staged.conf"], self.home + "/fpm.out", 9000))
        os.makedirs("/run/haproxy", exist_ok=True)
        self.write(self.home + "/haproxy.cfg", "global\n  stats socket /run/haproxy/admin.sock mode 660 level admin\ndefaults\n  mode http\n"
                   "  timeout connect 1s\n  timeout client 5s\n  timeout server 5s\nfrontend www\n  bind 127.0.0.1:8190\n"
                   "  default_backend app\nbackend app\n  server s1 10.0.0.5:8080\n  server s2 10.0.0.7:8080\n")
        self.once.append(Daemon([find("haproxy"), "-db", "-f", self.home + "/haproxy.cfg"], self.home + "/haproxy.out", 8190))
        self.write(self.home + "/Caddyfile", "{\nauto_https off\n}\nhttp://:8191 {\nreverse_proxy 10.0.0.5:8080\n}\n")
        self.once.append(Daemon([find("caddy"), "run", "--adapter", "caddyfile", "--config", self.home + "/Caddyfile"], self.home + "/caddy.out",
                                2019, env=dict(os.environ, HOME=self.home, XDG_DATA_HOME=self.home, XDG_CONFIG_HOME=self.home)))
        # A connection that stays, for those who count connections to the upstream.
        self.held = [socket.create_connection(("10.0.0.5", 8080))]

    def run(self, statements, page=""):
        """Output and exit code of each; those that change a machine are left out, and so answer nothing."""
        access = {"articles/diagnose/logs.md": logs.timing(),
                  "articles/causes/app-returns-5xx-itself.md": logs.combined(" ust={status} uht={head} ua=10.0.0.5:8080")}
        self.write("/var/log/nginx/access.log", access.get(re.sub(r"\.(de|es|fr)\.md$", ".md", page), logs.combined(" {rt}")))
        script = [f"cd {self.home}", "exec 2>&1"]
        for index, statement in enumerate(statements):
            script += ["true" if CHANGES.search(statement) else statement, "code=$?"]
            # What goes into a file is shown, too: it must not be empty.
            script += [f"head -c 200 {target}" for target in re.findall(r"> ?([\w.-]+\.txt)\b", statement)]
            script.append(f"printf '{STEP}%s {index}{STEP}' $code")
        environment = dict(os.environ, HOME=self.home, LC_ALL="C.UTF-8")
        environment["PATH"] = f"{self.home}/bin:" + environment["PATH"]
        done = subprocess.Popen(["timeout", "-k", "1", "40", "bash", "-c", "\n".join(script)], stdout=subprocess.PIPE, env=environment,
                                stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT)
        text = done.communicate()[0].decode(errors="replace")
        pieces = text.split(STEP)
        answers = [("", None)] * len(statements)
        for printed, mark in zip(pieces[::2], pieces[1::2]):
            code, index = mark.split()
            answers[int(index)] = (printed, int(code))
        return answers


class Application(http.server.BaseHTTPRequestHandler):
    """The application behind the staged proxy."""
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        import gzip
        if self.path == "/fin":
            self.close_connection = True
            return
        body, headers = b"hello\n", {"Content-Type": "text/plain"}
        if self.path.startswith("/actuator/health"):
            body = b'{"status":"UP"}'
        elif self.path.startswith("/actuator/"):
            body = b'{"measurements":[{"value":7.0}]}'
        if "gzip" in self.headers.get("Accept-Encoding", "") and self.path.endswith(".js"):
            body, headers["Content-Encoding"] = gzip.compress(body), "gzip"
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_):
        pass
