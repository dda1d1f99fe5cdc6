"""`cli`: run a command line in an empty folder of its own, with no trace of the machine's."""

import pytest
from support.program import Outcome

from sacreval.cli.app import run


@pytest.fixture
def cli(tmp_path, monkeypatch, capsys):
    """Give a function that runs the words after `sacreval` in `tmp_path`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)

    def call(*words):
        capsys.readouterr()
        code = run([str(word) for word in words])
        return Outcome(code, *capsys.readouterr())

    return call
