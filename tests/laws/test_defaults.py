"""Defaults and releases of the libraries that define numbers.

A run says in one line which library has a release that was not tested; `core/test_version.py` is
about that line. `support.releases` keeps it from other tests, in their process and in those that
they start.
"""

import os
import subprocess
import sys
from inspect import signature

import pytest
import sacrebleu

from sacreval import compare, evaluate
from sacreval.core.metric import metrics
from sacreval.core.version import TESTED
from sacreval.features.compare.result import Settings
from support import releases
from support.mirror import CHECKOUT
from support.program import PROGRAM, records, write_jsonl

OFFICIAL = {"bleu": sacrebleu.BLEU, "chrf": sacrebleu.CHRF, "ter": sacrebleu.TER}


@pytest.mark.parametrize("name", OFFICIAL)
def test_of_the_library(name):
    """sacrebleu's metrics have sacrebleu's defaults."""
    ours, theirs = metrics.get(name)().options(), signature(OFFICIAL[name]).parameters
    chosen_by_language = {"tokenize"}  # 13a, but for Chinese, Japanese and Korean
    shared = set(ours) & set(theirs) - chosen_by_language
    assert len(shared) >= 4
    assert {key: ours[key] for key in shared} == {key: theirs[key].default for key in shared}


def test_of_orders():
    """N-gram metrics count up to four words by default."""
    for name in ("bleu", "self-bleu"):
        assert metrics.get(name)().options()["max_ngram_order"] == 4
    assert metrics.get("google-bleu")().options() | {"min_len": 1, "max_len": 4} == (
        metrics.get("google-bleu")().options()
    )


def test_of_intervals_and_tests():
    """Intervals are of 95 percent, from 1000 resamples and seed 12345; 10,000 trials a test."""
    stated = {"confidence": 0.95, "resamples": 1000, "seed": 12345, "trials": 10_000}
    for verb in (evaluate, compare):
        parameters = signature(verb).parameters
        shared = set(stated) & set(parameters)
        assert shared >= {"confidence", "resamples", "seed"}
        assert {name: parameters[name].default for name in shared} == {x: stated[x] for x in shared}
    assert {name: getattr(Settings(), name) for name in stated} == stated


NEWER = "9999.1"

# Tests that compare all of standard error, of a run whose libraries define numbers.
OF_MESSAGES = [
    "tests/core/contract/test_read_values.py::test_values_that_can_never_be_read",
    "tests/features/compare/test_command.py::test_bad_input_of_compare",
    "tests/io/test_progress.py::test_quick_work_shows_nothing",  # in a process of its own
]


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Variables of an environment where each library of TESTED has a newer release."""
    folder = tmp_path_factory.mktemp("newer")
    for name in TESTED:
        info = folder / f"{name.lower().replace('-', '_')}-{NEWER}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {NEWER}\n")
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST")}
    return kept | {"PYTHONPATH": os.pathsep.join([str(folder), *releases.python_path()])}


def run(*words, cwd, env):
    """Run a program; its streams are text."""
    return subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, check=False)


def test_a_run_prints_the_notice(environment, tmp_path):
    """Outside tests, a run of every library's newer release prints one line for each."""
    write_jsonl(tmp_path / "a.jsonl", records())
    words = ["evaluate", "suite", "-m", "bleu", "-m", "wer", "a.jsonl"]
    done = run(*PROGRAM, *words, cwd=tmp_path, env=environment)
    assert done.returncode == 0
    assert [line.split(" was not tested")[0] for line in done.stderr.splitlines()] == [
        f"sacreval: {name} {NEWER}" for name in ("jiwer", "rapidfuzz", "sacrebleu")
    ]


def test_every_library_is_untested(environment, tmp_path):
    """The environment of these tests has an untested release of every library."""
    code = "from sacreval.core.version import TESTED, untested; print(len(untested(TESTED)))"
    done = run(sys.executable, "-c", code, cwd=tmp_path, env=environment)
    assert done.stdout == f"{len(TESTED)}\n", done.stderr


@pytest.mark.parametrize("workers", ["0", pytest.param("1", marks=pytest.mark.long)])
def test_messages_are_the_same(environment, workers):
    """Tests of messages pass where every library has an untested release."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", workers]
    done = run(*command, *OF_MESSAGES, cwd=CHECKOUT, env=environment)
    assert done.returncode == 0, done.stdout[-3000:]
