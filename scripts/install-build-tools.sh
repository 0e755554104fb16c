#!/bin/sh
# Installs what building needs besides Swift: headers and archives of libcmark, libcrypto, libstemmer, libyaml and
# zlib, and pkg-config. Does nothing when they are there.
set -eu

# libstemmer comes without a file for pkg-config.
has_stemmer() {
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    if [ -f "$folder/libstemmer.h" ]; then return 0; fi
  done
  return 1
}

missing="libcmark, libcrypto, libstemmer, libyaml, zlib or pkg-config is missing"
debian="libcmark-dev libssl-dev libstemmer-dev libyaml-dev zlib1g-dev pkg-config"
homebrew="cmark openssl@3 snowball libyaml zlib pkg-config"

if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists libcmark libcrypto yaml-0.1 zlib && has_stemmer; then
  exit 0
fi

if [ "$(uname)" = Darwin ]; then
  # shellcheck disable=SC2086 # one word each
  if command -v brew >/dev/null 2>&1; then exec brew install $homebrew; fi
  echo "$missing; install them with: brew install $homebrew" >&2
  exit 1
fi

if ! command -v apt-get >/dev/null 2>&1; then
  echo "$missing, and there is no apt-get to install them with." >&2
  echo "Install pkg-config and the development packages of libcmark (cmark-devel, cmark), OpenSSL, libstemmer, libyaml and zlib," \
    "then run make again." >&2
  exit 1
fi

sudo=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "$missing. As root: apt-get install $debian" >&2
    exit 1
  fi
  sudo=sudo
fi
echo "Installing $debian"
$sudo apt-get update -qq
# shellcheck disable=SC2086 # one word each
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $debian >/dev/null
