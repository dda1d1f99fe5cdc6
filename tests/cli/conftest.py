"""`cli`: run a command line in an empty folder of its own."""

import pytest

from sacreval.cli.app import run
from support.program import Outcome, Stdin


@pytest.fixture
def cli(tmp_path, monkeypatch, capsys):
    """Give a function that runs the words after `sacreval` in `tmp_path`."""
    monkeypatch.chdir(tmp_path)

    def call(*words, stdin=b""):
        monkeypatch.setattr("sys.stdin", Stdin(stdin))
        capsys.readouterr()
        code = run([str(word) for word in words])
        return Outcome(code, *capsys.readouterr())

    return call
