"""Scripts of originals answer in JSON lines, whatever libraries print."""

import io
import json
import subprocess
import sys

import pytest

from sacreval.metrics.neural._originals import _serve

SCRIPT = """
COMPARED = {"msgspec": "", "no-such-package": "1"}
def scores(options, records):
    print("a library prints this")
    return [[options["add"] + len(one["prediction"]), 0.5] for one in records]
"""


@pytest.fixture
def script(tmp_path):
    """A script that imports no library."""
    path = tmp_path / "own.py"
    path.write_text(SCRIPT)
    return str(path)


def test_answers(script):
    """Versions come first, "" for a package that is not there; then the scores of each record."""
    given, out = (
        io.StringIO('{"add": 1}\n{"prediction": "ab"}\n{"prediction": ""}\n'),
        io.StringIO(),
    )
    _serve.serve(script, given, out, score=True)
    first, *rows = map(json.loads, out.getvalue().splitlines())
    assert first.keys() == {"msgspec", "no-such-package"}
    assert (bool(first["msgspec"]), first["no-such-package"]) == (True, "")
    assert rows == [[3.0, 0.5], [1.0, 0.5]]


def test_versions_alone(script):
    """Without --score nothing is read."""
    out = io.StringIO()
    _serve.serve(script, io.StringIO("not JSON"), out, score=False)
    assert len(out.getvalue().splitlines()) == 1


def test_what_libraries_print(script):
    """Standard output has the answers alone; what libraries print goes to standard error."""
    done = subprocess.run(
        [sys.executable, "-I", _serve.__file__, script, "--score"],
        input=b'{"add": 0}\n{"prediction": "a"}\n', capture_output=True, check=True,
    )  # fmt: skip
    assert [json.loads(line) for line in done.stdout.splitlines()][1:] == [[1.0, 0.5]]
    assert b"a library prints this" in done.stderr
