"""How the two common WebDAV servers answer."""
import os, re
from inputs import exchange, line
from timers import apache, nginx

PORTS = {"Apache": 8441, "nginx": 8442, "nginx_full": 8442}
LOCK = ('<?xml version="1.0"?><lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype>'
        "<owner>alice</owner></lockinfo>")


def start(lab, server):
    share = os.path.join(lab.folder, "share-" + server)
    for folder in (share, share + "/there", share + "/full/there", share + "/locks"):
        os.makedirs(folder, exist_ok=True)
    for folder, _, _ in os.walk(share):
        os.chmod(folder, 0o777)
    if server == "nginx":
        return nginx(lab, "dav-nginx", PORTS[server], f"root {share}; dav_methods PUT DELETE MKCOL COPY MOVE; "
                     "location /full/ { dav_methods PUT DELETE MKCOL COPY MOVE; create_full_put_path on; }")
    return apache(lab, "dav-apache", PORTS[server], f'DocumentRoot "{share}"\nDavLockDB "{share}/locks/db"\n'
                  f'<Directory "{share}">\nDav On\nDavMinTimeout 60\n</Directory>', "dav dav_fs dav_lock dir")


def ask(lab, server, method, path, body=""):
    own = server.replace("_full", "")
    lab.once("dav " + own, lambda: start(lab, own))
    if server == "nginx_full":
        path = "/full" + path
    more = f"Content-Length: {len(body)}\r\nContent-Type: application/xml\r\nDepth: 0\r\n" if method != "DELETE" else ""
    return exchange(PORTS[server], line(f"{method} {path}", more, "\r\n" + body))


def status(text):
    found = re.match(r"HTTP/\d\.\d (\d+)", text)
    return found[1] if found else text


def answer(lab, server, what):
    def once():
        if what == "locked":
            # A lock, then what it keeps others from: writing the file, and removing the folder around it.
            first = [status(ask(lab, server, "MKCOL", "/locked/")), status(ask(lab, server, "PUT", "/locked/plan.odt", "a")),
                     status(ask(lab, server, "LOCK", "/locked/plan.odt", LOCK))]
            write = status(ask(lab, server, "PUT", "/locked/plan.odt", "b"))
            remove = ask(lab, server, "DELETE", "/locked/")
            inner = re.search(r"plan\.odt.*?HTTP/1\.1 (\d+)", remove, re.S)
            return f"{' '.join(first)}; PUT {write}; DELETE {status(remove)}, {inner[1] if inner else 'nothing'} for the file"
        method, path = {"put-below-nothing": ("PUT", "/none/a.txt"), "mkcol-below-nothing": ("MKCOL", "/none/deeper/"),
                        "mkcol-again": ("MKCOL", "/there/"), "put-on-folder": ("PUT", "/there/"), "put-no-slash": ("PUT", "/there"),
                        "lock": ("LOCK", "/there/b.txt"), "propfind": ("PROPFIND", "/there/")}[what]
        return status(ask(lab, server, method, path, LOCK if method == "LOCK" else "" if method != "PUT" else "a"))
    return lab.once(f"dav {server} {what}", once)
