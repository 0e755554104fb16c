#!/usr/bin/env bash
# Builds one site in surroundings that must not matter and compares the bytes: time zone, language, umask, cores, the order in
# which files lie in their folders, file system, user, home, path of the site.
#
#   scripts/reproducible.sh INTERLUDE [SITE]      SITE holds content/; without it the starter's site is taken
set -euo pipefail
program=$(realpath "$1")
work=$(mktemp -d)
memory=$(mktemp -d --tmpdir=/dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$work" "$memory"' EXIT
chmod 755 "$work" "$memory"
if [ $# -gt 1 ]; then mkdir "$work/site"; cp -r "$2/content" "$work/site/"; else "$program" init "$work/site" >/dev/null; fi

sums() { (cd "$1/public" && find . -type f ! -name .interlude-manifest -print0 | LC_ALL=C sort -z | xargs -0 sha256sum); }
# build NAME FOLDER COMMAND…: the site in FOLDER, built by COMMAND and compared with the first one.
build() {
  local name=$1 folder=$2
  shift 2
  mkdir -p "$folder"
  # Newest names first, so that a file system that keeps the order of arrival lists them backwards.
  (cd "$work/site" && find . -type f | LC_ALL=C sort -r | tar cf - --no-recursion -T -) | tar xf - -C "$folder"
  chmod -R a+rwX "$folder"
  (cd "$folder" && "$@" >"$work/log" 2>&1) || { cat "$work/log"; exit 1; }
  sums "$folder" >"$work/sums"
  [ -e "$work/first" ] || cp "$work/sums" "$work/first"
  if cmp -s "$work/first" "$work/sums"; then echo "same: $name ($(wc -l <"$work/sums") files)"; else
    echo "DIFFERENT: $name"; diff "$work/first" "$work/sums" | head -20; exit 1
  fi
}
plain() { env -i PATH="$PATH" HOME=/root TZ=UTC LC_ALL=C "$@"; }
build "one core, UTC, C" "$work/a" plain "$program" build --jobs 1
build "two cores" "$work/b" plain "$program" build --jobs 2
build "seven jobs" "$work/c" plain "$program" build --jobs 7
build "Kiritimati, Turkish, no home" "$work/d" env -i PATH="$PATH" TZ=Pacific/Kiritimati LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8 \
  LANGUAGE=tr HOME=/nowhere SOURCE_DATE_EPOCH=1 "$program" build
build "umask 077" "$work/e" plain bash -c 'umask 077; exec "$0" build' "$program"
build "another file system, a path with odd marks" "$memory/a 'b\" ü%20" plain "$program" build
build "started elsewhere" "$work/f" plain bash -c 'cd / && exec "$0" build --source "$1"' "$program" "$work/f"
if [ "$(id -u)" = 0 ]; then build "another user" "$work/g" plain setpriv --reuid=65534 --regid=65534 --clear-groups "$program" build; fi
build "an edit and back" "$work/h" plain bash -c '"$0" build && f=$(find content -name "*.md" | head -1) && cp "$f" /tmp/$$ &&
  echo more >>"$f" && "$0" build && cp /tmp/$$ "$f" && rm /tmp/$$ && "$0" build' "$program"
