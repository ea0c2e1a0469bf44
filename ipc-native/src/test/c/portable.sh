#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks the libraries of a release by what their headers say: portable.sh CLASSES_DIRECTORY. Needs readelf (apt-get install
# binutils).
set -eu

fail() {
    echo "$library: $1" >&2
    exit 1
}

[ "$(ls "$1/META-INF/native" | tr '\n' ' ')" = "linux-aarch64 linux-x86_64 windows-x86_64 " ] || {
    echo "There must be three libraries: $(ls "$1/META-INF/native" | tr '\n' ' ')" >&2
    exit 1
}
for library in "$1"/META-INF/native/*/libnearcall.so; do
    size=$(wc -c <"$library")
    [ "$size" -le 102400 ] || fail "has $size bytes, more than 100 KiB"

    dynamic=$(readelf -dW "$library")
    needed=$(echo "$dynamic" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
    [ "$needed" = libc.so.6 ] || fail "needs $needed, not libc.so.6 alone"
    echo "$dynamic" | grep -q BIND_NOW || fail "is not bound at once"
    ! echo "$dynamic" | grep -Eq 'TEXTREL|RPATH|RUNPATH' || fail "has text relocations or a search path"

    newest=$(readelf -VW "$library" | sed -n 's/.*Name: GLIBC_\([0-9.]*\).*/\1/p' | sort -V | tail -n 1)
    [ "$(printf '%s\n2.17\n' "$newest" | sort -V | tail -n 1)" = 2.17 ] || fail "needs glibc $newest"

    segments=$(readelf -lW "$library")
    echo "$segments" | grep -q 'GNU_STACK.* RW ' || fail "has an executable stack"
    echo "$segments" | grep -q GNU_RELRO || fail "has no RELRO"
    ! echo "$segments" | grep -q 'LOAD.* RWE ' || fail "has memory that is writable and executable"
    case $library in
        # Pages of arm64 have up to 64 KiB.
        *aarch64*) ! echo "$segments" | grep LOAD | grep -qv '0x10000$' || fail "is not aligned for pages of 64 KiB" ;;
    esac

    sections=$(readelf -SW "$library")
    ! echo "$sections" | grep -Eq 'build-id|\.debug|\.symtab' || fail "has a build id, symbols or debug information"
    exported=$(readelf --dyn-syms -W "$library" | awk '$5 == "GLOBAL" && $7 != "UND" { print $8 }')
    [ "$exported" = JNI_OnLoad ] || fail "exports $exported"
    echo "$library: $size bytes, glibc $newest or newer"
done

library=$1/META-INF/native/windows-x86_64/nearcall.dll
size=$(wc -c <"$library")
[ "$size" -le 102400 ] || fail "has $size bytes, more than 100 KiB"
headers=$(objdump -p "$library")
# ADVAPI32 has the access lists, USER32 the windows of data copy; KERNEL32 is in every process.
others=$(echo "$headers" | sed -n 's/.*DLL Name: //p' | grep -viE '^(kernel32|advapi32|user32)\.dll$' || true)
[ -z "$others" ] || fail "needs $others"
exported=$(echo "$headers" | sed -n '/\[Ordinal\/Name Pointer\] Table/,/^$/s/^\t*\[ *[0-9]*\].* //p')
[ "$exported" = JNI_OnLoad ] || fail "exports $exported"
for flag in DYNAMIC_BASE NX_COMPAT HIGH_ENTROPY_VA; do
    echo "$headers" | grep -q "$flag" || fail "lacks $flag"
done
echo "$library: $size bytes"
