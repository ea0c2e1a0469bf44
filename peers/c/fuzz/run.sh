#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD RUNS: has libFuzzer run each decoder so many times. Prints a line for each, and fails at the first finding.
set -eu
build=$1
runs=$2
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT INT TERM
mkdir -p "$build/found"
for decoder in $(sed -n 's/^    {"\([a-z]*\)", decode_.*/\1/p' "$(dirname "$0")/decoders.c"); do
    mkdir "$TMPDIR/corpus"
    DECODER=$decoder CORPUS=$TMPDIR/corpus "$build/guided" -runs="$runs" -max_len=4096 -timeout=20 -rss_limit_mb=1024 \
        -artifact_prefix="$build/found/$decoder-" -print_final_stats=1 "$TMPDIR/corpus" >"$TMPDIR/log" 2>&1 || {
        cat "$TMPDIR/log"
        exit 1
    }
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$TMPDIR/log")
    covered=$(sed -n 's/.* cov: \([0-9]*\).*/\1/p' "$TMPDIR/log" | tail -n 1)
    echo "ok $decoder: $executions executions, $covered places of the code"
    rm -rf "$TMPDIR/corpus" "$TMPDIR/log"
done
rmdir "$build/found"
