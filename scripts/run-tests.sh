#!/usr/bin/env bash
# swift test with the arguments given. Where something failed, it says so once more at the end, after thousands of
# lines of what passed.
set -uo pipefail
log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift test "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
  printf '\nWhat failed:\n'
  # The first lines of what was recorded: its reasons follow it.
  grep -A 4 -E '^✘ .* recorded an issue|^✘ .* failed after|error:' "$log" | grep -vE '^[✔◇]' | cut -c 1-2000
fi
exit "$status"
