"""Perturbations of the user's own: functions and classes by `py:`, and plug-ins."""

import numpy as np
import pytest

from sacreval.core.options.specs import from_spec
from sacreval.errors import NotSetUpError, UsageError
from sacreval.features.robustness.perturbations._base import perturbations


@pytest.fixture(autouse=True)
def own(tmp_path, monkeypatch):
    """A module with a function, a class and a number."""
    (tmp_path / "own_changes.py").write_text(
        "from dataclasses import dataclass\n"
        "from sacreval.features.robustness.perturbations._base import Perturbation\n"
        "def swap(text, rng):\n"
        "    return text[::-1]\n"
        "@dataclass(frozen=True, kw_only=True)\n"
        "class Repeat(Perturbation):\n"
        "    '''Repeat.\n\n    Args:\n        times: How often.\n    '''\n"
        "    times: int = 2\n"
        "    def perturb(self, text, rng):\n"
        "        return text * self.times\n"
        "number = 3\n"
    )
    (tmp_path / "broken_changes.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.parametrize(
    ("spec", "changed"),
    [
        ("py:own_changes:swap", "ba"),
        ("py:own_changes:Repeat", "abab"),
        ('py:own_changes:Repeat{"times": 3}', "ababab"),
    ],
)
def test_functions_and_classes_are_perturbations(spec, changed):
    """A class has options, a function none; both are called by their names."""
    made = from_spec(perturbations, spec)
    assert made.perturb("ab", np.random.default_rng(0)) == changed
    assert made.name == spec.partition("{")[0]


@pytest.mark.parametrize(
    ("spec", "error", "why"),
    [
        ("py:own_changes", UsageError, "write py:MODULE:CLASS"),
        ("py:own_changes:number", UsageError, "neither"),
        ("py:own_changes:nothing", UsageError, "has no .nothing."),
        ("py:no_such_module:f", NotSetUpError, "cannot be imported"),
        ("py:broken_changes:f", NotSetUpError, "fails to import"),
    ],
)
def test_what_is_no_perturbation_is_refused(spec, error, why):
    """The error says what is wrong with the name."""
    with pytest.raises(error, match=why):
        from_spec(perturbations, spec)
