#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles the library for this machine: build.sh JAVA_HOME OUTPUT_DIRECTORY. Run by Maven; $CC replaces cc and may carry options.
# $MACHINE says what it compiles for, if the compiler cannot.
set -eu

java_home=$1
output=$2
cd "$(dirname "$0")"
cc=${CC:-cc}

if [ ! -f "$java_home/include/jni.h" ]; then
    echo "No $java_home/include/jni.h: Maven must run on a JDK, not on a JRE. Set JAVA_HOME to one." >&2
    exit 1
fi
# $cc unquoted here and below: "zig cc -target aarch64-linux-gnu.2.17" is four words.
if ! machine=${MACHINE:-$($cc -dumpmachine)}; then
    echo "No C compiler at '$cc': install one (gcc or clang with the C library's headers), or set CC." >&2
    exit 1
fi
directory=$output/META-INF/native/linux-${machine%%-*}
mkdir -p "$directory"

# Nothing of the machine it was built on goes into the file: two builds give the same bytes.
$cc -std=c11 -D_GNU_SOURCE -O2 -fPIC -Wall -Wextra -Wpedantic -Wstrict-prototypes -fvisibility=hidden -Werror \
    -ffile-prefix-map="$PWD"=. -I"$java_home/include" -I"$java_home/include/linux" \
    -shared -Wl,--build-id=none -Wl,-z,relro,-z,now -Wl,-z,defs -s \
    -o "$directory/libnearcall.so" ./*.c
