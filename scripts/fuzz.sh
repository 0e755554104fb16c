#!/usr/bin/env bash
# Makes up input for everything that reads a stranger's bytes, led by which code it reaches (libFuzzer). Beginnings are files of
# this repository; what is found lies in .build/fuzz/finds, and what reached new code in .build/fuzz/TARGET.
#
#   scripts/fuzz.sh MINUTES [TARGET …]
set -euo pipefail
cd "$(dirname "$0")/.."
minutes=${1:-30}
shift || true
build=${INTERLUDE_FUZZ_BUILD:-.build/fuzz/build}
work=${INTERLUDE_FUZZ_WORK:-.build/fuzz}
program=$build/release/fuzz
if [ -z "${INTERLUDE_FUZZ_BUILT:-}" ]; then
  INTERLUDE_FUZZ=1 swift build --configuration release --sanitize fuzzer -Xswiftc -enable-testing --scratch-path "$build" \
    --product fuzz
fi
mkdir -p "$work/finds"

# Files of the repository, by target: those that are like what the target reads.
seeds() {
  case $1 in
    markdown) find Tests/MarkdownTests/Fixtures content/articles/causes -name '*.md' -size -6k ;;
    yaml) find content/signatures content/site.yaml -name '*.yaml' -size -12k; find Tests/MigrationTests -name '*.y*ml' ;;
    template) find templates -name '*.mustache' ;;
    signatures) find content/signatures -name '*.yaml' -size -12k ;;
    log) find Tests/ExplainTests -name '*.tsv' -size -20k; find Tests/ExplainTests -name '*.log' -size -20k ;;
    search) find public/site/search Tests/SearchTests/Fixtures -name 'index.js' -size -40k ;;
    expectations) find Tests -name 'tests.yaml' -o -name '*expect*.yaml' ;;
    migrate) find Tests/MigrationTests/Fixtures -type f -size -8k ;;
    nginx) find Tests/TraceTests/fixtures/nginx Tests/ChecksTests -name '*.conf' -size -6k ;;
    caddy) find Tests/TraceTests/fixtures/caddy Tests/ChecksTests -name '*Caddyfile*' -size -6k ;;
    caddy-json) find Tests -name 'caddy*.json' -size -12k ;;
    haproxy) find Tests -name '*.cfg' -size -6k ;;
    apache) find Tests/ApacheTests Tests/TraceTests Tests/ChecksTests -path '*pache*' -name '*.conf' -size -6k ;;
  esac
  find fuzz/seeds/"$1" fuzz/finds/"$1" -type f 2>/dev/null || true
}

targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
  targets=(markdown content yaml template signatures log search expectations migrate nginx caddy caddy-json haproxy apache
    pattern request)
fi
status=0
printf '| target | seconds | executions | inputs kept | parts of code reached | finds |\n| --- | ---: | ---: | ---: | ---: | ---: |\n'
for target in "${targets[@]}"; do
  corpus=$work/$target
  mkdir -p "$corpus"
  { seeds "$target" || true; } | while read -r file; do cp -n "$file" "$corpus/$(echo "$file" | tr / _)" 2>/dev/null || true; done
  log=$work/$target.log
  # A slow input counts from four seconds on: what is made up has at most 16 KiB. The program is built with every check.
  "$program" "$target" -max_total_time="$((minutes * 60))" -timeout=4 -rss_limit_mb=2048 -max_len=16384 \
    -print_final_stats=1 -artifact_prefix="$work/finds/$target-" "$corpus" >"$log" 2>&1 || status=1
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  seconds=$(sed -n 's/^Done [0-9]* runs in \([0-9]*\) .*/\1/p' "$log")
  cover=$(grep -o 'cov: [0-9]*' "$log" | tail -1 | cut -d' ' -f2 || true)
  kept=$(find "$corpus" -type f | wc -l)
  finds=$(find "$work/finds" -name "$target-*" | wc -l)
  printf '| %s | %s | %s | %s | %s | %s |\n' "$target" "${seconds:--}" "${runs:--}" "$kept" "${cover:--}" "$finds"
done
exit $status
