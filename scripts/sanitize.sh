#!/usr/bin/env bash
# Runs the quick tests in a build that notices memory used wrongly (address) or two threads at one place (thread). Each has a build folder of its own, .build/KIND; what is found stops the run and is printed.
#
#   scripts/sanitize.sh KIND [FILTER]
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1:?address or thread}
filter=${2:-.}
# Real servers, a browser, and what watches the clock are for a build that is not slowed down.
outside='ServerTests|LogPipelinesTests|BrowserTests|DifferentialTests|RehearsalTests|CostTests|ArchitectureTests'
export ASAN_OPTIONS=detect_leaks=0:halt_on_error=1
export TSAN_OPTIONS=halt_on_error=0:exitcode=66:second_deadlock_stack=1
options=(--sanitize="$kind" --scratch-path ".build/$kind")
swift build --build-tests "${options[@]}"
swift test --skip-build "${options[@]}" --skip "$outside" --filter "$filter"
