#!/bin/sh
# Starts the page service. HTTP_PORT (or LISTEN_PORT, PORT) is where it listens, 8080 if none is given. A site.yaml mounted as
# /site/content/site.yaml brings a brand and languages of one's own: the pages are made anew, in memory. Other settings
# that people bring along from another page service are named, so that nobody believes them to work.
set -eu
state=/dev/shm/interlude
mkdir -p "$state"
say() { echo "interlude-pages: $*" >&2; }

port=${HTTP_PORT:-${LISTEN_PORT:-${PORT:-8080}}}
case $port in
  "" | *[!0-9]*)
    say "the port is \"$port\", which is not a number; set HTTP_PORT to one from 1 to 65535"
    exit 2
    ;;
esac

not_here() {
  name=$1
  shift
  eval "value=\${$name:-}"
  if [ -n "$value" ]; then say "$name=$value has no effect: $*"; fi
}
case ${SEND_SAME_HTTP_CODE:-true} in
  true | 1 | yes) ;;
  *) say "SEND_SAME_HTTP_CODE=$SEND_SAME_HTTP_CODE has no effect: the answer always has the status that was asked for" ;;
esac
case ${DEFAULT_ERROR_PAGE:-404} in
  404) ;;
  *) say "DEFAULT_ERROR_PAGE=$DEFAULT_ERROR_PAGE has no effect: a request that names no code is answered with 404" ;;
esac
for name in HTTP_ADDR LISTEN_ADDR ADDR; do not_here "$name" "it listens at every address of its container"; done
for name in TEMPLATE_NAME HTML_TEMPLATE_NAME HTML_TEMPLATE TEMPLATE JSON_TEMPLATE XML_TEMPLATE TEXT_TEMPLATE \
  PLAINTEXT_TEMPLATE ROTATION_MODE; do
  not_here "$name" "mount a site with content/site.yaml as /site, and choose a theme there or bring templates of your own"
done
for name in HOMEPAGE_URL ADD_LINK; do not_here "$name" "write links into the site.yaml of a site mounted as /site"; done
for name in ADD_CODE DISABLE_BUILT_IN_CODES DISABLE_L10N; do
  not_here "$name" "mount a site as /site; codes are files in its content/errors, languages are named in its site.yaml"
done
not_here SHOW_DETAILS "pages show no details of the request"
for name in PROXY_HTTP_HEADERS LOG_LEVEL LOG_FORMAT CATCH_ALL READ_BUFFER_SIZE DISABLE_MINIFICATION; do
  not_here "$name" "there is no such setting here"
done

pages=/var/www/error-pages
if [ -e /site/content/site.yaml ]; then
  rm -rf "$state/site" "$state/public"
  if [ -d /site/content/errors ]; then
    source=/site
  else
    # Only a brand: the codes and languages are the program's.
    source=$state/site
    interlude init "$source" >/dev/null
    cp /site/content/site.yaml "$source/content/site.yaml"
  fi
  interlude build --source "$source" --output "$state/public" >&2
  pages=$state/public/error-pages
fi
sed -e "s#/var/www/error-pages#$pages#" -e "s#/etc/nginx/interlude/#$pages/config/nginx/#" \
  -e "s#listen 8080 #listen $port #" "$pages/config/page-service/default.conf" >"$state/service.conf"
exec nginx -e stderr -g "daemon off;" -c /etc/interlude-pages/nginx.conf
