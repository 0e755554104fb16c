#!/usr/bin/env bash
# Installs what the benchmarks compare with into .venv-bench: the programs of scripts/bench-tools.txt, one by one, so that
# one that cannot be had leaves the others. The table says which are missing.
set -euo pipefail
cd "$(dirname "$0")/.."
wanted=scripts/bench-tools.txt stamp=.venv-bench/installed.txt
if [ -x .venv-bench/bin/python ] && cmp -s "$wanted" "$stamp"; then exit 0; fi
if ! command -v python3 >/dev/null 2>&1 || ! python3 -m venv .venv-bench 2>/dev/null; then
  echo "install-bench-tools: no python3 with venv; other programs are not measured" >&2
  exit 0
fi
all=true
while read -r package; do
  case "$package" in '' | '#'*) continue ;; esac
  .venv-bench/bin/python -m pip install --quiet --disable-pip-version-check "$package" </dev/null || {
    all=false
    echo "install-bench-tools: pip could not install $package" >&2
  }
done <"$wanted"
# Its package brings the program without a command of that name.
for program in .venv-bench/lib/python3*/site-packages/pagefind_bin/pagefind; do
  if [ -x "$program" ]; then ln -sf "$PWD/$program" .venv-bench/bin/pagefind; fi
done
if $all; then cp "$wanted" "$stamp"; fi
