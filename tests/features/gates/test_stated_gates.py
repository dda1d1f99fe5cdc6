"""Gates as texts."""

from inspect import signature

import sacreval
from sacreval.features.gates.gate_options import GateOptions
from sacreval.features.gates.stated_gates import StatedGates


def test_the_command_line_and_python_state_the_same_gates():
    """Each gate is an option of commands and an argument in Python, by the same name."""
    stated = set(StatedGates.__struct_fields__)
    assert stated <= set(signature(sacreval.evaluate).parameters)
    assert stated <= set(GateOptions.__annotations__)


def test_nothing_is_stated_by_default():
    """A run without gates has none that could fail."""
    found = StatedGates()
    assert not any(getattr(found, name) for name in StatedGates.__struct_fields__)
