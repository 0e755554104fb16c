"""What machines say: each probe is asked by name and answers with a text."""
import os, re, socket, subprocess, threading, time, urllib.parse
import broken, proxies
from programs import Daemon, VENV, ask, find, output

MEMORY = {}
LOCKS = {}
PHP = threading.Lock()


class Lab:
    """Everything that runs, started by the first statement that needs it."""

    def __init__(self, folder):
        self.folder, self.guard = folder, threading.Lock()

    def once(self, name, make):
        with self.guard:
            lock = LOCKS.setdefault(name, threading.Lock())
        with lock:
            if name not in MEMORY:
                try:
                    MEMORY[name] = make()
                except Exception as error:  # a server that does not start is an answer, too: the wrong one
                    MEMORY[name] = error
        value = MEMORY[name]
        if isinstance(value, Exception):
            raise value
        return value

    def proxy(self, name):
        def make():
            proxy = proxies.ALL[name][0](self.folder)
            proxy.run()
            return proxy
        return self.once("proxy " + name, make)

    # status PROXY FAULT
    def status(self, proxy, fault):
        return self.proxy(proxy.replace("_", " ")).answers[fault]

    # log PROXY FAULT: everything that was written while the fault was met
    def log(self, proxy, fault):
        return self.proxy(proxy).logs[fault]

    # access FAULT: nginx's line with `us=$upstream_status uht=$upstream_header_time`
    def access(self, fault):
        lines = [line for line in self.proxy("nginx").access.splitlines() if line.startswith(f"/{fault}/ ")]
        return lines[-1]

    # fpm SETTING: its default, as PHP-FPM prints a configuration that does not name it
    def fpm(self, setting):
        def make():
            conf = os.path.join(self.folder, "fpm-defaults.conf")
            with open(conf, "w") as file:
                file.write(f"[global]\n[www]\nuser = nobody\nlisten = {self.folder}/none.sock\npm = static\npm.max_children = 1\n")
            text = output(["php-fpm8.2", "-tt", "-R", "-y", conf])[0]
            return dict(re.findall(r"NOTICE: \t(\S+) = (.*)", text))
        return self.once("fpm", make)[setting]

    # php SETTING: PHP's own default, without any php.ini
    def php(self, setting):
        def make():
            page = os.path.join(self.folder, "ini.php")
            with open(page, "w") as file:
                file.write('<?php foreach (ini_get_all(null, false) as $k => $v) echo "$k=$v\n";')
            os.chmod(page, 0o644)
            return dict(line.split("=", 1) for line in self.fastcgi(page).splitlines() if "=" in line)
        return self.once("php", make)[setting]

    def fastcgi(self, page, query=""):
        self.once("fpm server", self.fpm_server)
        return output(f"curl -sS -m 20 {query} http://127.0.0.1:8290/{os.path.basename(page)}")[0]

    def fpm_server(self):
        conf, socket_ = f"{self.folder}/fpm.conf", f"{self.folder}/fpm.sock"
        with open(conf, "w") as file:
            file.write(f"[global]\nerror_log = {self.folder}/fpm.log\ndaemonize = no\n[www]\nuser = nobody\nlisten = {socket_}\n"
                       "listen.mode = 0666\npm = static\npm.max_children = 2\nrequest_terminate_timeout = 2\ncatch_workers_output = yes\n"
                       "php_admin_flag[display_errors] = off\nphp_admin_flag[log_errors] = on\n")
        Daemon(["php-fpm8.2", "-n", "-F", "-R", "-y", conf], self.folder + "/fpm.out")
        with open(f"{self.folder}/fpm-nginx.conf", "w") as file:
            file.write(f"""daemon off; pid {self.folder}/fpm-nginx.pid; events {{ }} error_log {self.folder}/fpm-nginx.log;
http {{ access_log off; client_max_body_size 0; client_body_temp_path {self.folder}/fb; fastcgi_temp_path {self.folder}/ff;
proxy_temp_path {self.folder}/fp; uwsgi_temp_path {self.folder}/fu; scgi_temp_path {self.folder}/fs;
server {{ listen 127.0.0.1:8290; root {self.folder};
location ~ \\.php$ {{ include /etc/nginx/fastcgi_params; fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
fastcgi_pass unix:{socket_}; }} }} }}""")
        Daemon([find("nginx"), "-e", f"{self.folder}/fpm-nginx.log", "-c", f"{self.folder}/fpm-nginx.conf"],
               self.folder + "/fpm-nginx.out", 8290)
        time.sleep(0.5)

    # php-page NAME: status and log lines of one small script
    def php_page(self, name):
        return self.once("php page " + name, lambda: self.once_at_a_time(name))

    def once_at_a_time(self, name):
        with PHP:
            return self.ask_php(name)

    def ask_php(self, name):
        scripts = {
            "memory": '<?php ini_set("memory_limit", "8M"); $a = []; while (true) $a[] = str_repeat("x", 100000);',
            "slow": "<?php sleep(30);",
            "upload": '<?php echo count($_POST), " ", count($_FILES), " ", $_FILES["f"]["error"] ?? "none";',
        }
        kind, _, size = name.partition(":")
        if kind in scripts:
            with open(f"{self.folder}/{kind}.php", "w") as file:
                file.write(scripts[kind])
        query = "-w ' status %{http_code}'"
        if size:
            with open(f"{self.folder}/upload.bin", "wb") as file:
                file.write(b"x" * int(size))
            query += f" -F a=b -F f=@{self.folder}/upload.bin"
        self.once("fpm server", self.fpm_server)
        logs = [f"{self.folder}/fpm-nginx.log", f"{self.folder}/fpm.log"]
        begins = [os.path.getsize(log) for log in logs]
        answer = self.fastcgi(f"{kind}.php", query)
        time.sleep(0.3)
        for log, begin in zip(logs, begins):
            with open(log) as file:
                file.seek(begin)
                answer += "\n" + file.read()
        return answer

    # varnish PARAMETER: its default, as varnishd prints it
    def varnish(self, parameter):
        text = output(["varnishd", "-x", "parameter"])[0]
        found = re.search(rf"^{parameter}\n~+\n(.*?)(?=^\S+\n~~~)", text, re.S | re.M)
        value = re.search(r"Default: (.+)", found[1])[1]
        unit = re.search(r"Units: (.+)", found[1])
        return f"{value} {unit[1]}" if unit else value

    # node EXPRESSION
    def node(self, *expression):
        return output(["node", "-p", " ".join(expression)])[0].strip()

    # gunicorn SETTING
    def gunicorn(self, setting):
        return output([f"{VENV}/bin/python", "-c", f"from gunicorn.config import Config; print(Config().{setting})"])[0].strip()

    # postgres SETTING: its default, as the server describes it
    def postgres(self, setting):
        for line in output(["postgres", "--describe-config"])[0].splitlines():
            fields = line.split("\t")
            if fields[0] == setting:
                return fields[4]
        raise KeyError(setting)

    # sysctl NAME: in a fresh network namespace, so the kernel's own default
    def sysctl(self, name):
        return output(["sysctl", "-n", name])[0].strip().replace("\t", " ")

    # shell COMMAND: output and exit code
    def shell(self, *command):
        text, code = output(" ".join(command), cwd=self.folder, env=dict(os.environ, F=self.folder))
        return f"{text.strip()} exit {code}"

    # nginx-test DIRECTIVES: what nginx -t says of a server with them
    def nginx_test(self, *directives):
        name = f"{self.folder}/t{abs(hash(directives))}.conf"
        with open(name, "w") as file:
            text = " ".join(directives)
            inside = text if text.startswith(("upstream", "map", "server")) else f"server {{ listen 127.0.0.1:1; {text} }}"
            file.write(f"pid {self.folder}/t.pid; events {{ }} http {{ {inside} }}")
        text, code = output(["nginx", "-t", "-e", "/dev/null", "-c", name])
        return f"{text.strip()} exit {code}"

    # wait SECONDS-OF-WHAT: how long a default really lasts
    def wait(self, what):
        from timers import TIMERS
        return str(round(self.once("timer " + what, lambda: TIMERS[what](self))))

    # behaviour NAME
    def behaviour(self, name, *arguments):
        from behaviours import BEHAVIOURS
        return str(self.once("behaviour " + " ".join([name, *arguments]), lambda: BEHAVIOURS[name](self, *arguments)))

    # input SERVER KIND WHERE: an odd request for a file or for the application
    def input(self, server, kind, where):
        import inputs
        return self.once(f"input {server} {kind} {where}", lambda: inputs.answer(self, server, kind, where))

    # endless SERVER: headers that never end
    def endless(self, server):
        import inputs
        return self.once("endless " + server, lambda: inputs.endless(self, server))

    # stored SERVER STATUS KIND: whether its cache keeps that answer
    def stored(self, server, *what):
        import stored
        return self.once(" ".join(["stored", server, *what]), lambda: stored.asked(self, server, *what))

    # certificate SERVER WHAT: what a visitor sees who has none, a stranger's, or no TLS
    def certificate(self, server, what):
        import certificates
        return self.once(f"certificate {server} {what}", lambda: certificates.shown(self, server, what))

    # dav SERVER WHAT
    def dav(self, server, what):
        import dav
        return dav.answer(self, server, what)
