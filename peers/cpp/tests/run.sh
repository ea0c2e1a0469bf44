#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD: runs the tests that need no Java, and the program of README.md, in a temporary directory that is removed.
set -eu
build=$1
NEARCALL_DIR=$(mktemp -d)
export NEARCALL_DIR
trap 'rm -rf "$NEARCALL_DIR"' EXIT INT TERM
for channel in shm unix fifo; do
    ${IDLE:-} "$build/local_test" $channel
    ${IDLE:-} "$build/direct_test" $channel
done
TMPDIR=$NEARCALL_DIR "$build/mutated_test"
sed -n '/^```text$/,/^```$/p' README.md | sed '/^```/d' >"$NEARCALL_DIR/expected"
"$build/readme" >"$NEARCALL_DIR/printed"
diff "$NEARCALL_DIR/expected" "$NEARCALL_DIR/printed"
echo "ok README.md"
rm "$NEARCALL_DIR/expected" "$NEARCALL_DIR/printed"
left=$(ls -A "$NEARCALL_DIR")
if [ -n "$left" ]; then
    echo "The tests have left files: $left" >&2
    exit 1
fi
