"""Programs that are started for a run, and requests to them."""
import atexit, os, re, shutil, socket, subprocess, time, urllib.error, urllib.request

os.environ["PATH"] += ":/usr/sbin:/sbin:/usr/lib/postgresql/15/bin"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VENV = os.path.join(ROOT, ".venv")


def find(name):
    """A program of the system or of the tests' environment; nil if neither has it."""
    if name == "caddy-2.11":
        path = os.path.join(VENV, "bin/caddy")
    elif name == "traefik":
        path = next((os.path.join(VENV, "bin", n) for n in ("traefik",) if os.path.exists(os.path.join(VENV, "bin", n))), "")
    elif name == "envoy":
        import glob
        path = next(iter(glob.glob(f"{VENV}/lib/python3*/site-packages/envoy/_bin/envoy")), "")
    else:
        return shutil.which(name)
    return path if os.path.exists(path) else None


def output(command, **options):
    done = subprocess.run(command, shell=isinstance(command, str), capture_output=True, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, executable="/bin/bash" if isinstance(command, str) else None,
                          timeout=options.pop("timeout", 60), **options)
    return done.stdout + done.stderr, done.returncode


def configured(port, path):
    """Waits until a proxy that listens before it has read its routes knows this one."""
    for _ in range(200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5).close()
            return
        except urllib.error.HTTPError as error:
            if error.code != 404:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise RuntimeError(f"what listens on {port} does not know {path}")


class Daemon:
    """A server in the foreground; its output goes to a file, and it ends with the run."""

    def __init__(self, command, log, port=None, cwd="/", env=None):
        self.log = log
        self.process = subprocess.Popen(command, stdout=open(log, "ab"), stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, cwd=cwd,
                                        env=env, start_new_session=True)
        atexit.register(self.stop)
        if port:
            self.wait(port)

    def wait(self, port):
        for _ in range(200):
            if self.process.poll() is not None:
                raise RuntimeError(f"{self.process.args[0]} ended at once: {open(self.log, errors='replace').read()[-2000:]}")
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"{self.process.args[0]} does not listen on {port}")

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()


def ask(port, path, patience=9, request=None):
    """What a client gets: a status, `200, cut`, `relayed` (bytes without a status line), `nothing` or `waits`."""
    request = request or f"GET {path} HTTP/1.1\r\nHost: www.example.com\r\nConnection: close\r\n\r\n".encode()
    data, waits = b"", False
    try:
        with socket.create_connection(("127.0.0.1", port), patience) as connection:
            connection.sendall(request)
            while piece := connection.recv(65536):
                data += piece
    except TimeoutError:
        waits = True
    except OSError:
        pass
    if not data:
        return "waits" if waits else "nothing"
    if not data.startswith(b"HTTP/"):
        return "relayed"
    head, _, body = data.partition(b"\r\n\r\n")
    status = head.split(b" ", 2)[1].decode()
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length" and int(value) > len(body):
            return f"{status}, cut"
        if name.lower() == b"transfer-encoding" and not body.endswith(b"0\r\n\r\n"):
            return f"{status}, cut"
    return status


def versions():
    """What is asked, with its version; nil for a program that is missing."""
    found = {}
    for name, program, switch in (
            ("nginx", "nginx", "-v"), ("Apache", "apache2", "-v"), ("HAProxy", "haproxy", "-v"), ("Caddy", "caddy", "version"),
            ("Caddy (newer)", "caddy-2.11", "version"), ("Varnish", "varnishd", "-V"), ("lighttpd", "lighttpd", "-v"),
            ("Traefik", "traefik", "version"), ("Envoy", "envoy", "--version"), ("PHP-FPM", "php-fpm8.2", "-v"),
            ("Node.js", "node", "--version"), ("PostgreSQL", "postgres", "--version"), ("curl", "curl", "--version"),
            ("iproute2", "ss", "-V")):
        path = find(program)
        text = output([path, switch])[0] if path else ""
        # Envoy puts a hash before its version, and names its library behind it.
        match = re.search(r"(?<=/)\d+\.\d+\.\d+(?=/)", text) if name == "Envoy" else re.search(r"\d+\.\d+(\.\d+)?", text)
        found[name] = match[0] if match else None
    return found
