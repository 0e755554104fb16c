"""The real programs, given the configuration that was written for them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

CHECK = Path(__file__).resolve().parents[2] / "Tests/ServerTests/check_config.py"
MODULES = "/usr/lib/apache2/modules"


def judge(output, folder):
    """What each program that is installed says of the configuration in `output`; an empty text where it takes it."""
    tools = Path(sys.executable).parent
    pack = Path(output, "error-pages")
    folder = Path(folder)

    def lay(name, *sources, head=""):
        """Files of a proxy in a folder of their own, with paths that lead here."""
        place = folder / name
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        for source in sources:
            for file in (pack / "config" / source).iterdir() if (pack / "config" / source).is_dir() else [pack / "config" / source]:
                if file.is_file():
                    text = file.read_text(encoding="utf-8")
                    for proxy in ("nginx", "haproxy", "apache2", "lighttpd", "varnish", "caddy", "envoy"):
                        text = text.replace(f"/etc/{proxy}/interlude", str(place))
                    text = text.replace("/var/www/error-pages", str(pack)).replace("/var/www/html", str(place))
                    (place / file.name).write_text(text, encoding="utf-8", newline="")
        return place

    def run(*command, **more):
        program = shutil.which(command[0]) or shutil.which(command[0], path="/usr/sbin:/sbin")
        if not program:
            return None
        environment = dict(os.environ, HOME=str(folder), XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder))
        done = subprocess.run([program, *command[1:]], capture_output=True, timeout=900, env=environment, **more)
        said = (done.stdout + done.stderr).decode(errors="replace")
        # The words are a text there, in which CloudFormation replaces nothing; the linter only wonders whether it should.
        said = "\n".join(line for line in said.splitlines() if "E1029" not in line and "files checked" not in line).strip()
        return "" if done.returncode == 0 or not said and "E1029" in str(done.stdout) else said[-400:] or "failed"

    verdicts = {}
    place = lay("nginx", "nginx")
    (place / "mime.types").write_text("")
    (place / "main.conf").write_text(
        f"pid {place}/pid; error_log stderr; events {{}} http {{ access_log off; "
        + "".join(f"{kind}_temp_path {place}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        + f" include {place}/example.conf;\n server {{ listen 127.0.0.1:29991; root {output}/site;\n"
        f" include {output}/site-config/nginx.conf; }} }}\n")
    verdicts["nginx"] = run("nginx", "-t", "-p", str(place), "-c", str(place / "main.conf"))

    place = lay("page-service", "nginx", "page-service")
    (place / "main.conf").write_text(
        f"pid {place}/pid; error_log stderr; events {{}} http {{ access_log off; "
        + "".join(f"{kind}_temp_path {place}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        + f" include {place}/default.conf; }}\n")
    text = (place / "default.conf").read_text(encoding="utf-8").replace("/var/log/nginx", str(place))
    (place / "default.conf").write_text(text, encoding="utf-8", newline="")
    verdicts["nginx, page service"] = run("nginx", "-t", "-p", str(place), "-c", str(place / "main.conf"))

    place = lay("caddy", "caddy")
    for name, program in (("Caddy, Debian's", "caddy"), ("Caddy, current", str(tools / "caddy"))):
        verdicts[name] = run(program, "validate", "--adapter", "caddyfile", "--config", str(place / "example.Caddyfile"))
    (place / "site.Caddyfile").write_text(
        f"import {output}/site-config/site.caddy\nhttp://x.example {{\nimport interlude_site\nfile_server\n}}\n")
    verdicts["Caddy, the site"] = run(str(tools / "caddy"), "validate", "--adapter", "caddyfile", "--config", str(place / "site.Caddyfile"))

    place = lay("haproxy", "haproxy")
    (place / "site.cfg").write_text("defaults\n mode http\n timeout connect 5s\n timeout client 5s\n timeout server 5s\n"
                                    "listen x\n bind 127.0.0.1:29992\n")
    verdicts["HAProxy"] = run("haproxy", "-c", "-f", str(place / "interlude.cfg"), "-f", str(place / "example.cfg"))
    verdicts["HAProxy, error files"] = run("haproxy", "-c", "-f", str(place / "errorfiles.cfg"), "-f", str(place / "site.cfg"))

    place = lay("apache", "apache")
    names = ("mpm_event", "authz_core", "dir", "mime", "alias", "env", "headers", "rewrite", "setenvif", "include", "unique_id", "proxy", "proxy_http")
    # What Debian has built in needs no line.
    load = "".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so\n" for name in names
                   if os.path.exists(f"{MODULES}/mod_{name}.so"))
    (place / "main.conf").write_text(
        f"ServerRoot {place}\nServerName x.example\nPidFile {place}/pid\nErrorLog {place}/log\nDefaultRuntimeDir {place}\n"
        f"Listen 127.0.0.1:29993\n{load}Include {place}/example.conf\n"
        f"<VirtualHost *:29993>\nDocumentRoot {output}/site\nInclude {output}/site-config/apache.conf\n</VirtualHost>\n")
    verdicts["Apache"] = run("apache2", "-t", "-f", str(place / "main.conf"))

    place = lay("lighttpd", "lighttpd")
    verdicts["lighttpd"] = run("lighttpd", "-tt", "-f", str(place / "example.conf"))
    verdicts["Lua"] = run("luajit", "-bl", str(place / "interlude.lua"))
    place = lay("lua", "lua")
    verdicts["Lua, gateways"] = run("luajit", "-bl", str(place / "interlude.lua"))
    place = lay("cloudflare", "cloudflare")
    (place / "worker.mjs").write_bytes((place / "worker.js").read_bytes())
    verdicts["Worker"] = run("node", "--check", str(place / "worker.mjs"))

    place = lay("varnish", "varnish")
    for path in (folder, place):
        path.chmod(0o755)
    verdicts["Varnish"] = run("varnishd", "-C", "-n", str(place / "work"), "-f", str(place / "example.vcl"))

    place = lay("envoy", "envoy")
    envoy = next(iter(tools.parent.glob("lib/python3*/site-packages/envoy/_bin/envoy")), None)
    verdicts["Envoy"] = run(str(envoy), "--mode", "validate", "-l", "error", "-c", str(place / "envoy.yaml")) if envoy else None

    for script in sorted(Path(output, "site").rglob("*.js")):
        said = run("node", "--check", str(script))
        if said is None:
            break
        verdicts["scripts"] = verdicts.get("scripts", "") + said
    verdicts["Kubernetes, CloudFormation, Terraform, IIS"] = run(sys.executable, "-B", str(CHECK), str(pack))
    return verdicts
