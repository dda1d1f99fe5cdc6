"""The plug-in of pytest, in a pytest of its own."""

import io
import os
import subprocess
import sys
from contextlib import chdir, redirect_stdout
from importlib.metadata import entry_points
from unittest.mock import patch

import pytest

from support.mirror import CHECKOUT
from support.sizes import long

MODULE = "sacreval.integrations.pytest_plugin"
GOOD = ["the cat sat on the mat", "all is well here", "a third line of text", "the end"] * 5
CALL = "sacreval_baseline(OUTPUTS, GOOD, metrics=['chrf']{})"


def in_this_process(folder, words):
    """Run pytest in this process, which is fast; return its exit code and what it prints."""
    known = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
    # At its end pytest would collect the garbage of all other tests, five times.
    off = ("-p", "no:faulthandler", "-p", "no:unraisableexception")
    options = ("-W", known, *off, "--import-mode=importlib", f"--rootdir={folder}")
    names = [name for name in os.environ if name.startswith("PYTEST")]
    with chdir(folder), redirect_stdout(io.StringIO()) as printed, patch.dict(os.environ):
        for name in names:
            del os.environ[name]
        code = pytest.main(["-q", "-p", "no:cacheprovider", "-W", "error", *options, *words])
    sys.modules.pop("test_quality", None)
    return int(code), printed.getvalue()


@pytest.fixture(params=["here", long("apart")])
def play(tmp_path, request):
    """Return a function that runs a test of outputs, and returns its exit code and its text."""
    installed = any(point.value == MODULE for point in entry_points(group="pytest11"))
    plugin = [] if installed else ["-p", MODULE]  # an installation from before the entry point

    def run(outputs, arguments="", *options, call=CALL):
        (tmp_path / "test_quality.py").write_text(
            f"OUTPUTS = {outputs!r}\nGOOD = {GOOD!r}\n\n\ndef test_texts(sacreval_baseline):\n"
            f"    {call.format(arguments, arguments)}\n"
        )
        if request.param == "here":
            return in_this_process(tmp_path, [*plugin, *options])
        words = [sys.executable, "-W", "error", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [*words, *plugin, *options], cwd=tmp_path, capture_output=True, text=True, check=False,
            env={k: x for k, x in os.environ.items() if not k.startswith("PYTEST")},
        )  # fmt: skip
        return done.returncode, done.stdout

    return run


WORSE = [text[:-4] for text in GOOD]


def test_outputs_are_compared_with_those_that_were_accepted(play, tmp_path):
    """Without a baseline the test says how to accept; then it passes until outputs are worse."""
    code, out = play(GOOD, "")
    assert code == 1
    assert "there is no baseline" in out
    assert "pytest --sacreval-accept 'test_quality.py::test_texts'" in out
    assert play(GOOD, "", "--sacreval-accept")[0] == 0
    written = {path.name for path in (tmp_path / "baselines").iterdir()}
    assert written == {"test_texts.json", "test_texts.instances.jsonl"}
    assert play(GOOD, "")[0] == 0
    code, out = play(WORSE, "")
    assert code == 1
    assert "it went from 100 to" in out
    assert "largest losses in records" in out
    assert "20 aligned, 0 gone, 0 new" in out
    assert "Traceback" not in out


def test_gates_and_the_file_are_named(play, tmp_path):
    """Gates are those of sacreval.evaluate; the file is relative to that of the test."""
    named = ", baseline='kept/a.json', not_worse={'chrf': 60}, fail_under={'chrf': 10}"
    assert play(GOOD, named, "--sacreval-accept")[0] == 0
    assert (tmp_path / "kept" / "a.json").is_file()
    assert play(WORSE, named)[0] == 0
    code, out = play(WORSE, named.replace("60", "0.1"))
    assert code == 1
    assert "chrf is not worse than the baseline by 0.1" in out


def test_a_run_below_a_bound_is_not_accepted(play, tmp_path):
    """--sacreval-accept writes no baseline of outputs that fail another gate."""
    code, out = play(WORSE, ", fail_under={'chrf': 99}", "--sacreval-accept")
    assert code == 1
    assert "but must be >= 99" in out
    assert not (tmp_path / "baselines").exists()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (", not_worse={'bleu': 1}", "bleu"),
        (", fail_under={'chrf': 'much'}", "not a finite number"),
        (", baseline='a.txt'", "let its name end in .json"),
    ],
)
def test_mistakes_fail_with_a_sentence(play, call, said):
    """What cannot be judged fails without the traceback of sacreval."""
    play(GOOD, "", "--sacreval-accept")
    options = ["--sacreval-accept"] if "a.txt" in call else []
    code, out = play(GOOD, call, *options)
    assert code == 1
    assert said in out
    assert "shown_results.py" not in out


def test_a_baseline_is_used_once_in_a_test(play):
    """A second call without a name of its own would be compared with the first one's outputs."""
    code, out = play(GOOD, "", "--sacreval-accept", call=f"{CALL}; {CALL}")
    assert code == 1
    assert "this test has used this baseline already" in out


def test_records_that_cannot_be_scored_fail(play):
    """They are not left out in silence: an answer without a number has no score."""
    numbers = (
        'sacreval_baseline(OUTPUTS, [1, 1], metrics=[\'mean-absolute-error{{"extract": "{}"}}\'])'
    )
    code, out = play(["one", "1"], "last-number", "--sacreval-accept", call=numbers)
    assert code == 1
    assert "records could not be scored: " in out


def test_pytest_imports_the_module_alone():
    """Other tests start as fast as without sacreval: nothing else of it is imported."""
    program = (
        "import sys, pytest\n"
        f"import {MODULE}\n"
        "print(sorted(n for n in sys.modules if n.startswith('sacreval')))\n"
        "print([n for n in ('numpy', 'msgspec', 'typer') if n in sys.modules])\n"
    )
    out = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert out == [f"['sacreval', 'sacreval.integrations', '{MODULE}']", "[]"]


def test_the_entry_point_names_the_module():
    """pytest finds the plug-in by pyproject.toml."""
    text = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'[project.entry-points.pytest11]\nsacreval = "{MODULE}"\n' in text
