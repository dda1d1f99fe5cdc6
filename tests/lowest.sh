#!/bin/sh
# Runs tests with the lowest versions that pyproject.toml allows, in an environment of their own:
# every test, with at most six of its parameters.
# Usage: tests/lowest.sh [pytest options], or --lock, which writes their releases to .ci/locks/lowest.txt;
# needs uv, which UV names.
# The extra `language` needs NumPy 2; `nox -s neural_lowest` installs its lowest version.
set -eu
cd "$(dirname "$0")/.."
uv=${UV:-uv}
extras=codebleu,docs,duckdb,frames,huggingface,ja,json,ko,labels,math,parquet,plots,ranking,ray,spm,test,zstd
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT

"$uv" venv --quiet --seed --python "${PYTHON:-python3}" "$home/venv"
lock=.ci/locks/lowest.txt
[ "${1-}" != --lock ] || : >"$lock"
"$uv" pip install --python "$home/venv/bin/python" --resolution lowest-direct --constraint "$lock" -e ".[$extras]"
if [ "${1-}" = --lock ]; then
    "$uv" pip list --python "$home/venv/bin/python" --format=freeze --exclude sacreval >"$lock"
    exit
fi
"$home/venv/bin/python" -m pytest -p no:cacheprovider -m long tests/docs/test_site.py
"$home/venv/bin/python" -m pytest -p no:cacheprovider --thin 6 "$@" \
    tests/laws tests/golden tests/packaging tests/cli tests/core tests/io tests/features/correlate \
    tests/metrics tests/readers tests/scoring tests/stats tests/text
