"""One judge for each language of the articles: None if the real program takes the snippet, else what it says.

An article shows what matters, not a whole configuration. So a judge puts the snippet into each place where it may be
meant to stand, and supplies what it names but does not show: a host, a certificate, a zone. Nothing else is changed.
"""

import ast
import json
import os
import re
import shutil
import subprocess

import yaml


class Workshop:
    """A folder with what snippets may name: a certificate, empty files, an error page."""

    def __init__(self, folder, tools):
        self.folder = folder
        self.tools = tools
        self.certificate = f"{folder}/cert.pem"
        key = f"{folder}/key.pem"
        run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=x.example",
             "-keyout", key, "-out", self.certificate])
        with open(key, encoding="ascii") as one, open(self.certificate, "a", encoding="ascii") as other:
            other.write(one.read())
        for name in ("empty", "502.http"):
            with open(f"{folder}/{name}", "w", encoding="ascii") as file:
                file.write("" if name == "empty" else "HTTP/1.0 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
        os.makedirs(f"{folder}/logs", exist_ok=True)
        # Varnish reads as another user.
        os.chmod(folder, 0o755)

    def write(self, name, text):
        path = f"{self.folder}/{name}"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, errors="replace")
    return done.returncode, done.stdout + done.stderr


def first_that_passes(candidates, accept):
    """None if one candidate is accepted, else the complaint about the one that seems meant: the last to complain of
    something else than the context."""
    complaints = []
    for candidate in candidates:
        complaint = accept(candidate)
        if complaint is None:
            return None
        complaints.append(complaint)
    misplaced = re.compile(r"not allowed here|unrecognized directive|unknown keyword|unknown directive")
    return next((c for c in complaints if not misplaced.search(c)), complaints[-1])


def nginx(snippet, shop):
    def whole(http, server, location, main=""):
        paths = "".join(f"{kind}_temp_path {shop.folder}/{kind};" for kind in
                        ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        server = f"server {{ listen 127.0.0.1:29980; {server} location /snippet/ {{ {location} }} }}\n" if server or location else ""
        return (f"pid {shop.folder}/nginx.pid; error_log stderr;\n{main}\n"
                f"{'' if 'events' in main else 'events {}'}\n"
                f"{'' if re.search(r'^http *{', main, re.M) else 'http { access_log off; ' + paths + ' SUPPLIED ' + http + server + '}'}\n")

    text = snippet.text
    candidates = [
        whole("", "", text), whole("", text, ""), whole(text, "", ""), whole("", "", "", main=text),
        # http's directives first, then a location without its server
        *[whole(text[:at], text[at:], "") for at in (m.start() for m in re.finditer(r"^location ", text, re.M)) if at > 0][:1],
    ]
    supplied = {
        r'zero size shared memory zone "(\w+)"': None,
        r'unknown "(\w+)" zone': None,
    }

    def accept(config):
        supply = ""
        for _ in range(24):
            path = shop.write("nginx.conf", config.replace(" SUPPLIED ", f"\n{supply}\n"))
            status, output = run(["nginx", "-t", "-p", shop.folder, "-e", "stderr", "-c", path])
            if status == 0:
                return None
            fixed = None
            if found := re.search(r'host not found in (?:upstream|resolver) "([^":/]+)', output):
                fixed = re.sub(rf"(?<![\w.-]){re.escape(found[1])}(?![\w-])", "127.0.0.1", config)
            elif found := re.search(r'cannot load certificate(?: key)? "([^"]+)"', output):
                fixed = config.replace(found[1], shop.certificate)
            elif found := re.search(r'(?:SSL_CTX_load_verify_locations|BIO_new_file)\("([^"]+)"', output):
                fixed = config.replace(found[1], shop.certificate)
            elif found := re.search(r'open\(\) "([^"]+)" failed \(\d+: No such file', output):
                name = found[1].removeprefix(f"{shop.folder}/")
                fixed = config.replace(name, f"{shop.folder}/{'logs/x' if 'log' in name else 'empty'}")
            elif found := re.search(r'mkdir\(\) "([^"]+)" failed', output):
                fixed = config.replace(found[1], f"{shop.folder}/cache")
            elif found := re.search(r'zero size shared memory zone "(\w+)"', output):
                uses = re.search(rf"(limit_conn|limit_req|\w+_cache)[ \t][^;]*\b{found[1]}\b", config)
                kind = uses[1] if uses else "limit_req"
                supply += {
                    "limit_conn": f"limit_conn_zone $binary_remote_addr zone={found[1]}:1m;",
                    "limit_req": f"limit_req_zone $binary_remote_addr zone={found[1]}:1m rate=1r/s;",
                }.get(kind, f"proxy_cache_path {shop.folder}/cache_{found[1]} keys_zone={found[1]}:1m;")
                continue
            elif found := re.search(r'"(\w+_temp_path)" directive is duplicate', output):
                fixed = re.sub(rf"{found[1]} [^;]*;", "", config, count=1)
            elif found := re.search(r'unknown log format "(\w+)"', output):
                supply += f"log_format {found[1]} '$uri';"
                continue
            elif 'invalid parameter "resolve"' in output and "1.27.3" in snippet.info:
                # The article says which release has it; the one here may be older.
                fixed = re.sub(r"^(.*server .*) resolve\b", r"\1", config, flags=re.M)
            if fixed is None or fixed == config:
                return output.strip().split("\n")[0]
            config = fixed
        return output.strip().split("\n")[0]

    return first_that_passes(candidates, accept)


def caddy(snippet, shop):
    def accept(config):
        complaint = None
        for program in [f"{shop.tools}/caddy", "caddy", f"{shop.tools}/caddy"]:
            status, output = run([program, "adapt", "--adapter", "caddyfile", "--config", shop.write("Caddyfile", config)])
            if status == 0:
                return None
            complaint = complaint or output.strip().split("\n")[-1]
            if found := re.search(r"open (/[^:]+): no such file", output):
                config = config.replace(found[1], shop.certificate)
            if found := re.search(r"File to import not found: ([^,]+),", output):
                names = sorted(set(re.findall(r"^\s*import (\w+)$", config, re.M)))
                empty = "".join(f"({name}) {{\n}}\n" for name in names)
                config = config.replace(found[1], shop.write("imported.caddy", empty))
                status, output = run([program, "adapt", "--adapter", "caddyfile", "--config", shop.write("Caddyfile", config)])
                if status == 0:
                    return None
        return complaint

    text = snippet.text
    # Without a block, any words would pass as names of sites.
    whole = [text] if re.search(r"\{\s*$", text, re.M) else []
    return first_that_passes(
        whole + [f":8080 {{\n{text}\n}}\n", f":8080 {{\nreverse_proxy 127.0.0.1:1 {{\n{text}\n}}\n}}\n",
         f"{{\nservers {{\n{text}\n}}\n}}\n", f"{{\n{text}\n}}\n"], accept)


MODULES = "/usr/lib/apache2/modules"


def apache(snippet, shop):
    names = sorted(os.listdir(MODULES)) if os.path.isdir(MODULES) else []
    skipped = re.compile(
        r"mod_(mpm_(?!event)|lua|dbd|authn_dbd|authz_dbd|authnz_fcgi|cgi\.|cgid|session_dbd|session_crypto|heart|lbmethod_heart|"
        r"ldap|authnz_ldap|suexec|example|case_filter|bucketeer|echo|dialup|privileges|ident|php|md|dav_lock|tls|allowmethods_x|"
        r"log_forensic|vhost_alias_x|xml2enc_x|usertrack_x|slotmem_plain_x|asis_x|imagemap_x|charset_lite_x|ratelimit_x)")
    order = ["mod_mpm_event", "mod_authz_core", "mod_authn_core", "mod_slotmem_shm", "mod_proxy.", "mod_session.", "mod_cache.", "mod_dav.", "mod_watchdog"]
    names = [name for name in names if name.endswith(".so") and not skipped.match(name)]
    names.sort(key=lambda name: next((i for i, first in enumerate(order) if name.startswith(first)), len(order)))
    builtin = {"so", "watchdog", "http", "log_config", "logio", "version", "unixd", "core"}
    load = "".join(f"LoadModule {name[4:-3]}_module {MODULES}/{name}\n" for name in names if name[4:-3] not in builtin)
    head = (f"ServerRoot {shop.folder}\nServerName x.example\nPidFile {shop.folder}/apache.pid\nErrorLog {shop.folder}/logs/error.log\n"
            f"DefaultRuntimeDir {shop.folder}\n{load}")

    def accept(config):
        for _ in range(12):
            path = shop.write("apache.conf", head + config)
            status, output = run(["apache2", "-t", "-f", path])
            if status == 0:
                return None
            fixed = None
            if found := re.search(r"file '([^']+)' does not exist or is empty", output):
                fixed = config.replace(found[1], shop.certificate)
            elif found := re.search(r"(?:DocumentRoot|<Directory>?) '?\"?([^ '\"]+)'? (?:is not a directory|does not exist)", output):
                fixed = config.replace(found[1], shop.folder)
            elif found := re.search(r"Cannot access directory '([^']+)/?' for", output):
                fixed = re.sub(rf"{re.escape(found[1])}[^\s\"]*", f"{shop.folder}/logs/x", config)
            elif found := re.search(r"Could not open configuration file (\S+):", output):
                fixed = config.replace(found[1], f"{shop.folder}/empty")
            elif found := re.search(r"CoreDumpDirectory (\S+) does not exist", output):
                fixed = config.replace(found[1], shop.folder)
            if fixed is None or fixed == config:
                lines = [line for line in output.strip().split("\n") if "AH00112" not in line and "[warn]" not in line]
                return " ".join(lines[:2]).replace(shop.folder, "")
            config = fixed
        return output

    text = snippet.text
    return first_that_passes(
        [text, f"<VirtualHost *:80>\n{text}\n</VirtualHost>\n", f"<Directory {shop.folder}>\n{text}\n</Directory>\n",
         f"<VirtualHost *:80>\n<Location />\n{text}\n</Location>\n</VirtualHost>\n",
         f"<VirtualHost *:80>\n<Proxy balancer://x>\n{text}\n</Proxy>\n</VirtualHost>\n"], accept)


def haproxy(snippet, shop):
    head = "global\n  log stdout format raw local0\ndefaults\n  mode http\n  timeout connect 5s\n  timeout client 5s\n  timeout server 5s\n"
    section = re.compile(r"^(global|defaults|frontend|backend|listen|resolvers|peers|userlist|http-errors|cache|mailers|program|ring)\b", re.M)
    text = snippet.text

    def accept(config):
        # A configuration without a listener is refused as a whole.
        added = "\nlisten supplied\n  bind 127.0.0.1:29983\n"
        for _ in range(16):
            path = shop.write("haproxy.cfg", config + added)
            status, output = run(["haproxy", "-c", "-f", path])
            if status == 0:
                return None
            fixed = None
            if found := re.search(r"Couldn't open the (?:ca|crt|crl)-file '([^']+)'", output):
                fixed = config.replace(found[1], shop.certificate)
            elif found := re.search(r"unable to find required (?:use_backend|default_backend|backend): '([^']+)'", output):
                added += f"\nbackend {found[1]}\n  server s 127.0.0.1:1\n"
                continue
            elif found := re.search(r"defaults section '([^']+)' not found", output):
                fixed = re.sub(r"^defaults\n(.*\n)+?(?=\S)", lambda m: m[0] + m[0].replace("defaults", f"defaults {found[1]}", 1),
                               config, count=1, flags=re.M)
            elif found := re.search(r"could not resolve address '([^']+)'", output):
                fixed = re.sub(rf"(?<![\w.-]){re.escape(found[1])}(?![\w-])", "127.0.0.1", config)
            elif found := re.search(r"(?:unable to (?:stat|load) SSL certificate (?:from )?file|unable to (?:load|stat) (?:CA|SSL)[^']*)'?([/\w.@-]+)'?", output):
                fixed = config.replace(found[1], shop.certificate)
            elif found := re.search(r"'crt' : unable to stat SSL certificate from file '([^']+)'|(?:unable to (?:open|stat|load|read)[^'\"]*)['\"]?<?([/][^'\"> ]+)", output):
                name = found[1] or found[2]
                fixed = config.replace(name, f"{shop.folder}/502.http" if ".http" in name else shop.certificate)
            elif found := re.search(r"(?:failed to open pattern|error opening) file [<']([^>']+)[>']", output):
                fixed = config.replace(found[1], f"{shop.folder}/empty")
            elif found := re.search(r"(?:failed to open pattern|error opening) file [<']([^>']+)[>']", output):
                fixed = config.replace(found[1], f"{shop.folder}/empty")
            elif found := re.search(r"unable to find (?:required )?resolvers '([^']+)'|unable to find required resolvers '([^']+)'", output):
                added += f"\nresolvers {found[1] or found[2]}\n  nameserver n 127.0.0.1:53\n"
                continue
            if fixed is None or fixed == config:
                lines = [line for line in output.split("\n") if "ALERT" in line]
                return re.sub(r"^\[.*?\] *\(\d+\) *: *", "", (lines or [output.strip()])[0]).replace(shop.folder, "")
            config = fixed
        return output

    if section.search(text):
        known = {match[1] for match in section.finditer(text)}
        return first_that_passes([head + text, text] if "defaults" not in known else [text, head + text], accept)
    return first_that_passes(
        [head + f"frontend x\n  bind 127.0.0.1:29981\n{text}\n", head + f"backend x\n{text}\n",
         head + f"listen x\n  bind 127.0.0.1:29981\n{text}\n", head + text, f"global\n{text}\n" + head.split("\n", 2)[2]], accept)


def ini(snippet, shop):
    """A pool of PHP-FPM goes to the program; units and php.ini are only read as what they are."""
    text = snippet.text
    pool = re.search(r"^(?:pm|listen\.|request_|php_admin_|slowlog|catch_workers|emergency_|process_control|security\.limit)", text, re.M)
    if not pool or re.search(r"^\[(?:Service|Unit|uwsgi|pgbouncer|databases)\]", text, re.M):
        wrong = [line for line in text.split("\n") if line.strip() and not re.match(r"\s*([;#\[]|[\w.\[\]@-]+\s*=|\s+\S)", line)]
        return f"not a setting: {wrong[0]}" if wrong else None

    def accept(config):
        status, output = run([php_fpm(), "-t", "-y", shop.write("fpm.conf", config)])
        return None if status == 0 else " ".join(line for line in output.split("\n") if "ERROR" in line)

    def need(key, value):
        return "" if re.search(rf"^{re.escape(key)} *=", text, re.M) else f"{key} = {value}\n"

    whole = need("user", "www-data") + need("listen", "127.0.0.1:29982") + need("pm", "ondemand") + need("pm.max_children", "5")
    # Debian's users; others are another distribution's.
    text = re.sub(r"= *(nginx|apache|shop|app)$", "= www-data", text, flags=re.M)
    text = text.replace("/var/log/", f"{shop.folder}/logs/")
    sections = re.search(r"^\[", text, re.M)
    return first_that_passes(
        [text, re.sub(r"^(\[(?!global).*\])$", rf"\1\n{whole}", text, count=1, flags=re.M)] if sections
        else [f"[x]\n{text}\n{whole}", f"[global]\n{text}\n[x]\n{whole}"], accept)


def php_fpm():
    return next(name for name in ("php-fpm8.4", "php-fpm8.3", "php-fpm8.2", "php-fpm") if shutil.which(name) or os.path.exists(f"/usr/sbin/{name}"))


def shell(snippet, shop):
    status, output = run(["bash", "-n", shop.write("snippet.sh", snippet.text)])
    return None if status == 0 else output.strip().split("\n")[0].replace(shop.folder, "")


def vcl(snippet, shop):
    def accept(text):
        status, output = run(["varnishd", "-C", "-n", f"{shop.folder}/varnish", "-f", shop.write("snippet.vcl", text)])
        return None if status == 0 else " ".join(output.strip().split("\n")[:2])

    head = "vcl 4.1;\nimport std;\n"
    default = "backend default { .host = \"127.0.0.1\"; .port = \"1\"; }\n"
    text = snippet.text
    return first_that_passes(
        [text, head + text, head + default + text, head + f"{default} sub vcl_backend_response {{ {text} }}\n",
         head + f"{default} sub vcl_recv {{ {text} }}\n"], accept)


def parsed(parse):
    def judge(snippet, _):
        try:
            parse(snippet.text)
        except Exception as error:  # whatever a parser complains with
            return str(error).split("\n")[0]
        return None
    return judge


def json_lines(text):
    """One value, or one a line, as logs have it."""
    try:
        json.loads(text)
    except ValueError:
        for line in text.strip().split("\n"):
            json.loads(line)


JUDGES = {
    "nginx": nginx, "caddyfile": caddy, "caddy": caddy, "apache": apache, "haproxy": haproxy, "ini": ini, "vcl": vcl,
    "shell": shell, "bash": shell, "sh": shell, "json": parsed(json_lines),
    "yaml": parsed(lambda text: list(yaml.safe_load_all(text))), "python": parsed(ast.parse),
}
