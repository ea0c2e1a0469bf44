#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# generated.sh PROGRAM [GROUP...]: runs the tests of generated code, between a program in another language and depot.Exchange, which
# runs these groups of its tests, or all. PROGRAM gets the channel. JAVA_CLASSES and $IDLE are as for with_java.sh.
set -eu
program=$1
shift
here=$(dirname "$0")
if [ -z "${JAVA_CLASSES:-}" ]; then
    echo "The tests of generated code are left out, because JAVA_CLASSES is not set: see tests/README.md." >&2
    exit "${JAVA_REQUIRED:-0}"
fi
work=$(mktemp -d)
java=
peer=
finish() {
    for process in $java $peer; do
        kill -KILL "$process" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap finish EXIT INT TERM
mkdir -m 700 "$work/run"
NEARCALL_DIR=$work/run
export NEARCALL_DIR
${IDLE:-} javac -d "$work/classes" -cp "$JAVA_CLASSES" "$here"/java/depot/*.java
mkfifo "$work/to_java" "$work/to_peer"

for channel in shm unix; do
    echo "over $channel, by generated code"
    ${IDLE:-} java -Xshare:auto -XX:TieredStopAtLevel=1 -cp "$JAVA_CLASSES:$work/classes" depot.Exchange $channel "$@" \
        <"$work/to_java" >"$work/java" 2>&1 &
    java=$!
    exec 3>"$work/to_java"
    $program $channel <"$work/to_peer" >"$work/peer" 2>&1 &
    peer=$!
    exec 4>"$work/to_peer"
    i=0
    while kill -0 "$java" 2>/dev/null && kill -0 "$peer" 2>/dev/null && ! grep -q DONE "$work/java"; do
        i=$((i + 1))
        if [ "$i" -gt 600 ]; then
            break
        fi
        sleep 0.1
    done
    grep -h "^ok" "$work/peer" "$work/java" || true
    if ! grep -q DONE "$work/java"; then
        cat "$work/peer" "$work/java" >&2
        exit 1
    fi
    exec 3>&- 4>&-
    wait "$java" "$peer"
    java=
    peer=
done
