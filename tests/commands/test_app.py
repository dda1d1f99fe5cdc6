"""The program: its version, and words it does not know."""

import json
import os
import subprocess
from importlib.metadata import version
from typing import get_args
from warnings import warn

import pytest

from sacreval.cli.notices import Kind, of_command, set_file
from sacreval.commands import app
from sacreval.errors import Notice
from support.program import PROGRAM, spawn, write_jsonl
from support.sizes import few


def test_version(cli):
    """`--version` names the version and the engines."""
    outcome = cli("--version")
    assert outcome.code == 0
    assert outcome.out.startswith(f"sacreval {version('sacreval')} (")


@pytest.mark.parametrize(
    ("words", "heading"),
    [
        ([], "Score and compare"),
        (["evaluate"], "Machine translation"),
        (["list"], "Commands"),
    ],
)
def test_no_words(words, heading, cli):
    """Without a subcommand the help is shown as it is, on standard error, and the code is 2."""
    outcome = cli(*words)
    assert outcome.code == 2
    assert outcome.out == ""
    assert "\n  -h, --help " in outcome.err
    assert f"\n{heading}:\n" in outcome.err


@few(1, "shell", ["bash", "zsh", "fish"])
def test_completion(shell, monkeypatch):
    """The completion script of each shell is printed."""
    monkeypatch.setenv("_SACREVAL_COMPLETE", f"source_{shell}")
    outcome = spawn()
    assert outcome.code == 0
    assert "_SACREVAL_COMPLETE" in outcome.out
    assert "sacreval" in outcome.out


def test_completion_completes(monkeypatch):
    """Subcommands are completed."""
    monkeypatch.setenv("_SACREVAL_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "sacreval evaluate goo")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert spawn().out.split() == ["google-bleu"]


def run_with(words, **environment):
    """Run the program with other environment variables."""
    return subprocess.run(
        [*PROGRAM, *words], capture_output=True, check=False, env={**os.environ, **environment}
    )


@pytest.mark.long
def test_without_docstrings():
    """`python -O` works; -OO, which drops what options are made of, is refused in a sentence."""
    words = ["evaluate", "bleu", "--help"]
    assert run_with(words, PYTHONOPTIMIZE="1").returncode == 0
    done = run_with(words, PYTHONOPTIMIZE="2")
    assert done.returncode == 2
    assert done.stderr.startswith(b"sacreval: error: python -OO")


def test_warnings_of_libraries_move_no_cursor(tmp_path):
    """A warning of a library that quotes a text is shown without the codes in it."""
    (tmp_path / "noisy.py").write_text(
        "import warnings\n\ndef score(prediction):\n    warnings.warn(prediction)\n    return 1.0\n"
    )
    write_jsonl(tmp_path / "in.jsonl", [{"prediction": "a\x1b[31mb\u202e"}])
    words = ["evaluate", "py:noisy:score", "in.jsonl"]
    done = subprocess.run(
        [*PROGRAM, *words], cwd=tmp_path, capture_output=True, check=True, text=True
    )
    assert "UserWarning: a\\x1b[31mb\\u202e" in done.stderr
    assert "\x1b" not in done.stderr


def test_warnings_of_sacreval_are_notices(tmp_path, monkeypatch, capsys):
    """Each warning of sacreval is a line on standard error and in the file, with its kind."""
    monkeypatch.setattr("warnings.showwarning", app._warn)
    with of_command(quiet=False):
        set_file(path := tmp_path / "notices.jsonl", "list")
        for cls in Notice.__subclasses__():
            warn(cls(f"a {cls.kind}"), stacklevel=1)
    kinds = [json.loads(line)["kind"] for line in path.read_text().splitlines()]
    assert capsys.readouterr().err.splitlines() == [f"sacreval: a {kind}" for kind in kinds]
    assert kinds == [cls.kind for cls in Notice.__subclasses__()]
    assert {*kinds} < {*get_args(Kind)}
