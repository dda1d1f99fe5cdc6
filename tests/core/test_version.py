"""Versions: a run notices a library whose numbers were not compared with sacreval's."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

import pytest

from sacreval.commands.app import run
from sacreval.core import version as versions
from sacreval.core.metric import metrics
from sacreval.core.version import OF_OFFICIAL_ENGINE, TESTED, Releases, untested, version
from support import missing
from support.mirror import CHECKOUT
from support.program import records, write_jsonl

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REQUIRED = chain(PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
EXTRAS = {
    "POT": "ot",
    "cer": "cer",
    "math-verify": "math_verify",
    "mauve-text": "mauve",
    "pytrec_eval-terrier": "pytrec_eval",
    "seqeval": "seqeval",
    "tokenizers": "tokenizers",
    "torch": "torch",
    "transformers": "transformers",
}  # the modules of extras that `test` leaves out
LOWEST = dict(re.match(r"([\w.-]+)(?:>=([\d.]+))?", text).groups() for text in REQUIRED)
LOWEST.pop("sacreval")  # an extra that names others


def test_every_requirement_has_a_lower_bound():
    """Every dependency, of every extra, names the lowest version that works."""
    assert [name for name, bound in LOWEST.items() if bound is None] == []


@pytest.mark.parametrize("name", TESTED)
def test_the_tested_range_begins_where_the_requirement_does(name):
    """The oldest release that may be installed is one whose numbers were compared."""
    assert TESTED[name].first == LOWEST[name]


def test_every_library_that_defines_numbers_has_a_range():
    """Each library that a metric names has a tested range."""
    assert {name for m in metrics for name in metrics.get(m).origin.libraries} == TESTED.keys()


@pytest.mark.parametrize(
    ("release", "inside"),
    [("2.5.1", True), ("2.5.0", False), ("2.6", True), ("2.6.9", True), ("2.7.0", False),
     ("2.6.0.dev1+local", True), ("10.0", False), ("2.5.1rc1", True)],
)  # fmt: skip
def test_ranges(release, inside):
    """A range ends with the patches of its last release."""
    assert Releases("2.5.1", "2.6").covers(release) is inside


@pytest.mark.parametrize("name", TESTED)
def test_version(name):
    """The version found in the name of a folder is the one that the package states."""
    if name in EXTRAS and not find_spec(EXTRAS[name]):
        missing.say(f"the version of {name}, which is not installed")
        pytest.skip(f"no {name}")
    assert version(name) == distribution(name).version


@pytest.fixture
def newer(monkeypatch, tmp_path):
    """Take the installed sacrebleu for one that was not tested."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(TESTED, "sacrebleu", Releases("0.1", "0.2"))
    write_jsonl(tmp_path / "a.jsonl", records(4, judgments={"fluency": 1}))
    write_jsonl(tmp_path / "b.jsonl", records(4))
    return f"sacrebleu {version('sacrebleu')} was not tested with sacreval, releases 0.1 to 0.2"


@pytest.mark.parametrize(
    "words",
    ["evaluate bleu a.jsonl", "score bleu a.jsonl", "compare bleu a.jsonl b.jsonl",
     "evaluate suite -m chrf -m bleu a.jsonl", "evaluate bleu a.jsonl --engine official"],
)  # fmt: skip
def test_a_run_says_so_once(newer, words, capsys):
    """A release outside the tested range is noticed in one line, whichever verb scores."""
    assert run(words.split()) == 0
    lines = [line for line in capsys.readouterr().err.splitlines() if newer in line]
    assert len(lines) == 1


def test_verify_says_so(newer, capsys):
    """`verify` notices it too."""
    assert run("evaluate bleu a.jsonl -o a.json -q".split()) == 0
    assert run("verify a.json a.jsonl".split()) == 0
    assert newer in capsys.readouterr().err


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize("words", ["evaluate wer a.jsonl", "evaluate bleu a.jsonl --quiet"])
def test_only_where_it_matters(words, capsys):
    """Nothing is said of a library that has no part in the numbers, or under --quiet."""
    assert run(words.split()) == 0
    assert "was not tested" not in capsys.readouterr().err


def test_what_is_not_installed_is_not_looked_up():
    """A library without a range, or that no metric of the run names, is not looked up."""
    assert untested(["no-such-library"]) == []


@pytest.mark.parametrize(
    ("metric", "record"),
    [
        ("ranking", {"ranking": ["a", "b"], "qrels": {"a": 1}}),
        ("sequence-labelling", {"prediction": ["B-X"], "references": [["B-X"]]}),
    ],
)
def test_a_kernel_does_not_need_the_library_of_an_extra(metric, record, cli, monkeypatch):
    """Where kernels compute, a run without the official library writes the same as with it."""

    def absent(package):
        raise PackageNotFoundError(package)

    write_jsonl(Path("a.jsonl"), [record])
    usual = cli("evaluate", metric, "a.jsonl", "--format", "json")
    ours = version()
    version.cache_clear()
    monkeypatch.setattr(versions, "_versions", lambda _: {"sacreval": [ours]})
    monkeypatch.setattr("importlib.metadata.version", absent)
    done = cli("evaluate", metric, "a.jsonl", "--format", "json")
    assert (done.code, done.out) == (0, usual.out)
    assert all(f"{name}:" not in done.out for name in OF_OFFICIAL_ENGINE)
