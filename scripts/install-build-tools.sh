#!/bin/sh
# Installs what building needs besides Swift: the headers of libcmark, libstemmer and zlib, and pkg-config. Does nothing when they are there.
set -eu

# libstemmer comes without a file for pkg-config.
has_stemmer() {
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    if [ -f "$folder/libstemmer.h" ]; then return 0; fi
  done
  return 1
}

if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists libcmark zlib && has_stemmer; then
  exit 0
fi

if [ "$(uname)" = Darwin ]; then
  if command -v brew >/dev/null 2>&1; then
    exec brew install cmark snowball zlib pkg-config
  fi
  echo "libcmark, libstemmer, zlib or pkg-config is missing; install them with: brew install cmark snowball zlib pkg-config" >&2
  exit 1
fi

if ! command -v apt-get >/dev/null 2>&1; then
  echo "libcmark, libstemmer, zlib or pkg-config is missing, and there is no apt-get to install them with." >&2
  echo "Install the development package of libcmark (cmark-devel, cmark), of libstemmer and pkg-config, then run make again." >&2
  exit 1
fi

sudo=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "libcmark, libstemmer, zlib or pkg-config is missing. As root: apt-get install libcmark-dev libstemmer-dev zlib1g-dev pkg-config" >&2
    exit 1
  fi
  sudo=sudo
fi
echo "Installing libcmark-dev, libstemmer-dev, zlib1g-dev and pkg-config"
$sudo apt-get update -qq
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libcmark-dev libstemmer-dev pkg-config zlib1g-dev >/dev/null
