#!/bin/sh
# Compiles the kernels for other systems, with clang and its library, and treats warnings as errors:
# Windows' `long` has 32 bits and nothing there maps files; ARM's `char` is unsigned.
# Usage: tests/native/portable.sh [target...]; needs `pip install ziglang`, PYTHON defaults to python.
set -eu
cd "$(dirname "$0")/../../sacreval/native"
flags="-std=c++17 -c -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wshadow
       -Werror -D_LIBCPP_REMOVE_TRANSITIVE_INCLUDES"
object=$(mktemp)
trap 'rm -f "$object"' EXIT
[ $# -gt 0 ] || set -- x86_64-windows-gnu aarch64-macos aarch64-linux-musl
for target in "$@"; do
    for source in $(grep -LE 'include "(boundary|module)' *.cpp); do  # those need the target's Python
        "${PYTHON:-python}" -m ziglang c++ -target "$target" $(echo $flags) "$source" -o "$object"
    done
    echo "$target: the kernels compile"
done
