#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles the library for Windows on x86-64: build.sh JAVA_HOME OUTPUT_DIRECTORY. Runs on Linux, with Zig's C compiler, which brings
# the headers and import libraries of Windows. The same bytes on every machine.
set -eu

java_home=$1
mkdir -p "$2"
output=$(cd "$2" && pwd)
cd "$(dirname "$0")"
zig=$(../../../../../.ci/zig)
directory=$output/META-INF/native/windows-x86_64
mkdir -p "$directory"

# Beside the library, the linker makes an import library, which nobody needs.
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$zig" cc -target x86_64-windows-gnu -std=c11 -O2 -fno-builtin -Wall -Wextra -Wpedantic -Wstrict-prototypes -Werror \
    -ffile-prefix-map="$PWD"=. -I. -I"$java_home/include" \
    -shared -s -nostdlib -isystem "$(dirname "$zig")/lib/libc/include/any-windows-any" -o "$made/nearcall.dll" ./*.c \
    -lkernel32 -ladvapi32 -luser32
mv "$made/nearcall.dll" "$directory"
