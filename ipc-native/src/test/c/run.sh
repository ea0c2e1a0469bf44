#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles the thin layer with its tests under ASan and UBSan and runs them: run.sh JAVA_HOME OUTPUT_DIRECTORY. $CC replaces cc
# and may carry options. $SANITIZE=no leaves the sanitizers out. $RUN is put before the program, as an emulator.
set -eu

java_home=$1
output=$2
cd "$(dirname "$0")"
cc=${CC:-cc}
mkdir -p "$output"
program=$output/native-tests

sanitize='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer'
echo 'int main(void) { return 0; }' >"$output/probe.c"
# $cc, $sanitize and $RUN unquoted here and below: they are several words.
if [ "${SANITIZE:-yes}" = no ]; then
    sanitize=
elif ! $cc $sanitize -o "$output/probe" "$output/probe.c" 2>/dev/null; then
    echo "NO SANITIZERS: '$cc' cannot link ASan and UBSan here, the C tests run without them." >&2
    sanitize=
fi

# socket_test.c counts what is closed, hence --wrap.
# The JNI half is compiled, too, but nothing calls it. library.c is the JVM's way in and stays out.
$cc -std=c11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -Wpedantic -Wstrict-prototypes -Werror $sanitize -Wl,--wrap=close \
    -I../../main/c -I"$java_home/include" -I"$java_home/include/linux" -o "$program" ./*.c \
    ../../main/c/memory.c ../../main/c/futex.c ../../main/c/socket.c ../../main/c/socket_message.c ../../main/c/process.c ../../main/c/poller.c \
    ../../main/c/file.c ../../main/c/record_lock.c ../../main/c/fifo.c ../../main/c/sysv_msg.c ../../main/c/sysv_sem.c ../../main/c/sysv_shm.c ../../main/c/jni_util.c
${RUN:-} "$program"
echo "The C tests have passed${sanitize:+ under ASan and UBSan}."
