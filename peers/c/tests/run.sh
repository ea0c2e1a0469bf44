#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD TEST...: runs the tests that need no Java, with a directory for temporary files that is removed at the end. $UNDER,
# if set, goes in front of each, such as "valgrind".
set -eu
build=$1
shift
TMPDIR=$(mktemp -d)
export TMPDIR
chmod 711 "$TMPDIR" # for the tests of other users
trap 'rm -rf "$TMPDIR"' EXIT INT TERM
for test in "$@"; do
    ${UNDER:-} "$test"
done
for channel in unix fifo; do
    for test in "$build"/local*_test; do
        ${UNDER:-} "$test" $channel
    done
done
left=$(ls -A "$TMPDIR")
if [ -n "$left" ]; then
    echo "The tests have left files: $left" >&2
    exit 1
fi
