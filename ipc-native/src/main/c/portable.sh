#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles the libraries of a release, one for each processor, and the one for Windows: portable.sh JAVA_HOME OUTPUT_DIRECTORY. Those
# for Linux run with glibc 2.17 or newer, whose symbols they name, and with musl, which has the same symbols and takes libc.so.6 for
# itself. Run by Maven with -Pnatives or -Prelease. Zig makes the same bytes on every machine.
set -eu

cd "$(dirname "$0")"
zig=$(../../../../.ci/zig)
for processor in x86_64 aarch64; do
    MACHINE=$processor CC="$zig cc -target $processor-linux-gnu.2.17" ./build.sh "$1" "$2"
done
windows/build.sh "$1" "$2"
