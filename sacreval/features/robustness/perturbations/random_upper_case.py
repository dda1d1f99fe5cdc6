"""Random upper case: a share of the characters is written in upper case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sacreval.features.robustness.perturbations._base import (
    Perturbation,
    check_probability,
    perturbations,
)

if TYPE_CHECKING:
    from numpy.random import Generator


@perturbations.register("random-upper-case")
@dataclass(frozen=True, kw_only=True)
class RandomUpperCase(Perturbation):
    """Characters at random positions are written in upper case.

    Positions are drawn among all characters, so those of blanks and capitals change nothing; with
    a share of .1, neither do texts of fewer than ten characters.

    Args:
        share: Share of positions that are drawn, from 0 to 1; their number is rounded down.

    Source: NL-Augmenter, random_upper_transformation; fmeval, RandomUppercase.
    """

    in_fmeval: ClassVar[bool] = True

    share: float = 0.1

    def __post_init__(self) -> None:
        check_probability(self.share, "random-upper-case: share")

    def perturb(self, text: str, rng: Generator) -> str:
        """Return a changed text."""
        drawn = set(rng.choice(len(text), int(len(text) * self.share), replace=False).tolist())
        return "".join(sign.upper() if i in drawn else sign for i, sign in enumerate(text))
