"""A machine of our own: private network, mount and process names, so that ports, logs and resolvers belong to the run."""
import os, subprocess, sys, tempfile

INSIDE = "INTERLUDE_FACTS_INSIDE"


def enter(arguments):
    """Runs this program again in namespaces of its own; returns only there."""
    if os.environ.get(INSIDE):
        prepare()
        return
    rights = [] if os.geteuid() == 0 else ["--map-root-user"]
    command = ["unshare", *rights, "--mount", "--net", "--pid", "--fork", "--mount-proc", "--propagation", "private"]
    environment = dict(os.environ, **{INSIDE: "1"})
    os.execvpe("unshare", [*command, sys.executable, "-B", *arguments], environment)


def prepare():
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    folder = tempfile.mkdtemp(prefix="facts-")
    os.chmod(folder, 0o755)
    for name, text in (("resolv.conf", "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n"),
                       ("hosts", "127.0.0.1 localhost app.test www.example.com\n::1 localhost\n10.0.0.5 backend.test\n10.0.0.7 node1.test\n")):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
        subprocess.run(["mount", "--bind", os.path.join(folder, name), "/etc/" + name], check=True)
    # The upstream of the examples is this machine, too.
    for address in ("10.0.0.5/32", "10.0.0.6/32", "10.0.0.7/32"):
        subprocess.run(["ip", "addr", "add", address, "dev", "lo"], check=True)
