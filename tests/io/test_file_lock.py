"""Locks of files, which end with the process."""

import subprocess
import sys

import pytest

from sacreval.io.file_lock import lock

OTHER = """
import sys
from sacreval.io.file_lock import lock
with open(sys.argv[1], "r+b") as file:
    print(lock(file, reopened=sys.argv[2] == "True"))
"""


def other(path, *, reopened):
    """Return whether another process can lock a file."""
    command = [sys.executable, "-c", OTHER, str(path), str(reopened)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout == "True\n"


@pytest.mark.parametrize("reopened", [False, True])
def test_lock(tmp_path, reopened):
    """One process has the lock, until it closes the file."""
    path = tmp_path / "x"
    path.touch()
    with path.open("r+b") as file:
        assert lock(file, reopened=reopened)
        assert not other(path, reopened=reopened)
    assert other(path, reopened=reopened)


def test_reopened(tmp_path):
    """A file that is opened and closed again stays locked, if that was announced."""
    path = tmp_path / "x"
    path.touch()
    with path.open("r+b") as file:
        assert lock(file, reopened=True)
        path.read_bytes()
        assert not other(path, reopened=True)
