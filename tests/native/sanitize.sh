#!/bin/sh
# Runs the native tests with AddressSanitizer and UndefinedBehaviorSanitizer in the kernels.
# Usage: tests/native/sanitize.sh [pytest options]; needs gcc or clang, PYTHON defaults to python.
set -eu
cd "$(dirname "$0")/../.."
python=${PYTHON:-python}
compiler=${CXX:-g++}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT

# A copy of the package with its own extension, so that the checkout's is not changed.
mkdir "$build/sacreval"
cp -R sacreval/. "$build/sacreval"
rm -f "$build"/sacreval/native/_native*
include=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
flags="-std=c++17 -O1 -g -fPIC -fno-omit-frame-pointer -ffp-contract=off -D_GLIBCXX_ASSERTIONS
       -fsanitize=address,undefined -fno-sanitize-recover=undefined
       -DPy_LIMITED_API=0x030B0000 -I$include"
for source in sacreval/native/*.cpp; do
    echo "$source"
done | xargs -P "${JOBS:-2}" -I{} sh -c \
    "$compiler $(echo $flags) -c {} -o $build/\$(basename {} .cpp).o"
$compiler $(echo $flags) -shared -o "$build/sacreval/native/_native.abi3.so" "$build"/*.o

# Python itself leaks by design, and pytest must find the copy before an editable install.
SACREVAL_SANITIZED=1 \
ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
UBSAN_OPTIONS=print_stacktrace=1 \
LD_PRELOAD="$($compiler -print-file-name=libasan.so) $($compiler -print-file-name=libubsan.so)" \
PYTHONPATH="$build" PYTHONSAFEPATH=1 \
    "$python" -c 'import sacreval, sys, pytest
assert sacreval.__file__.startswith(sys.argv[1]), sacreval.__file__
sys.exit(pytest.main(sys.argv[2:]))' "$build" -p no:cacheprovider --capture=sys tests/native "$@"
