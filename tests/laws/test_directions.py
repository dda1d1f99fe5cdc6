"""A direction that a metric does not declare; `of_directions.py` has the laws of directions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import pytest

from sacreval.core.metric import MeanMetric
from sacreval.errors import UsageError


@dataclass(frozen=True, kw_only=True)
class Forgetful(MeanMetric):
    """A metric that declares the direction of one of its two outputs."""

    name: ClassVar[str] = "forgetful"
    higher_is_better: ClassVar[Mapping[str, bool | None]] = {"a": True}
    outputs = ("a", "b")

    def scores(self, _prediction, _prepared):
        """Score nothing."""
        return 0.0, 0.0


def test_a_forgotten_direction_is_an_error_that_names_the_output():
    """An output without a declared direction is refused, not taken for better high."""
    assert Forgetful().is_higher_better("a") is True
    with pytest.raises(UsageError, match="forgetful: higher_is_better has no 'b'; add it"):
        Forgetful().is_higher_better("b")
