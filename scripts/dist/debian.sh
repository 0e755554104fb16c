#!/bin/sh
# debian.sh SUITE FOLDER PACKAGE…   Unpacks packages of a Debian release, and all they depend on, into FOLDER/root, without
# installing anything: apt checks the signatures, with lists of its own. FOLDER/packages names what was taken.
set -eu
suite=$1
folder=$(mkdir -p "$2" && cd "$2" && pwd)
shift 2

asked="$suite $*"
if [ "$(cat "$folder/asked" 2>/dev/null)" = "$asked" ]; then exit 0; fi
rm -rf "$folder/root" "$folder/apt" "$folder/asked"
mkdir -p "$folder/root" "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial"

: >"$folder/apt/status"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
{
  echo "deb [signed-by=$keys] http://deb.debian.org/debian $suite main"
  echo "deb [signed-by=$keys] http://deb.debian.org/debian-security $suite-security main"
} >"$folder/apt/sources.list"
cat >"$folder/apt/apt.conf" <<EOF
Dir::State "$folder/apt";
Dir::State::lists "$folder/apt/lists";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt/cache";
Dir::Etc::sourcelist "$folder/apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
APT::Sandbox::User "";
APT::Install-Recommends "false";
EOF
export APT_CONFIG="$folder/apt/apt.conf"
apt-get update -qq
apt-get install -qq --yes --download-only "$@" >/dev/null

: >"$folder/packages"
for package in "$folder"/apt/cache/archives/*.deb; do
  dpkg-deb --extract "$package" "$folder/root"
  dpkg-deb --show --showformat '${Package} ${Version} ${Architecture}\n' "$package" >>"$folder/packages"
done
# Links from the root would lead out of it.
find "$folder/root" -type l -lname '/*' | while read -r link; do
  target=$(readlink "$link")
  ln -sfnr "$folder/root$target" "$link"
done
echo "$asked" >"$folder/asked"
