"""A machine made up for one nginx configuration: a copy of this one's files that can be written to, and no network.

`enter` moves this process into new mount and network namespaces whose root is an overlay over this machine's. `install`
puts a configuration there and gives it what `nginx -t` misses, one complaint after another: certificates, included
files, folders, users and host names. What the configuration itself says is never changed.
"""
import ctypes, os, pathlib, queue, re, shutil, subprocess, threading

UPSTREAM = "10.77.0.2"  # where every host name leads
STUB = {"fastcgi_params", "fastcgi.conf", "proxy_params", "uwsgi_params", "scgi_params", "mime.types"}
MODULES = "/usr/share/nginx/modules-available"
UNSHARE = {"mount": 0x00020000, "net": 0x40000000}


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def enter(scratch, shared):
    """From here on this process lives in the made-up machine. `shared` folders are this machine's own."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(UNSHARE["mount"] | UNSHARE["net"]):
        raise OSError(ctypes.get_errno(), "unshare; run this as root")
    run("mount", "--make-rprivate", "/")
    run("mount", "-t", "tmpfs", "none", scratch)
    for folder in ("up", "work", "root"):
        os.mkdir(f"{scratch}/{folder}")
    done = run("mount", "-t", "overlay", "overlay", "-o", f"lowerdir=/,upperdir={scratch}/up,workdir={scratch}/work", f"{scratch}/root")
    if done.returncode:
        raise OSError(done.stderr)
    root = f"{scratch}/root"
    run("mount", "--rbind", "/dev", f"{root}/dev")
    run("mount", "-t", "proc", "proc", f"{root}/proc")
    for folder in shared:
        run("mount", "--bind", folder, f"{root}{folder}")
    os.chroot(root)
    os.chdir("/")
    run("ip", "link", "set", "lo", "up")
    shutil.rmtree("/etc/nginx/sites-enabled", ignore_errors=True)
    os.makedirs("/etc/nginx/sites-enabled")
    pathlib.Path("/etc/hosts").write_text("127.0.0.1 localhost\n")
    pathlib.Path("/etc/resolv.conf").write_text("nameserver 127.0.0.53\n")
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "/stub.key", "-out", "/stub.crt", "-days", "30", "-subj", "/CN=stub")
    run("openssl", "genpkey", "-genparam", "-algorithm", "DH", "-pkeyopt", "group:ffdhe2048", "-out", "/stub.dh")


class Elsewhere:
    """Another network, which has every address that is not this one's: what listens there is reached under all of them."""

    def __init__(self):
        self.jobs, self.done = queue.SimpleQueue(), queue.SimpleQueue()
        threading.Thread(target=self.live, daemon=True).start()
        task = self.done.get()
        for command in ("link add near type veth peer name far netns %s" % task, "addr add 10.77.0.1/24 dev near", "link set near up"):
            run("ip", *command.split())
        self.run(self.furnish)
        run("ip", "route", "add", "default", "via", UPSTREAM)

    def live(self):
        ctypes.CDLL(None).unshare(UNSHARE["net"])  # this thread alone
        self.done.put(f"/proc/self/task/{threading.get_native_id()}/ns/net".replace("self", str(os.getpid())))
        while True:
            job, arguments = self.jobs.get()
            try:
                self.done.put(job(*arguments))
            except OSError as problem:
                self.done.put(problem)

    def run(self, job, *arguments):
        self.jobs.put((job, arguments))
        return self.done.get()

    @staticmethod
    def furnish():
        for command in ("link set lo up", "addr add 10.77.0.2/24 dev far", "link set far up", "route add local 0.0.0.0/0 dev lo table main"):
            run("ip", *command.split())


def install(text, beside):
    """Writes the configuration as /etc/nginx/nginx.conf, or as a site that a plain one includes."""
    bare = re.sub(r"#.*", "", text)
    if re.search(r"^\s*(http|events|stream|mail)\s*\{", bare, re.M):
        shutil.copytree(beside, "/etc/nginx", dirs_exist_ok=True, ignore=lambda folder, names: [name for name in names if name == "nginx.conf"])
        pathlib.Path("/etc/nginx/nginx.conf").write_text(text)
    else:
        inner = "include /etc/nginx/site.conf;"
        if not re.search(r"^\s*server\s*\{", bare, re.M):
            inner = "server { listen 80; server_name site.example; " + inner + " }"
        pathlib.Path("/etc/nginx/site.conf").write_text(text)
        pathlib.Path("/etc/nginx/nginx.conf").write_text(
            "events {}\nhttp {\n  include mime.types;\n  " + inner + "\n}\n")


def give(path, content=""):
    pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
    if pathlib.Path(path).name in STUB:
        shutil.copy(f"/etc/nginx/{pathlib.Path(path).name}", path)
    else:
        pathlib.Path(path).write_text(content)


AROUND = {
    r'unknown log format "(\w+)"': "log_format {} '$remote_addr \"$request\" $status';",
    r'"proxy_cache" zone "(\w+)" is unknown': "proxy_cache_path /var/cache/{0} keys_zone={0}:1m;",
    r'zero size shared memory zone "(\w+)"': "limit_req_zone $binary_remote_addr zone={}:1m rate=1000r/s;",
}


def surround(said):
    """Writes into the plain configuration around a site what such a site expects of it."""
    plain = pathlib.Path("/etc/nginx/nginx.conf")
    for pattern, line in AROUND.items():
        if (match := re.search(pattern, said)) and pathlib.Path("/etc/nginx/site.conf").exists():
            plain.write_text(plain.read_text().replace("http {\n", "http {\n  " + line.format(match.group(1)) + "\n", 1))
            return True
    return False


def repair(said):
    """Provides the one thing that nginx misses; False where it is none that can be provided."""
    lost = re.search(r'(?:open\(\)|BIO_new_file\(|fopen\(|cannot load certificate(?: key)?|load_verify_locations\() *"?([^"\')]+)"?', said)
    if "host not found in" in said:
        name = re.search(r'"([^"]+)"', said).group(1)
        name = re.sub(r"^\w+://|[:/].*$", "", name)
        with open("/etc/hosts", "a") as hosts:
            hosts.write(f"{UPSTREAM} {name}\n")
    elif match := re.search(r'getpwnam\("([^"]+)"\)', said):
        run("useradd", "--no-create-home", match.group(1))
    elif match := re.search(r'getgrnam\("([^"]+)"\)', said):
        run("groupadd", match.group(1))
    elif match := re.search(r"bind\(\) to ([\d.]+)(?::\d+)? failed \(99", said):
        run("ip", "addr", "add", match.group(1) + "/32", "dev", "lo")
    elif match := re.search(r'mkdir\(\) "([^"]+)"', said):
        os.makedirs(match.group(1), exist_ok=True)
    elif lost and "No such file" in said or "certificate" in said and lost:
        path = lost.group(1)
        if "module" in path:
            return False
        if "dhparam" in path or "dh" in pathlib.Path(path).name and "pem" in path:
            give(path, pathlib.Path("/stub.dh").read_text())
        elif "certificate" in said or re.search(r"\.(pem|crt|key|cer)$", path):
            give(path, pathlib.Path("/stub.key" if "key" in pathlib.Path(path).name.lower() or "certificate key" in said else "/stub.crt").read_text())
        else:
            give(path)
    else:
        return False
    return True


def verdict(nginx="nginx"):
    """{accepted, said, given}: what `nginx -t` thinks when it has all that can be given."""
    given, modules = [], "".join(f"load_module {path};" for path in sorted(map(str, pathlib.Path("/usr/lib/nginx/modules").glob("*.so")), key=lambda path: "ndk" not in path)
                                 if "_stream_geoip" not in path)
    for _ in range(60):
        done = run(nginx, "-t", "-g", modules) if modules else run(nginx, "-t")
        said = " ".join(line for line in done.stderr.splitlines() if "[emerg]" in line or "[crit]" in line) or done.stderr[-300:]
        if done.returncode == 0:
            return {"accepted": True, "said": "", "given": given, "modules": modules}
        if "already loaded" in said or "module" in said and "is not binary compatible" in said or "directive is specified too late" in said:
            modules = ""
        elif not surround(said) and not repair(said):
            break
        given.append(said[-160:])
    return {"accepted": False, "said": said, "given": given, "modules": modules}
