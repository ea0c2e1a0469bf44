#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# with_java.sh BUILD: runs the tests between C and Java. JAVA_CLASSES is the class path of Nearcall and the jars that it needs.
# $IDLE, if set, goes in front of each command that takes long, such as "nice -n 19". $CLIENT_OPTIONS are further arguments of
# shop.Client.
set -eu
build=$1
here=$(dirname "$0")
if [ -z "${JAVA_CLASSES:-}" ]; then
    echo "The tests between C and Java are left out, because JAVA_CLASSES is not set: see tests/README.md." >&2
    exit "${JAVA_REQUIRED:-0}"
fi
work=$(mktemp -d)
server=
finish() {
    if [ -n "$server" ]; then
        kill -KILL "$server" 2>/dev/null || true
    fi
    rm -rf "$work"
}
trap finish EXIT INT TERM
mkdir -m 700 "$work/run"
NEARCALL_DIR=$work/run
export NEARCALL_DIR

# Waits for a line READY in a file, for 20 s.
await_ready() {
    i=0
    while ! grep -q READY "$1" 2>/dev/null; do
        i=$((i + 1))
        if [ "$i" -gt 200 ]; then
            echo "$1 has no READY" >&2
            cat "$1" >&2
            exit 1
        fi
        sleep 0.1
    done
}

${IDLE:-} javac -d "$work/classes" -cp "$JAVA_CLASSES" "$here"/java/shop/*.java
mkfifo "$work/input"
java="${IDLE:-} java -Xshare:auto -XX:TieredStopAtLevel=1 -cp $JAVA_CLASSES:$work/classes"

for channel in shm unix fifo; do
    echo "over $channel, calls to Java"
    $java shop.Server $channel <"$work/input" >"$work/server" 2>&1 &
    server=$!
    exec 3>"$work/input"
    await_ready "$work/server"
    for caller in $(ls "$build" | grep '^calls.*_peer$' | grep -v death) calls_death_peer; do # which ends the server
        [ ! -x "$build/$caller" ] || ${IDLE:-} "$build/$caller" $channel || { cat "$work/server"; exit 1; }
    done
    exec 3>&-
    wait "$server" 2>/dev/null || true
    server=

    echo "over $channel, calls from Java"
    "$build/serve_peer" <"$work/input" >"$work/server" 2>&1 &
    server=$!
    exec 3>"$work/input"
    await_ready "$work/server"
    $java shop.Client $channel ${CLIENT_OPTIONS:-} || { cat "$work/server"; exit 1; }
    exec 3>&-
    wait "$server" 2>/dev/null || true
    server=
    rm -f "$work/server"
done

# A process that was killed leaves the files of its name, which the next start takes over, and its statistics page. The
# page lies here only if this directory is on a tmpfs.
left=$(ls -A "$work/run" | grep -v -e '^shop\.' -e '^kiosk\.' -e '^older\.' -e '\.stats$' || true)
if [ -n "$left" ]; then
    echo "The runtime directory has files left: $left" >&2
    exit 1
fi
