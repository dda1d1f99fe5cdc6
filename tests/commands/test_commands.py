"""The program's own commands: version, words it does not know, config, normalize."""

import json
import os
import subprocess
from importlib.metadata import version
from typing import get_args
from warnings import warn

import pytest
import yaml

from sacreval.cli.config import config_file
from sacreval.cli.notices import Kind, of_command, set_file
from sacreval.commands import app
from sacreval.errors import Notice
from support import missing
from support.mirror import CHECKOUT
from support.program import PROGRAM, spawn, write_jsonl
from support.sizes import few, long


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


SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_show_prints_every_value_and_can_be_read_again(cli, suite, tmp_path, monkeypatch):
    """`config show` resolves every option, and what it prints is a config of the same run."""
    monkeypatch.setenv("SACREVAL_SEED", "9")
    shown = cli("config", "show", suite)
    assert shown.code == 0
    for line in ("resamples: 20", "seed: 9", "# with SACREVAL_SEED", "tokenize: 13a"):
        assert line in shown.out
    assert "\n\n" not in shown.out
    monkeypatch.delenv("SACREVAL_SEED")
    (tmp_path / "again.yaml").write_text(shown.out)
    again = cli("config", "show", "again.yaml")
    assert again.out == shown.out.replace("# with SACREVAL_SEED\n", "")


@pytest.mark.parametrize("verb", ["evaluate", long("score"), long("compare")])
@pytest.mark.parametrize("name", list(config_file.shipped()))
def test_every_shipped_config_resolves(cli, name, verb):
    """A suite that comes with sacreval resolves for every verb, by its name."""
    shown = cli("config", "show", name, "--verb", verb)
    if shown.code == 2 and ("setup-metric" in shown.err or "[neural]" in shown.err):
        missing.say(shown.err.strip())
        pytest.skip(shown.err)
    assert shown.code == 0, shown.err


def test_show_names_the_suites_there_are(cli):
    """`config show` of something else lists the suites that come with sacreval."""
    done = cli("config", "show", "nothing")
    assert done.code == 2
    assert "machine-translation" in done.err


def test_configs_are_documents(cli, tmp_path):
    """Of several configs `config show` makes as many YAML documents, in their order."""
    for name in ("bleu", "chrf"):
        (tmp_path / f"{name}.yaml").write_text(f"metrics: [{name}]\n", encoding="utf-8")
    done = cli("config", "show", "bleu.yaml", "chrf.yaml")
    assert done.code == 0
    assert done.out.count("---") == 1
    first, second = yaml.safe_load_all(done.out)
    assert "bleu" in str(first["metrics"])
    assert "chrf" in str(second["metrics"])


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (("squad", "The cat, sat", "a  b"), "cat sat\nb\n"),
        (("strip+lower", " A "), "a\n"),
        (("13a", "Hi, there"), "Hi , there\n"),
        (("rouge", "Hi-Fi, it's"), "hi fi it s\n"),
        (("boxed", r"so \boxed{x} it is"), "x\n"),
        (("regex:a(.*)", "a\nb\nac"), "c\n"),
        (("lower", "A\nB"), "a\\nb\n"),
        (("gsm8k", "--kind", "extractor", "#### 1,000"), "1000\n"),
    ],
)
def test_texts(cli, words, printed):
    """Each text becomes one line, also where the result has several."""
    done = cli("normalize", *words)
    assert (done.code, done.out) == (0, printed), done.err


def test_lines(cli):
    """Without texts, the lines of standard input are read."""
    assert cli("normalize", "lower", stdin=b"A B\nC\n").out == "a b\nc\n"


def test_no_answer(cli):
    """A text without an answer is an empty line with the reason, and the exit code is 3."""
    done = cli("normalize", "last-number", "none", "4 and 5")
    assert (done.code, done.out) == (3, "\n5\n")
    assert "text 1: no number" in done.err
    done = cli("normalize", "last-number", "none", "--format", "jsonl")
    assert done.code == 3
    assert json.loads(done.out)["error"].startswith("no number")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("squd", "x"), "did you mean 'squad'?"),
        (("gsm8k", "x"), "gsm8k is a normalizer and an extractor; add --kind"),
        (("squad", "--kind", "tokenizer", "x"), "there is no tokenizer 'squad'"),
        (("regex:(", "x"), "not a regular expression"),
    ],
)
def test_bad_names(cli, words, message):
    """A name that is wrong, or of several kinds, is exit code 2."""
    done = cli("normalize", *words)
    assert (done.code, message in done.err) == (2, True), done.err


def test_names_are_listed_once(cli):
    """The list of names has a name once that is of several kinds."""
    done = cli("normalize", "qqqqqqqq", "x")
    names = done.err.partition("available: ")[2].split(", ")
    assert len(names) > 1
    assert len(names) == len(set(names))
