#!/usr/bin/env bash
# Makes up input for everything that reads a stranger's bytes, led by which code it reaches (libFuzzer). It begins with files of this
# repository and with what fuzz/corpora keeps of earlier runs; what reached new code lies in .build/fuzz/TARGET, what was found in
# .build/fuzz/finds/TARGET. fuzz/ledger.tsv adds up all runs: target, seconds of a processor, executions, inputs packed, parts
# of code reached.
#
#   scripts/fuzz.sh MINUTES [TARGET …]   each for so many minutes of a processor, two targets at a time on two cores
#   scripts/fuzz.sh keep [TARGET …]      packs the fewest inputs that reach all that was reached into fuzz/corpora
#   scripts/fuzz.sh table                puts the ledger's table into docs/trust.md
set -euo pipefail
cd "$(dirname "$0")/.."
work=$PWD/.build/fuzz
program=$work/build/release/fuzz
ledger=fuzz/ledger.tsv
# What is made up has at most 16 KiB. A busy machine may need a minute for what a processor does in four seconds.
limits=(-max_len=16384 -timeout=60 -rss_limit_mb=2048)
slow=4000
# What crashes is libFuzzer's to keep, not Swift's to print.
export SWIFT_BACKTRACE=enable=no

# Files of the repository, by target: those that are like what the target reads.
seeds() {
  case $1 in
    markdown) find Tests/MarkdownTests/Fixtures content/articles/causes -name '*.md' -size -6k ;;
    yaml) find content/signatures Tests/MigrationTests -name '*.y*ml' -size -12k ;;
    template) find templates -name '*.mustache' ;;
    signatures) find content/signatures -name '*.yaml' -size -12k ;;
    log) find Tests/ExplainTests \( -name '*.tsv' -o -name '*.log' \) -size -20k ;;
    expectations) find Tests \( -name 'tests.yaml' -o -name '*expect*.yaml' \) ;;
    migrate) find Tests/MigrationTests/Fixtures -type f -size -8k ;;
    nginx) find Tests/TraceTests/fixtures/nginx Tests/ChecksTests -name '*.conf' -size -6k ;;
    caddy) find Tests/TraceTests/fixtures/caddy Tests/ChecksTests -name '*Caddyfile*' -size -6k ;;
    caddy-json) find Tests -name 'caddy*.json' -size -12k ;;
    haproxy) find Tests -name '*.cfg' -size -6k ;;
    apache) find Tests -path '*pache*' -name '*.conf' -size -6k ;;
  esac
  find "fuzz/seeds/$1" "fuzz/finds/$1" -type f 2>/dev/null || true
}

# One in five of the configurations that real servers were recorded with.
recorded() {
  awk -v into="$2/recorded-" '/^=== / { close(file); file = ++n % 5 == 1 ? into n : ""; next } /^---$/ { file = "" }
    file { print > file }' Tests/TraceTests/Recorded/"$1"-[0-9].*[0-9].txt
}

begin() {
  local corpus=$work/$1
  mkdir -p "$corpus" "$work/finds/$1"
  if [ -e "fuzz/corpora/$1.tar.xz" ]; then tar -xJf "fuzz/corpora/$1.tar.xz" -C "$corpus" --skip-old-files; fi
  seeds "$1" | while read -r file; do cp -n "$file" "$corpus/${file//\//_}"; done
  case $1 in
    nginx | caddy | haproxy | apache) recorded "$1" "$corpus" ;;
    search) "$program" search beginning >"$corpus/beginning" ;;
  esac
}

# Runs a command, puts what it says into a file, and prints how long a processor was busy with it, in milliseconds.
busy() {
  local log=$1 TIMEFORMAT='%U %S'
  shift
  { time "$@" >"$log" 2>&1 || true; } 2>&1 | awk '/^[0-9.]+ [0-9.]+$/ { printf "%d", ($1 + $2) * 1000 }'
}

# Adds to what the ledger says of a target; a number of inputs or of parts that is given takes the last one's place.
note() {
  (
    flock 9
    awk -F'\t' -v OFS='\t' -v target="$1" -v busy="$2" -v runs="$3" -v inputs="$4" -v parts="$5" \
      '$1 == target { $2 = sprintf("%.1f", $2 + busy / 1000); $3 += runs; if (inputs) $4 = inputs; if (parts) $5 = parts } 1' "$ledger" >"$ledger.new"
    mv "$ledger.new" "$ledger"
  ) 9>"$work/lock"
}

# A slow input is a find if a processor that does nothing else takes too long for it; what the program does first is not its.
judge() {
  local floor file
  for file in "$work/finds/$1"/{timeout,slow-unit}-*; do
    [ -e "$file" ] || continue
    floor=${floor:-$(busy /dev/null "$program" "$1" /dev/null)}
    if [ $(($(busy /dev/null "$program" "$1" "$file") - floor)) -lt $slow ]; then rm "$file"; else mv "$file" "${file%/*}/found-${file##*/}"; fi
  done
}

# Slices of at most five minutes by the clock, so that little is lost of a run that is ended.
fuzz() {
  local target=$1 left=$((minutes * 60000)) log=$work/$1.log used runs parts
  begin "$target"
  while [ "$left" -ge 5000 ] && [ "$(find "$work/finds/$target" -type f | wc -l)" -lt 5 ]; do
    used=$(busy "$log" "$program" "$target" "${limits[@]}" -report_slow_units=$((slow / 1000)) -print_final_stats=1 \
      -max_total_time=$((left < 300000 ? left / 1000 : 300)) -artifact_prefix="$work/finds/$target/" "$work/$target")
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    parts=$(grep -o 'cov: [0-9]*' "$log" | tail -1 | cut -d' ' -f2 || true)
    note "$target" "$used" "${runs:-0}" "" "$parts"
    judge "$target"
    left=$((left - used))
    [ -n "$parts" ] || { echo "$target does not begin: $log" >&2 && return; }
  done
}

keep() {
  local least=$work/$1.least
  begin "$1"
  rm -rf "$least"
  mkdir -p "$least" fuzz/corpora
  "$program" "$1" "${limits[@]}" -merge=1 "$least" "$work/$1" >"$work/$1.log" 2>&1
  tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - -C "$least" . | xz -9e >"fuzz/corpora/$1.tar.xz"
  note "$1" 0 0 "$(find "$least" -type f | wc -l)" ""
}

# Puts the table of the ledger into docs/trust.md, and prints it. A find is a file of fuzz/finds/TARGET: what was mended stays there.
table() {
  local rows=$work/table
  {
    echo '| target | seconds of a processor | executions | inputs kept | parts of code reached | finds, mended |'
    echo '| --- | ---: | ---: | ---: | ---: | ---: |'
    while IFS=$'\t' read -r target seconds runs inputs parts; do
      echo "| $target | $seconds | $runs | $inputs | $parts | $(find "fuzz/finds/$target" -type f 2>/dev/null | wc -l) |"
    done <"$ledger"
  } >"$rows"
  awk -v rows="$rows" '/^\| target \|/ { while ((getline row < rows) > 0) print row; inside = 1 }
    !(inside && /^\|/) { inside = 0; print }' docs/trust.md >"$rows.docs"
  cat "$rows.docs" >docs/trust.md
  cat "$rows"
}

task=${1:-30}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(cut -f1 "$ledger")
if [ "$task" = table ]; then
  table
  exit
fi
INTERLUDE_FUZZ=1 swift build --configuration release --sanitize fuzzer -Xswiftc -enable-testing --scratch-path "$work/build" \
  --product fuzz
if [ "$task" = keep ]; then
  for target in "${targets[@]}"; do keep "$target"; done
  table
  exit
fi
minutes=$task
for target in "${targets[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
  fuzz "$target" &
done
wait
table
found=$(find "$work/finds" -type f)
[ -z "$found" ] || printf 'Found:\n%s\n' "$found"
echo "scripts/fuzz.sh keep ${*} puts what reached new code into the repository."
[ -z "$found" ]
