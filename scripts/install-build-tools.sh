#!/bin/sh
# Installs what building needs besides Swift: the headers of libcmark and zlib, and pkg-config. Does nothing when they are there.
set -eu

if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists libcmark zlib; then
  exit 0
fi

if [ "$(uname)" = Darwin ]; then
  if command -v brew >/dev/null 2>&1; then
    exec brew install cmark zlib pkg-config
  fi
  echo "libcmark, zlib or pkg-config is missing; install them with: brew install cmark zlib pkg-config" >&2
  exit 1
fi

if ! command -v apt-get >/dev/null 2>&1; then
  echo "libcmark, zlib or pkg-config is missing, and there is no apt-get to install them with." >&2
  echo "Install the development package of libcmark (cmark-devel, cmark) and pkg-config, then run make again." >&2
  exit 1
fi

sudo=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "libcmark, zlib or pkg-config is missing. As root: apt-get install libcmark-dev zlib1g-dev pkg-config" >&2
    exit 1
  fi
  sudo=sudo
fi
echo "Installing libcmark-dev, zlib1g-dev and pkg-config"
$sudo apt-get update -qq
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libcmark-dev pkg-config zlib1g-dev >/dev/null
