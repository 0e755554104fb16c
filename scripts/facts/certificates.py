"""What a server says to a visitor whose certificate is missing or unknown, and to plain HTTP on its TLS port."""
import os, re, socket, ssl, subprocess
from inputs import exchange, line
from timers import apache, caddy, haproxy, nginx
from programs import Daemon, find

PORTS = {"nginx": 8421, "Apache": 8422, "HAProxy": 8423, "Caddy": 8424}


def make(lab):
    folder = os.path.join(lab.folder, "certificates")
    os.makedirs(folder, exist_ok=True)
    for name in ("server", "authority", "stranger"):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{folder}/{name}.key", "-out",
                        f"{folder}/{name}.pem", "-days", "2", "-subj", f"/CN={name}.test", "-addext",
                        "subjectAltName=DNS:www.example.com"], check=True, stderr=subprocess.DEVNULL)
    with open(f"{folder}/both.pem", "w") as both:
        for end in ("pem", "key"):
            with open(f"{folder}/server.{end}") as file:
                both.write(file.read())
    os.chmod(folder, 0o755)
    return folder


def start(lab, server):
    folder, port = lab.once("certificates", lambda: make(lab)), PORTS[server]
    pair = (f"{folder}/server.pem", f"{folder}/server.key")
    if server == "nginx":
        return nginx(lab, "certificates-nginx", port, 'return 200 "hi";', "server { "
                     f"listen 127.0.0.1:{port + 10} ssl; ssl_certificate {pair[0]}; ssl_certificate_key {pair[1]}; "
                     f'ssl_verify_client on; ssl_client_certificate {folder}/authority.pem; return 200 "hi"; }}')
    if server == "Apache":
        return apache(lab, "certificates-apache", port, f"Listen 127.0.0.1:{port + 10}\n<VirtualHost 127.0.0.1:{port + 10}>\n"
                      f"SSLEngine on\nSSLCertificateFile {pair[0]}\nSSLCertificateKeyFile {pair[1]}\n"
                      f"SSLVerifyClient require\nSSLCACertificateFile {folder}/authority.pem\n</VirtualHost>", "ssl socache_shmcb")
    if server == "HAProxy":
        return haproxy(lab, "certificates-haproxy", port, f"  bind 127.0.0.1:{port + 10} ssl crt {folder}/both.pem verify required "
                       f"ca-file {folder}/authority.pem\n  http-request return status 200")
    conf = os.path.join(folder, "caddyfile")
    with open(conf, "w") as file:
        file.write(f"{{\nadmin off\nauto_https off\n}}\nhttps://www.example.com:{port + 10} {{\nbind 127.0.0.1\n"
                   f"tls {pair[0]} {pair[1]} {{\nclient_auth {{\nmode require_and_verify\n"
                   f"trusted_ca_cert_file {folder}/authority.pem\n}}\n}}\nrespond hi\n}}\n")
    return Daemon([find("caddy"), "run", "--adapter", "caddyfile", "--config", conf], conf + ".log", port + 10,
                  env=dict(os.environ, HOME=lab.folder, XDG_DATA_HOME=lab.folder, XDG_CONFIG_HOME=lab.folder))


def shown(lab, server, what):
    """`what` is none, stranger or plain: the status and the title of the page, or `TLS alert`."""
    lab.once("certificates " + server, lambda: start(lab, server))
    port = PORTS[server] + 10
    if what == "plain":
        return page(exchange(port, line("GET /")))
    folder = lab.once("certificates", lambda: make(lab))
    context = ssl.create_default_context(cafile=f"{folder}/server.pem")
    if what == "stranger":
        context.load_cert_chain(f"{folder}/stranger.pem", f"{folder}/stranger.key")
    data = b""
    try:
        with socket.create_connection(("127.0.0.1", port), 8) as plain, \
                context.wrap_socket(plain, server_hostname="www.example.com") as connection:
            connection.sendall(line("GET /"))
            while piece := connection.recv(65536):
                data += piece
    except ssl.SSLError as error:
        return "TLS alert" if "ALERT" in str(error).upper() else str(error)
    return page(data.decode(errors="replace"))


def page(text):
    status, title = re.match(r"HTTP/\d\.\d (\d+)", text), re.search(r"<title>(.*?)</title>", text)
    return f"{status[1] if status else text[:40]} {title[1] if title else ''}".strip()
