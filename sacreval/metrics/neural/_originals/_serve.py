"""Run in the Python of an original library: JSON lines in, JSON lines out.

`python -I _serve.py FILE` writes the versions of the libraries that FILE names. With `--score` it
also reads the options of the metric (first line) and one record a line, and writes the scores of
each record. All that libraries print goes to standard error.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from importlib.metadata import PackageNotFoundError, version
from math import isfinite
from typing import IO, Any


def load(path: str) -> Any:
    """Load a file of this folder, which is not part of a package here."""
    spec = importlib.util.spec_from_file_location("original", path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def versions(names: Any) -> dict[str, str]:
    """Return the version of each package; "" for one that is not installed."""
    found = {}
    for name in names:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = ""
    return found


def serve(path: str, given: IO[str], out: IO[str], *, score: bool) -> None:
    """Write versions, and scores if they are asked for.

    Args:
        path: The file of the metric.
        given: Options and records, one JSON document a line; it is read to its end before any
            library is imported, so that no library can ask anything.
        out: Where versions and scores are written, one JSON document a line; null for a score that
            is no finite number.
        score: Whether scores are asked for.
    """
    module = load(path)
    out.write(json.dumps(versions(module.COMPARED)) + "\n")
    if score:
        options, *records = [json.loads(line) for line in given]
        for row in module.scores(options, records):
            numbers = [float(value) for value in row]
            out.write(json.dumps([x if isfinite(x) else None for x in numbers]) + "\n")


def main() -> None:
    """Keep standard output for the answers, and serve."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(2, 1)
        serve(sys.argv[1], sys.stdin, out, score="--score" in sys.argv[2:])


if __name__ == "__main__":
    main()
