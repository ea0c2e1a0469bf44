#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh [TEST...]: runs the tests, all without arguments, in a runtime directory of their own that is removed. $PYTHON is the
# interpreter. The tests against Java are left out without $JAVA_CLASSES: see ../../c/tests/README.md. $IDLE goes in front of processes.
set -eu
cd "$(dirname "$0")"
if [ -z "${JAVA_CLASSES:-}" ]; then
    echo "The tests between Python and Java are left out, because JAVA_CLASSES is not set: see ../c/tests/README.md." >&2
    [ "${JAVA_REQUIRED:-0}" = 0 ] || exit 1
fi
NEARCALL_DIR=$(mktemp -d)
TMPDIR=$NEARCALL_DIR.tmp
export NEARCALL_DIR TMPDIR
mkdir -m 700 "$TMPDIR"
trap 'rm -rf "$NEARCALL_DIR" "$TMPDIR"' EXIT INT TERM
[ $# -gt 0 ] || set -- $(ls test_*.py | sed 's/\.py$//')
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=..:.
{
    status=0
    ${IDLE:-} "${PYTHON:-python3}" -X faulthandler -W error -m unittest -v "$@" 2>&1 || status=$?
    echo $status >"$NEARCALL_DIR.tmp/status"
} | sed -E 's/^(test_[^ ]+) .* \.\.\. ok$/ok \1/'
exit "$(cat "$TMPDIR/status")"
