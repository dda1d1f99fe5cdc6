"""Whitespace added and removed: blanks go missing and appear between letters."""

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


@perturbations.register("whitespace-add-remove")
@dataclass(frozen=True, kw_only=True)
class WhitespaceAddRemove(Perturbation):
    """Whitespace is removed, and blanks are added after other characters.

    Args:
        add: Probability of a blank after a character that is not whitespace, from 0 to 1.
        remove: Probability that whitespace is removed, from 0 to 1.

    Source: NL-Augmenter, whitespace_perturbation; fmeval, WhitespaceAddRemove.
    """

    in_fmeval: ClassVar[bool] = True

    add: float = 0.05
    remove: float = 0.1

    def __post_init__(self) -> None:
        check_probability(self.add, "whitespace-add-remove: add")
        check_probability(self.remove, "whitespace-add-remove: remove")

    def perturb(self, text: str, rng: Generator) -> str:
        """Return a changed text, with one draw for each character."""
        return "".join(self._kept(sign, rng.random()) for sign in text)

    def _kept(self, sign: str, drawn: float) -> str:
        if sign.isspace():
            return "" if drawn < self.remove else sign
        return f"{sign} " if drawn < self.add else sign
