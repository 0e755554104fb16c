"""A main file around a part of an Apache configuration, such as a site or what a package puts into conf-available."""
import pathlib, re

MODULES = pathlib.Path("/usr/lib/apache2/modules")
# One way to work is enough, and these want settings of their own.
LEFT_OUT = {"mpm_prefork", "mpm_worker", "md", "example_hooks", "dumpio", "log_forensic", "cern_meta", "asis"}
# Modules that others need come first.
FIRST = ("watchdog", "proxy", "dav", "cache", "session", "slotmem_shm", "authn_core", "authz_core", "xml2enc", "ldap", "dbd")


def around(path, folder):
    """Writes the main file into a folder and returns its path; a configuration that loads an MPM itself is returned as it is."""
    text = re.sub(r"^\s*#.*", "", path.read_text(errors="replace"), flags=re.M)
    if re.search(r"^\s*LoadModule\s+mpm_", text, re.M | re.I):
        return path
    names = sorted((file.stem.removeprefix("mod_") for file in MODULES.glob("mod_*.so")), key=lambda name: (name not in FIRST, name))
    lines = [f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in names if name not in LEFT_OUT]
    lines += ["ServerName main.example", "User www-data", "Group www-data", "TypesConfig /etc/mime.types", f"ErrorLog {folder}/error.log",
              f"PidFile {folder}/pid", f"DefaultRuntimeDir {folder}"]
    own = set(re.findall(r"^\s*Listen\s+(?:\S+:)?(\d+)", text, re.M | re.I))
    hosts = set(re.findall(r"<VirtualHost[^>]*?:(\d+)\s*>", text, re.I)) or {"80"}
    lines += [f"Listen {port}" for port in sorted(hosts - own)]
    main = pathlib.Path(folder) / "main.conf"
    main.write_text("\n".join([*lines, f"Include {path}", ""]))
    return main
