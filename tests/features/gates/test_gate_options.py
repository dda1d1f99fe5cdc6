"""Gates on the command line: names that are known late, and directions."""

from inspect import signature

import pytest

import sacreval
from sacreval.cli.options.ungrouped import fields
from sacreval.features.compare.command import make
from sacreval.features.gates.gate_options import GateOptions
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


def test_the_command_line_and_python_have_the_same_gates():
    """Each gate is an option of commands and an argument in Python, by the same name."""
    assert set(fields(GateOptions)) <= set(signature(sacreval.evaluate).parameters)


def test_no_gate_is_a_default():
    """A run without gates has none that could fail."""
    assert not any(getattr(GateOptions(), name) for name in fields(GateOptions))
