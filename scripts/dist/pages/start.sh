#!/bin/sh
# Starts the page service: makes the pages of whoever's brand was mounted or named in the environment, in memory, writes
# the configuration of nginx from theirs and hands over to it. docs/page-service.md lists every setting; names of another
# page service are understood, and what cannot be honoured is said, so that nobody believes it to work.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ ! -e "$here/nginx.conf" ]; then here=/etc/interlude-pages; fi
# Where things are in the image; a test puts them elsewhere.
state=${INTERLUDE_STATE:-/dev/shm/interlude}
site=${INTERLUDE_SITE:-/site}
made=${INTERLUDE_PAGES:-/var/www/error-pages}
say() { echo "interlude-pages: $*" >&2; }
refuse() {
  say "$*"
  exit 2
}

# Whether a switch is on; a value that is none is said and counts as the second word.
is_on() {
  case $1 in
    true | True | TRUE | 1 | t | T | yes | on) return 0 ;;
    false | False | FALSE | 0 | f | F | no | off) return 1 ;;
  esac
  say "$3=$1 is neither true nor false; it counts as $2"
  [ "$2" = true ]
}

port=${HTTP_PORT:-${LISTEN_PORT:-${PORT:-8080}}}
case $port in
  "" | *[!0-9]*) refuse "the port is \"$port\", which is not a number; set HTTP_PORT to one from 1 to 65535" ;;
esac
if [ "${#port}" -gt 5 ] || [ "$port" -lt 1 ] || [ "$port" -gt 65535 ]; then
  refuse "the port is $port; set HTTP_PORT to a number from 1 to 65535"
fi
address=${HTTP_ADDR:-${LISTEN_ADDR:-${ADDR:-}}}
case $address in
  "" | 0.0.0.0) listen=$port ;;
  \[*\]) listen=$address:$port ;;
  *:*) listen="[$address]:$port" ;;
  *[!0-9.]*) refuse "the address is \"$address\"; set HTTP_ADDR to one such as 127.0.0.1 or ::1, or leave it out" ;;
  *) listen=$address:$port ;;
esac

# The way in which the other image asks for its own health.
if [ "${1:-}" = healthcheck ]; then
  if command -v curl >/dev/null; then exec curl -fs -o /dev/null "http://127.0.0.1:$port/healthz"; fi
  exec wget -q -O /dev/null "http://127.0.0.1:$port/healthz"
fi
case ${1:-serve} in serve) ;; *) say "“$*” has no effect: settings are taken from the environment" ;; esac

rm -rf "$state"
mkdir -p "$state"

default=${DEFAULT_ERROR_PAGE:-404}
case $default in
  [45][0-9][0-9]) ;;
  *)
    say "DEFAULT_ERROR_PAGE=$default has no effect: it takes a code from 400 to 599; a request that names none gets 404"
    default=404
    ;;
esac
status=same
if ! is_on "${SEND_SAME_HTTP_CODE:-true}" true SEND_SAME_HTTP_CODE; then
  status=200
  say "SEND_SAME_HTTP_CODE=$SEND_SAME_HTTP_CODE: every page is sent with 200, also where a proxy shows that to visitors"
fi
level=warn
case ${LOG_LEVEL:-} in
  "") ;;
  debug | info | warn | error) level=$LOG_LEVEL ;;
  *) say "LOG_LEVEL=$LOG_LEVEL has no effect: it takes debug, info, warn or error" ;;
esac
case ${LOG_FORMAT:-console} in
  console) ;;
  *) say "LOG_FORMAT=$LOG_FORMAT has no effect: nginx writes its log as lines of text" ;;
esac

# The brand, where there is no site.yaml: what the environment says of it.
theme=
case ${TEMPLATE_NAME:-${HTML_TEMPLATE_NAME:-}} in
  "") ;;
  card | folio | lantern) theme=${TEMPLATE_NAME:-${HTML_TEMPLATE_NAME:-}} ;;
  *)
    say "TEMPLATE_NAME=${TEMPLATE_NAME:-${HTML_TEMPLATE_NAME:-}} has no effect: there are card, folio and lantern;" \
      "a site mounted as $site may bring templates of its own"
    ;;
esac
languages=all
if is_on "${DISABLE_L10N:-false}" false DISABLE_L10N; then languages="[${INTERLUDE_LANGUAGE:-en}]"; fi
support=${INTERLUDE_SUPPORT:-}
uptime=${INTERLUDE_STATUS_PAGE:-}
links=${ADD_LINK:-}
while [ -n "$links" ]; do
  link=${links%%"||"*}
  case $links in *"||"*) links=${links#*"||"} ;; *) links= ;; esac
  case $link in
    *[Ss]tatus*=*) uptime=${uptime:-${link#*=}} ;;
    *[Ss]upport*=* | *[Cc]ontact*=* | *[Hh]elp*=*) support=${support:-${link#*=}} ;;
    *) say "ADD_LINK: “$link” has no effect: pages lead home, to the status page and to support" ;;
  esac
done

quoted() { printf "'%s'" "$(printf %s "$1" | tr '\n' ' ' | sed "s/'/''/g")"; }
brand() {
  echo "name: $(quoted "${INTERLUDE_NAME:-This site}")"
  echo "description: What its error messages mean, and what to do about them."
  echo "accent: $(quoted "${INTERLUDE_ACCENT:-#2f5d8a}")"
  echo "languages: [$(quoted "${INTERLUDE_LANGUAGE:-en}")]"
  if [ -n "${HOMEPAGE_URL:-}" ]; then echo "home: $(quoted "$HOMEPAGE_URL")"; fi
  if [ -n "$support" ]; then echo "support: $(quoted "$support")"; fi
  if [ -n "$uptime" ]; then echo "status: $(quoted "$uptime")"; fi
  if [ -n "$theme" ]; then echo "theme: $theme"; fi
  echo "help: none"
  echo "errorPages: {languages: $languages, liveValues: $live}"
}
live=false
if is_on "${SHOW_DETAILS:-false}" false SHOW_DETAILS; then
  live=true
  say "SHOW_DETAILS: pages show a reference, the time and the host; names of services and addresses are never shown"
fi

no_effect() {
  name=$1
  shift
  eval "value=\${$name:-}"
  if [ -n "$value" ]; then say "$name=$value has no effect: $*"; fi
}
for name in HTML_TEMPLATE TEMPLATE JSON_TEMPLATE XML_TEMPLATE TEXT_TEMPLATE PLAINTEXT_TEMPLATE; do
  no_effect "$name" "mount a site as $site, with templates/ of your own"
done
if [ "${ROTATION_MODE:-disabled}" != disabled ]; then no_effect ROTATION_MODE "every visitor sees the same theme"; fi
for name in ADD_CODE DISABLE_BUILT_IN_CODES; do
  no_effect "$name" "every code from 400 to 599 is answered; texts of your own are files in content/errors of a site mounted as $site"
done
for name in CATCH_ALL READ_BUFFER_SIZE DISABLE_MINIFICATION; do no_effect "$name" "there is no such setting here"; done

# Makes the pages of the site in a folder, and keeps what nginx sends: 30 MB of memory for 18 languages.
build() {
  interlude build --source "$1" --output "$2" >"$state/build.log" 2>&1 || {
    cat "$state/build.log" >&2
    if grep -q "space" "$state/build.log"; then
      say "$state has $(df -k "$state" | awk 'END { print int($4 / 1024) }') MiB left; each brand in all languages takes 30," \
        "and 60 while it is made: docker run --shm-size=256m, or fewer languages"
    fi
    refuse "the pages of $3 cannot be made; see above"
  }
  rm -rf "$2/site" "$2/site-config" "$state/.interlude-cache"
  find "$2/error-pages" -type f \( -name '*.http' -o -name '*.nano.html' \) -exec rm -f {} +
  grep -v " pages, .* files, " "$state/build.log" >&2 || true
}
pages=$made
if [ -e "$site/content/site.yaml" ]; then
  build "$site" "$state/public" "$site"
  pages=$state/public/error-pages
elif [ -n "${INTERLUDE_NAME:-}${INTERLUDE_ACCENT:-}${INTERLUDE_LANGUAGE:-}${HOMEPAGE_URL:-}$support$uptime$theme" ] \
  || [ "$languages" != all ] || [ $live = true ]; then
  mkdir -p "$state/brand/content"
  brand >"$state/brand/content/site.yaml"
  build "$state/brand" "$state/public" "the environment"
  pages=$state/public/error-pages
fi

echoed=
for name in $(printf %s "${PROXY_HTTP_HEADERS:-}" | tr ',' ' '); do
  case $name in
    *[!A-Za-z0-9-]*) say "PROXY_HTTP_HEADERS: “$name” is no name of a header" ;;
    *) echoed="$echoed        add_header $name \$http_$(printf %s "$name" | tr 'A-Z-' 'a-z_') always;\\
" ;;
  esac
done

# Nobody changes the pages of a running service, so nginx may keep their files open.
# Writes the configuration of one brand: its pages, where it listens, for which host, and what its variables begin with.
server() {
  from=$1 where=$2 host=$3 prefix=$4
  {
    cat "$from/config/nginx/interlude-http.conf"
    grep -v '^include ' "$from/config/page-service/default.conf"
  } >"$state/brand.conf"
  set -- -e "s#/var/www/error-pages/maintenance#$site/maintenance#" -e "s#/var/www/error-pages#$from#" \
    -e "s#listen 8080 default_server#listen $where#" -e "s#server_name _#server_name $host#" \
    -e "s#/var/log/nginx/access.log#/dev/stdout#" \
    -e "s#open_file_cache off#open_file_cache max=10000 inactive=1d; open_file_cache_valid 1d#" \
    -e "s#^    default 404;#    default $default;#"
  if [ $status = 200 ]; then set -- "$@" -e "s#error_page 418 =[0-9]*#error_page 418 =200#"; fi
  if [ -n "$echoed" ]; then
    set -- "$@" -e "/add_header X-Trace-Id\|add_header X-Correlation-Id\|add_header X-Amzn-Trace-Id/d" \
      -e "s#^        add_header X-Request-Id .*#${echoed%??}#"
  fi
  if [ -n "$prefix" ]; then set -- "$@" -e "s#interlude_#interlude_${prefix}_#g" -e "s#log_format interlude#log_format interlude_$prefix#" -e "s#stdout interlude;#stdout interlude_$prefix;#" -e "s#unique_id#unique_id_$prefix#g"; fi
  sed "$@" "$state/brand.conf"
}
server "$pages" "$listen default_server" _ "" >"$state/service.conf"

# A folder for each further brand, named after its host: content/site.yaml or a whole site in it.
number=0
for folder in "$site"/hosts/*/; do
  [ -e "$folder/content/site.yaml" ] || [ -e "$folder/site.yaml" ] || continue
  host=$(basename "$folder")
  case $host in
    *[!A-Za-z0-9.*-]*) refuse "$folder is not named after a host, such as www.example.com or *.example.com" ;;
  esac
  number=$((number + 1))
  source=$folder
  if [ ! -e "$folder/content/site.yaml" ]; then
    source=$state/host$number
    mkdir -p "$source"
    cp -R "$folder" "$source/content"
  fi
  build "$source" "$state/public$number" "$host"
  server "$state/public$number/error-pages" "$listen" "$host" "$number" >>"$state/service.conf"
done

sed -e "s#/dev/shm/interlude#$state#g" -e "s#error_log stderr warn#error_log stderr $level#" "$here/nginx.conf" >"$state/nginx.conf"
rm -f "$state/brand.conf" "$state/build.log"
exec nginx -e stderr -g "daemon off;" -c "$state/nginx.conf"
