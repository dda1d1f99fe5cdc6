"""Gates as they are written: options, configs and rules, before any record is read."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sacreval.cli.options.ungrouped import fields
from sacreval.features.compare.command import make
from sacreval.features.gates import gate_options
from sacreval.features.gates.config_gates import mistakes, probable, wrong_gates
from sacreval.features.gates.gate_options import GateArguments, GateOptions
from sacreval.features.gates.regression_rule import Regression
from sacreval.scoring.entries.run_metrics import entries
from support.mirror import CHECKOUT

pytestmark = pytest.mark.usefixtures("answers")

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_fail_under_refuses_them_and_names_check(cli):
    """--fail-under of a length is refused with the --check to give; that one works."""
    done = cli("evaluate", "length", SAMPLE, "--fail-under", "length_words=3")
    assert done.code == 2
    assert 'bound it with --check "length_words >= 3"' in done.err
    assert cli("evaluate", "length", SAMPLE, "--check", "length_words >= 3").code == 0


def test_gates_of_labels(cli):
    """A gate may name a number that is known only when the labels are."""
    words = ["evaluate", "classification", "a.jsonl", "--average", "per-class", "--check"]
    assert cli(*words, "recall_no >= 0.6").code == 0
    assert cli(*words, "recall_no >= 0.7").code == 1
    assert cli(*words, "recall_none >= 0.7").code == 2


def test_gates_of_cells(cli):
    """A gate may name a cell of a confusion matrix, whose name holds a sign."""
    words = ["evaluate", "confusion-matrix", "a.jsonl", "--find", "first", "--labels", "yes"]
    words += ["--labels", "no"]
    for gate, code in {
        ("--check", "no->yes <= 1"): 0,
        ("--check", "no->yes<1"): 1,
        ("--check", "no->no >= 2"): 0,
        ("--fail-under", "yes->yes=1"): 0,
        ("--fail-under", "yes->yes=2"): 1,
        ("--check", "no->maybe <= 1"): 2,
        ("--check", "no->yes"): 2,
        ("--check", "> 3"): 2,
    }.items():
        assert cli(*words, *gate).code == code, gate


def test_margins_are_no_gates():
    """`not-worse` of a verb without gates is the margin of a comparison."""
    assert make("suite").checks is None


TWIN = """
import importlib.util, inspect, sys
import sacreval.features.gates as package

name = f"{package.__name__}.gate_options"
spec = importlib.util.spec_from_file_location(name, "gate_options.py")
sys.modules[name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules[name])
import sacreval
from sacreval.commands.app import run

print(inspect.signature(sacreval.evaluate).parameters["steep_drop"])
print(sacreval.evaluate.__doc__)
print(run(["evaluate", "chrf", "--help-all"]), run(["evaluate", "suite", "twin.yaml", sys.argv[1]]))
"""


def test_a_gate_is_stated_once(tmp_path):
    """The twin of a gate in this file is an option, a key of configs and an argument in Python."""
    source = Path(gate_options.__file__).read_text(encoding="utf-8")
    for pattern in (
        r"    significant_drop: Annotated\[.*?\n    \] = None\n",
        r"    significant_drop: B.*\n",
    ):
        (twin,) = re.findall(pattern, source, re.DOTALL if "Annotated" in pattern else 0)
        source = source.replace(twin, twin + twin.replace("significant_drop", "steep_drop"))
    (tmp_path / "gate_options.py").write_text(source, encoding="utf-8")
    (tmp_path / "twin.yaml").write_text("metrics: [chrf]\nsteep-drop: {}\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", TWIN, SAMPLE],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.endswith("0 0\n"), done.stderr
    assert "--steep-drop" in done.stdout
    assert "steep_drop: Fail if the paired test finds" in done.stdout


def test_gates_have_types_in_python():
    """Each gate of the command line has a type in Python."""
    assert {*fields(GateOptions)} == {*GateArguments.__annotations__}


def test_no_gate_is_a_default():
    """A run without gates has none that could fail."""
    assert not any(getattr(GateOptions(), name) for name in fields(GateOptions))


def mistakes_of(metrics, **stated):
    return mistakes({None: entries(metrics)}, GateOptions(**stated))


def test_names_of_outputs_that_depend_on_records():
    """They are not checked before the records are read; numbers and operators are."""
    stated = {"check": ["f1_a > 3", "macro_f1 => 3"], "fail_under": ["f1_b=x"]}
    sentences = mistakes_of(["classification"], **stated)
    assert [sentence.partition(":")[0] for sentence in sentences] == [
        "--fail-under f1_b=x", "--check macro_f1 => 3",
    ]  # fmt: skip
    assert "this run has no output 'f1_a'" in " ".join(mistakes_of(["bleu"], **stated))


def test_what_needs_the_run():
    """The baseline need not exist, and corrected means are left to the run."""
    assert not mistakes_of(["bleu"], max_drop=["bleu=1"], baseline="none.json")
    assert not mistakes_of(["bleu"], check=["bleu > 1"], corrected=True)
    assert mistakes_of(["bleu"], max_drop=["bleu=1"]) == [
        "--max-drop needs a baseline; give --baseline RESULT.json"
    ]


def test_what_is_wrong_with_two_together():
    """A repeated output is a mistake of no single gate."""
    assert mistakes_of(["bleu"], fail_under=["bleu=1", "bleu=2"]) == [
        "--fail-under bleu=2: 'bleu' is repeated; keep one"
    ]


def test_right_metrics():
    """Metrics that are right are taken as they are, and no other output is possible."""
    guess = probable(["bleu", 'chrf{"word_order": 2}'])
    assert [entry.name for entry in guess.entries] == ["bleu", "chrf"]
    assert guess.unsure == []


def test_wrong_metrics():
    """A wrong name or option is replaced by the closest metric, whose outputs may be others."""
    guess = probable(["bleu", "chrff", 'token-f1{"normalise": "x", "as": "f"}', "exact_match{"])
    assert [entry.name for entry in guess.entries] == ["bleu", "chrf", "f"]
    assert guess.unsure is None
    assert probable(["bleu", "chrff", 'token-f1{"normalise": "x", "as": "f"}']).unsure == [
        "chrf", "f",
    ]  # fmt: skip


def test_metrics_of_one_name():
    """Of two metrics with equal outputs the first is kept."""
    guess = probable(["chrf", 'token-f1{"as": "chrf"}'])
    assert ([entry.name for entry in guess.entries], guess.unsure) == (["chrf"], ["chrf"])


def test_unknown_metrics():
    """A name that is close to none may have any output, as may one whose outputs are renamed."""
    assert probable(["zzzzzz"]).unsure is None
    assert probable(['chrff{"rename": {"chrf": "x"}}']).unsure is None


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"check": ["f1 > x"]}, ["--check f1 > x: 'x' is not"]),
        ({"check": ["bleu[domain=news] > 3"], "by": ["domain"]}, []),  # records may have it
        ({"baseline": "b.json"}, []),
    ],
)
def test_gates_of_a_config(values, said):
    """A wrong gate has a sentence that begins with the option."""
    texts = wrong_gates(values, ["bleu"], every_metric=True)
    assert [text[: len(start)] for text, start in zip(texts, said, strict=True)] == said


@pytest.mark.parametrize(
    ("rule", "judged", "tested"),
    [
        ({}, {"a", "b"}, {"a", "b"}),
        ({"max_drop": {"a": 1}}, {"a"}, set()),
        ({"not_worse": {"a": 1}}, {"a"}, set()),
        ({"significant_drop": {"a": 1}, "max_drop": {"b": 1}}, {"a", "b"}, {"a"}),
    ],
)
def test_named_outputs_are_judged(rule, judged, tested):
    """Without a name the paired test judges all outputs, else those of --significant-drop."""
    regression = Regression(**rule)
    assert {name for name in "ab" if regression.judges(name)} == judged
    assert {name for name in "ab" if regression.tests_drop(name)} == tested


def test_the_level_is_exact():
    """The level of tests is 0.05, not 0.050000000000000044."""
    assert Regression().alpha == 0.05
