#!/bin/sh
# interlude.sh ARGUMENT…   Runs the Interlude of this checkout, for continuous integration and pre-commit: the released binary
# of its version where there is one for this machine, or one that it builds from source. What is downloaded must have the
# digest that scripts/released.txt, which came with the checkout, gives. INTERLUDE_RELEASES is the folder to download from, if
# it is not the releases of the repository that this is a checkout of.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$here/.build/released
version=$(sed -n 's/.*static let version = "\(.*\)"/\1/p' "$here/Sources/interlude/Interlude.swift")
name=interlude-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
binary=$folder/$name/bin/interlude
built=$here/.build/release/interlude

stop() {
  echo "interlude: $*" >&2
  exit 2
}

# Where the releases of this repository are: the address it was cloned from, or the folder that a GitHub runner put it in.
releases() {
  if [ -n "${INTERLUDE_RELEASES:-}" ]; then
    echo "$INTERLUDE_RELEASES"
    return
  fi
  address=$(git -C "$here" config --get remote.origin.url 2>/dev/null | sed -e 's#^git@\(.*\):#https://\1/#' -e 's#\.git$##')
  case $here in
    */_actions/*/*/*)
      address=${GITHUB_SERVER_URL:-https://github.com}/$(echo "${here##*/_actions/}" | cut -d / -f 1-2)
      ;;
  esac
  case $address in
    https://*) echo "$address/releases/download/v$version" ;;
  esac
}

download() {
  digest=$(sed -n "s/^\([0-9a-f]\{64\}\)  $name\.tar\.xz\$/\1/p" "$here/scripts/released.txt")
  if [ -z "$digest" ]; then return 1; fi
  from=$(releases)
  if [ -z "$from" ]; then return 1; fi
  mkdir -p "$folder"
  work=$(mktemp -d "$folder/download.XXXXXX")
  if fetch "$from/$name.tar.xz"; then status=0; else status=$?; fi
  rm -rf "$work"
  if [ "$status" -eq 2 ]; then exit 2; fi
  return "$status"
}

# Several may do this at the same time: the first to be ready puts its folder in place.
fetch() {
  if ! curl --fail --silent --show-error --location --retry 3 --output "$work/archive" "$1"; then
    echo "interlude: $1 cannot be had; building from source instead" >&2
    return 1
  fi
  found=$(sha256sum "$work/archive" | cut -d ' ' -f 1)
  if [ "$found" != "$digest" ]; then
    # Not a case for the other way: somebody should look.
    echo "interlude: $1 has the digest $found, and not $digest as scripts/released.txt says; it is not used" >&2
    return 2
  fi
  tar --extract --xz --file "$work/archive" --directory "$work" || return 1
  mv "$work/$name" "$folder/" 2>/dev/null || [ -x "$binary" ]
}

if [ ! -x "$binary" ] && [ -x "$built" ]; then
  binary=$built
elif [ ! -x "$binary" ] && ! download; then
  command -v swift >/dev/null 2>&1 ||
    stop "there is no released binary for this version and machine ($name), and no Swift to build one with;" \
      "give the path of an installed interlude instead"
  make -C "$here" --silent build >&2
  binary=$built
fi
exec "$binary" "$@"
