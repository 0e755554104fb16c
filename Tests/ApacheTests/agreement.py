"""Random configurations, played on the real httpd and followed by `interlude trace`: both must agree.

Usage: agreement.py INTERLUDE CONFIGURATIONS SEED
Each configuration gets eight requests. The last line is the result; the exit status is 1 when a certain answer was wrong, when
one of the two refused what the other takes, or when more than 3 % of the answers were called unknown.
"""

import base64
import collections
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

HTTPD = "/usr/sbin/apache2"
FAILURES = ["refused", "timeout", "closed", "garbage", "none", "none"] + [
    f"status:{code}" for code in (404, 500, 502, 503, 418, 401, 403, 204, 302)]
GARBAGE = "this is not HTTP at all, whatever you expected"
sockets = []

FILES = {'www/index.html':'WWW INDEX '*6,'www/x.txt':'WWW X '*8,'www/app/index.html':'APP INDEX '*6,'www/app/a.css':'APP A '*9,'www/api/here.txt':'API HERE '*6,'www/503.html':'ROOT 503 '*6,'www/errors/502.html':'WWW ERRORS 502 '*4,'www/errors/503.html':'WWW ERRORS 503 '*4,'www/secret/a':'SECRET A '*6,'www/m.on':'ON '*10,'www/test.php':'<?php test ?> '*5,
'pages/502.html':'PAGES 502 '*6,'pages/503.html':'PAGES 503 '*6,'pages/404.html':'PAGES 404 '*6,'pages/403.html':'PAGES 403 '*6,'pages/500.html':'PAGES 500 '*6,'pages/error.html':'PAGES ERROR '*5,'www/empty/keep.txt':'KEEP '*9}
HEAD = '''ServerRoot /usr/lib/apache2
%s
TypesConfig /etc/mime.types
User www-data
Group www-data
ServerName localhost
Listen 127.0.0.1:%d
PidFile %s/a.pid
ErrorLog %s/a.log
ProxyTimeout 1
DocumentRoot %s/www
'''
MODULES = 'mpm_event authz_core authz_host access_compat alias dir mime env setenvif headers rewrite proxy proxy_http proxy_balancer lbmethod_byrequests slotmem_shm'.split()


def upstream(failure):
    """A port on which every connection ends in the same way."""
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    sockets.append(server)
    if failure == "refused":
        return server.getsockname()[1]
    server.listen(200)

    def answer(connection):
        request = b""
        while b"\r\n\r\n" not in request:
            part = connection.recv(65536)
            if not part:
                break
            request += part
        if failure == "timeout":
            time.sleep(8)
        elif failure == "garbage":
            connection.sendall(f"{GARBAGE}\r\n\r\n".encode())
        elif failure != "closed":
            status = 200 if failure == "none" else int(failure[7:])
            body = "" if status in (204, 304) else text_of(status)
            length = f"Content-Length: {len(body)}\r\n" if body else ""
            echo = base64.b64encode(request.split(b"\r\n\r\n")[0]).decode()
            head = (f"HTTP/1.1 {status} Fake\r\nContent-Type: text/plain\r\n{length}Fake-Request: {echo}\r\n"
                    "Connection: close\r\n\r\n")
            connection.sendall((head + ("" if request.startswith(b"HEAD ") else body)).encode())
        if failure in ("closed", "timeout"):
            return
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65536):
            pass

    def serve(connection):
        with connection:
            try:
                answer(connection)
            except OSError:
                pass

    def listen():
        while True:
            threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()

    threading.Thread(target=listen, daemon=True).start()
    return server.getsockname()[1]


def text_of(status):
    return f"UPSTREAM says {status} and some more words to be long enough"


def generate(r, d, port, ports):
    c=r.random
    up=lambda: r.choice(ports)[1]
    url=lambda: f'http://127.0.0.1:{up()}'
    pfx=r.choice(['/errors/','/_e/'])
    def code(): return r.choice([403,404,500,502,503,503,502,504,401,418,410,405,416])
    def ed():
        k=code(); 
        if k==418: k=404
        t=r.choice([f'{pfx}{k}.html']*4+[f'{pfx}error.html',f'{pfx}none.html',f'/503.html','/index.html',f'"Sorry, error {k}"',f'down{k}',f'https://status.example/{k}','default',f'{pfx}sub/',f'{pfx}503.html?c={k}',f'/api/err',pfx,'/app',f'"%{{REQUEST_STATUS}} at %{{REQUEST_URI}}"',f'/errors/%{{reqenv:WHICH}}.html'])
        return f'ErrorDocument {k} {t}'
    def req():
        return r.choice(['Require all granted']*4+['Require all denied','Require env REDIRECT_STATUS','Require local','Require ip 10.0.0.0/8','Require not ip 10.0.0.0/8\nRequire all granted','Require expr %{REQUEST_URI} =~ m#a#','Require method GET','<RequireAll>\nRequire all granted\nRequire not env NOPE\n</RequireAll>','<RequireAny>\nRequire env MARK\nRequire ip 127\n</RequireAny>','Order allow,deny\nAllow from all','Order deny,allow\nDeny from all','Order deny,allow\nDeny from all\nAllow from env=REDIRECT_STATUS','Require valid-user','AuthMerging And\nRequire env MARK'])
    def pp(loc=False):
        if loc: return 'ProxyPass '+r.choice([url()+'/',url()+'/',url(),'!',url()+'/base/'])
        p=r.choice(['/','/','/api','/api/','/app','/app/',pfx,'/app2'])
        k=r.random()
        if k<.25: return f'ProxyPass {pfx} !'
        if k<.4: return f'ProxyPassMatch {r.choice(["^/(api|app)/(.*)$","^(/.*[.]php)$","^/(?!errors/|_e/)(.*)$"])} {url()}'+r.choice(['','/$1','/$2'])
        if k<.5: return f'ProxyPass /bal balancer://b/'
        return f'ProxyPass {p} {url()}'+('/' if p.endswith('/') and c()<.9 else '')+r.choice(['','',' retry=0',' timeout=1 retry=0'])
    def override(): return r.choice(['ProxyErrorOverride On','ProxyErrorOverride On','ProxyErrorOverride On 502 503','ProxyErrorOverride On 404 500 503','ProxyErrorOverride Off'])
    def rr(ctx):
        f=r.choice(['[L]','[L]','[R=503,L]','[R=301,L]','[R,L]','[F]','[G]','[P]','[P,L]','[PT]','[END]','[R=404]','[L,QSA]','[NC,L]','[E=MARK:1]','[E=WHICH:503]','[C]','[S=1]'])
        pat=r.choice(['^/?api/(.*)$','^/?app/(.*)$','^/?secret','^/?old/(.*)$','^/?maint','(.*[.]php)$','^/?gone','.'])
        if 'P,' in f or '[P]' in f: sub=url()+'/$1'
        elif f in('[R=503,L]','[F]','[G]','[R=404]') or 'E=' in f: sub='-'
        elif 'R' in f: sub=r.choice(['/x.txt','/new/$1','https://new.example/$1','http://app.example/q?a=b'])
        else: sub=r.choice(['/index.html','/api/$1','/app/$1','/x.txt','index.html','/errors/503.html','/x.txt?q=$1','/missing/$1','%{DOCUMENT_ROOT}/x.txt'])
        conds=''
        if c()<.5:
            conds=r.choice(['RewriteCond %{REQUEST_URI} !^/(errors|_e)/\n','RewriteCond %{REQUEST_FILENAME} !-f\n','RewriteCond %{DOCUMENT_ROOT}/m.on -f\n','RewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI} !-f\nRewriteCond %{REQUEST_FILENAME} !-d\n','RewriteCond %{HTTP_HOST} ^app [NC]\n','RewriteCond %{QUERY_STRING} a=(.)\n','RewriteCond %{REQUEST_METHOD} =POST [OR]\nRewriteCond %{HTTP:X-Beta} 1\n','RewriteCond %{ENV:REDIRECT_STATUS} ^$\n'])
        return 'RewriteEngine On\n'+conds+f'RewriteRule {pat} {sub} {f}'
    def red():
        return r.choice(['Redirect 503 /maint','Redirect 404 /old','Redirect permanent /old /api/new','Redirect /moved https://new.example/','Redirect gone /gone','RedirectMatch 404 "^/[.]git"','RedirectMatch 503 "^/(?!errors|_e).*maint"','RedirectMatch 302 "^/old/(.*)$" "http://x.example/$1"','RedirectMatch 301 "^/secret/(.*)" "/app/$1"'])
    def inner(kind):
        o=[]
        for _ in range(r.randint(1,3)):
            k=r.random()
            if k<.35: o.append(ed())
            elif k<.5: o.append(req())
            elif k<.6 and kind=='loc': o.append(pp(True))
            elif k<.65: o.append(override() if kind!='files' else ed())
            elif k<.72 and kind in('dir',): o.append(rr('dir'))
            elif k<.78: o.append(red() if c()<.6 else r.choice(['Redirect 503','Redirect 410','Redirect 302 https://x.example/y','Redirect "/x.txt"']) if kind=='loc' else red())
            elif k<.82: o.append('DirectoryIndex '+r.choice(['index.html','none.html x.txt','disabled','/app/a.css','index.php']))
            elif k<.86: o.append(f'SetHandler "proxy:http://127.0.0.1:{up()}"')
            elif k<.9: o.append('FallbackResource '+r.choice(['/index.html','/503.html','/api/x','disabled']))
            elif k<.94: o.append(r.choice(['DirectorySlash Off','AcceptPathInfo On','Options None','Options -FollowSymLinks','Header always set X-A 1','LimitRequestBody 10']))
            else: o.append('AllowOverride '+r.choice(['None','All','FileInfo','Limit']) if kind=='dir' else ed())
        return '\n'.join(o)
    def section():
        k=r.random()
        if k<.3: p=r.choice(['/','/api','/api/','/app','/secret',pfx,'/app/a.css','/a*']); return f'<Location {p}>\n{inner("loc")}\n</Location>'
        if k<.42: p=r.choice(['^/ap[ip]/','^/(secret|old)','[.]php$']); return f'<LocationMatch "{p}">\n{inner("locm")}\n</LocationMatch>'
        if k<.66: p=r.choice(['/www','/www/app','/pages','/www/secret','/www/*','']); return f'<Directory {d}{p}>\n{inner("dir")}\n</Directory>'
        if k<.78: p=r.choice(['*.txt','index.html','503.html','*.php','50?.html']); return f'<Files "{p}">\n{inner("files")}\n</Files>'
        if k<.84: return f'<FilesMatch "[.](php|css)$">\n{inner("files")}\n</FilesMatch>'
        e=r.choice(['%{HTTP_ACCEPT} =~ m#json#','%{REQUEST_METHOD} == \'POST\'','-n %{reqenv:REDIRECT_STATUS}','%{REQUEST_URI} =~ /^.api/ && %{HTTP_HOST} == \'app.example\'','%{REQUEST_STATUS} -ge 500','req(\'X-Beta\') in {\'1\',\'2\'}','-f %{REQUEST_FILENAME}','! -z %{QUERY_STRING}'])
        return f'<If "{e}">\n{inner("if")}\n</If>'+(f'\n<Else>\n{inner("if")}\n</Else>' if c()<.25 else '')
    def body():
        o=[]
        if c()<.85: o.append(f'Alias {pfx} {d}/pages/' if c()<.85 else r.choice([f'Alias {pfx[:-1]} {d}/pages',f'Alias {pfx} {d}/nopages/',f'AliasMatch "^{pfx}(.*)$" "{d}/pages/$1"',f'Alias {pfx} {d}/pages']))
        for _ in range(r.randint(1,4)): o.append(ed())
        for _ in range(r.choice([0,1,1,2])): o.append(pp())
        if c()<.5: o.append(override())
        if c()<.35: o.append(rr('srv'))
        if c()<.2: o.append(rr('srv'))
        if c()<.3: o.append(red())
        if c()<.15: o.append(r.choice(['SetEnvIf Request_URI "^/api" MARK','SetEnvIf X-Beta 1 no-proxy','SetEnvIf Host "^(.*)\\.example" WHICH=$1','BrowserMatch curl MARK','SetEnv WHICH 503']))
        if c()<.1: o.append('FallbackResource /index.html')
        if c()<.2: o.append('ProxyPreserveHost On')
        if c()<.2: o.append(r.choice(['RequestHeader set X-Forwarded-Proto https','RequestHeader unset X-Beta','RequestHeader set X-Real %{REMOTE_ADDR}s','RequestHeader set X-Path "expr=%{REQUEST_URI}"','RequestHeader set X-Mark on env=MARK','ProxyAddHeaders Off']))
        for _ in range(r.choice([0,1,1,2,3])): o.append(section())
        r.shuffle(o); return '\n'.join(o)
    m=[x for x in MODULES]
    if c()<.3: m.append('autoindex')
    conf=HEAD % ('\n'.join(f'LoadModule {x}_module modules/mod_{x}.so' for x in m),port,d,d,d)
    if c()<.3: conf+=f'<Directory />\nRequire all denied\n</Directory>\n<Directory {d}/www>\nRequire all granted\n</Directory>\n<Directory {d}/pages>\n{req()}\n</Directory>\n'
    conf+=f'<Proxy balancer://b>\nBalancerMember {url()}\nBalancerMember {url()}\n</Proxy>\n'
    conf+=body()+'\n'
    for i in range(r.choice([0,0,1,2,3])):
        conf+=f'<VirtualHost {r.choice(["*:%d","127.0.0.1:%d"])%port}>\nServerName {["app","api","www"][i]}.example\n'+(f'ServerAlias *.{["app","api","www"][i]}.example\n' if c()<.3 else '')+body()+'\n</VirtualHost>\n'
    fs=dict(FILES)
    if c()<.25:
        p=r.choice(['www','www/app','pages'])
        fs[p+'/.htaccess']=inner('dir').replace('AllowOverride','#')+'\n'
        conf=conf.replace(f'DocumentRoot {d}/www\n',f'DocumentRoot {d}/www\n<Directory {d}>\nAllowOverride {r.choice(["All","All","FileInfo","None"])}\n</Directory>\n',1)
    reqs=[]
    for _ in range(8):
        path=r.choice(['/','/x','/x.txt','/api/users','/api/here.txt','/app','/app/','/app/a.css','/app/page','/secret/a','/old/a','/maint','/gone',pfx+'503.html',pfx+'none.html',pfx,'/503.html','/test.php','/none.php','/x.txt/more','/empty/','/bal/x','/moved/y','/a%20b','/%2e%2e/x','/api/../x.txt','//x.txt','/a%2Fb','/x?a=b','/app?c=d','/errors/502.html'])
        h=r.choice([[]]*8+[[['X-Beta','1']],[['Accept','application/json']],[['Range','bytes=0-9']],[['If-None-Match','*']],[['Range','bytes=5000-']],[['User-Agent','curl/8']]])
        me=r.choice(['GET']*8+['HEAD','POST','POST','PUT','OPTIONS','DELETE','FOO'])
        reqs.append(dict(method=me,path=path,host=r.choice(['app.example','api.example','www.example','localhost','x.app.example']),headers=h,body=25 if me in('POST','PUT') else 0))
    return conf,fs,reqs


ports_lock = threading.Lock()
next_port = 5000 + os.getpid() % 2000 * 10


def free_port():
    global next_port
    with ports_lock:
        while True:
            next_port += 1
            with socket.socket() as probe:
                try:
                    probe.bind(("127.0.0.1", next_port))
                    return next_port
                except OSError:
                    pass


def ask(port, request):
    """Status, Location and body of what httpd answers."""
    lines = [f"{request['method']} {request['path']} HTTP/1.1", f"Host: {request['host']}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in request["headers"]]
    if request["body"]:
        lines.append(f"Content-Length: {request['body']}")
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n" + "b" * request["body"]).encode())
        answer = b""
        while part := connection.recv(65536):
            answer += part
    if not answer.startswith(b"HTTP/"):
        return 0, None, answer.decode("latin1"), None
    head, body = answer.split(b"\r\n\r\n", 1)
    lines = head.decode("latin1").split("\r\n")
    fields = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines[1:])}
    if fields.get("transfer-encoding") == "chunked":
        body = whole(body)
    echo = base64.b64decode(fields.get("fake-request", "")).decode("latin1")
    return int(lines[0].split()[1]), fields.get("location"), body.decode("latin1"), echo


def whole(body):
    parts = b""
    while body:
        size, body = body.split(b"\r\n", 1)
        length = int(size, 16)
        if length == 0:
            break
        parts, body = parts + body[:length], body[length + 2:]
    return parts


def trace(interlude, folder, port, request, failures):
    command = [interlude, "trace", folder + "/a.conf", "--proxy", "apache", "--client", "127.0.0.1", "--format", "json",
               "--request", f"{request['method']} http://127.0.0.1:{port}{request['path']}",
               "--header", "Host: " + request["host"], "--body-length", str(request["body"])]
    for name, value in request["headers"]:
        command += ["--header", f"{name}: {value}"]
    for failure in failures:
        command += ["--failure", failure]
    result = subprocess.run(command, capture_output=True, text=True)
    return json.loads(result.stdout) if result.stdout.startswith("{") else {"refused": result.stdout + result.stderr}


def is_asked(asked, echo, visitor):
    """Whether a request that an upstream got is the one that is said to have been sent."""
    first, *lines = echo.split("\r\n")
    method, uri = first.split(" ")[:2]
    got = collections.defaultdict(list)
    for line in lines:
        name, value = line.split(":", 1)
        got[name.lower()].append(value.strip())
    if asked["method"] != method or asked["uri"] not in (None, uri) or asked["host"] not in (None, got["host"][0]):
        return False
    if any(got[name] != [value] for name, value in asked["headers"].items()):
        return False
    if any(name not in asked["headers"] and got[name] for name in asked["dropped"]):
        return False
    return all(value in got[name.lower()] or name.lower() in [*asked["headers"], *asked["dropped"]]
               for name, value in visitor)


def agrees(outcome, answer, request):
    status, location, body, echo = answer
    is_head = request["method"] == "HEAD"
    if echo and not any(is_asked(asked, echo, request["headers"]) for asked in outcome["asked"]):
        return False
    kind = outcome["body"]["kind"]
    if outcome["status"] != status or kind != "upstream" and outcome["location"] != location:
        return False
    if is_head:
        return True
    if kind in ("builtin", "redirect"):
        return "<!DOCTYPE HTML PUBLIC" in body
    if kind == "upstream":
        return body.startswith(("UPSTREAM", GARBAGE)) or status in (204, 304) or status == 206 and body in text_of(200)
    if kind == "file":
        page = open(outcome["body"]["path"]).read()
        return body == page or status == 206 and body in page
    return body == outcome["body"].get("text", "")


def is_bare(outcome, request, ports):
    """Whether an answer that prove speaks of is httpd's own page while one upstream fails."""
    if outcome["status"] < 400 or outcome["body"]["kind"] not in ("builtin", "none") or request["method"] == "HEAD":
        return False
    names = [name.lower() for name, _ in request["headers"]]
    if any(mark in request["path"] for mark in ("%", "//", "/.", "+")) or "range" in names or "if-none-match" in names:
        return False
    failures = {f"127.0.0.1:{port}": failure for failure, port in ports.items()}
    failing = {failures.get(asked["address"], "none") for asked in outcome["asked"]} - {"none", "status:200"}
    return len(failing) == 1


def prove(interlude, folder):
    return subprocess.run([interlude, "prove", folder + "/a.conf", "--proxy", "apache"], capture_output=True).returncode


def trial(interlude, base, seed, number, ports, tally):
    folder, port = f"{base}/{number}", free_port()
    configuration, files, requests = generate(random.Random(seed * 1_000_003 + number), folder, port, ports)
    for name, text in [*files.items(), ("a.conf", configuration)]:
        os.makedirs(os.path.dirname(f"{folder}/{name}"), exist_ok=True)
        with open(f"{folder}/{name}", "w") as file:
            file.write(text)
    failures = [f"127.0.0.1:{number}={failure}" for failure, number in ports]
    is_taken = subprocess.run([HTTPD, "-t", "-f", folder + "/a.conf"], capture_output=True).returncode == 0
    first = trace(interlude, folder, port, requests[0], failures)
    is_refused_here = "refused" in first or first.get("reason", "").startswith("httpd refuses")
    if is_taken == is_refused_here:
        return tally["wrong"].append(f"{folder}: {'taken' if is_taken else 'refused'} by httpd alone: {first}")
    if not is_taken:
        tally["refused"] += 1
        return None
    server = subprocess.Popen([HTTPD, "-D", "FOREGROUND", "-f", folder + "/a.conf"], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    proved = []
    try:
        for _ in range(500):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.02)
        for request in requests:
            outcome = trace(interlude, folder, port, request, failures)
            if outcome["certainty"] != "exact":
                tally["unknown"].append(outcome["reason"])
                continue
            answer = ask(port, request)
            tally["echoed"] += bool(answer[3])
            if agrees(outcome, answer, request):
                tally["right"] += 1
                if "INTERLUDE_PROVE" in os.environ and is_bare(outcome, request, dict(ports)):
                    tally["bare"] += 1
                    if not proved:
                        proved.append(prove(interlude, folder))
                    if proved[0] == 0:
                        tally["wrong"].append(f"{folder}: {request} is bare, which prove says never happens")
            else:
                tally["wrong"].append(f"{folder}: {request}\n  really {answer}\n  {outcome}")
    finally:
        server.terminate()
        server.wait()


def main():
    interlude, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    base = tempfile.mkdtemp(prefix="apache-agreement-")
    os.chmod(base, 0o755)
    ports = [(failure, upstream(failure)) for failure in FAILURES]
    tally = {"bare": 0, "right": 0, "refused": 0, "echoed": 0, "wrong": [], "unknown": []}
    with ThreadPoolExecutor(8) as pool:
        for result in [pool.submit(trial, interlude, base, seed, number, ports, tally) for number in range(count)]:
            result.result()
    for line in tally["wrong"][:10]:
        print(line)
    all_answers = tally["right"] + len(tally["wrong"]) + len(tally["unknown"])
    if "INTERLUDE_PROVE" in os.environ:
        print(f"{tally['bare']} bare answers while an upstream failed")
    print(f"{count} configurations, {tally['refused']} refused by both, {all_answers} answers, {tally['echoed']} with "
          f"what an upstream was sent: {len(tally['wrong'])} wrong, "
          f"{len(tally['unknown'])} unknown {collections.Counter(tally['unknown']).most_common(3)}")
    if "INTERLUDE_KEEP" not in os.environ:
        shutil.rmtree(base, ignore_errors=True)
    sys.exit(len(tally["wrong"]) > 0 or len(tally["unknown"]) * 33 > all_answers)


main()
