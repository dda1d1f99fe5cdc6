"""Gates on the command line: names that are known late, and directions."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sacreval.cli.options.ungrouped import fields
from sacreval.features.compare.command import make
from sacreval.features.gates import gate_options
from sacreval.features.gates.gate_options import GateArguments, GateOptions
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
