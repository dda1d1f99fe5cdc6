"""Butter finger: letters are replaced by their neighbours on a QWERTY keyboard."""

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

# Keys with what is typed in their place, among it the key: NL-Augmenter's table, as in fmeval.
NEIGHBOURS = {
    keys[0]: keys
    for keys in (
        "qwasedzx", "wqesadrfcx", "ewrsfdqazxcvgt", "retdgfwsxcvgt", "tryfhgedcvbnju",
        "ytugjhrfvbnji", "uyihkjtgbnmlo", "iuojlkyhnmlp", "oipklujm", "plo['ik", "aqszwxwdce",
        "swxadrfv", "decsfaqgbv", "fdgrvwsxyhn", "gtbfhedcyjn", "hyngjfrvkim", "jhknugtblom",
        "kjlinyhn", "lokmpujn", "zaxsvde", "xzcsdbvfrewq", "cxvdfzswergb", "vcfbgxdertyn",
        "bvnghcftyun", "nbmhjvgtuik", "mnkjloik", " ",
    )
}  # fmt: skip


@perturbations.register("butter-finger")
@dataclass(frozen=True, kw_only=True)
class ButterFinger(Perturbation):
    """Typing errors: letters are replaced by neighbours on a QWERTY keyboard, in the same case.

    A letter is among its own neighbours, so fewer letters change than are drawn: with a
    probability of .1, about 9 %.

    Args:
        probability: Probability that a letter or a blank is drawn, from 0 to 1.

    Source: NL-Augmenter, butter_fingers_perturbation; fmeval, ButterFinger.
    """

    in_fmeval: ClassVar[bool] = True

    probability: float = 0.1

    def __post_init__(self) -> None:
        check_probability(self.probability, "butter-finger: probability")

    def perturb(self, text: str, rng: Generator) -> str:
        """Return a changed text; characters that are not on the keyboard stay as they are."""
        return "".join(
            self._typed(sign, rng) if sign.lower() in NEIGHBOURS else sign for sign in text
        )

    def fmeval(self, text: str, rng: Generator) -> str:
        """Return fmeval's text, where other upper-case characters are lower-cased and back."""
        return "".join(
            self._typed(sign, rng) if sign.lower() in NEIGHBOURS else _there_and_back(sign)
            for sign in text
        )

    def _typed(self, sign: str, rng: Generator) -> str:
        lower = sign.lower()
        typed = lower
        if rng.random() <= self.probability:
            near = NEIGHBOURS[lower]
            typed = near[int(rng.integers(len(near)))]
        return typed if sign == lower else typed.upper()


def _there_and_back(sign: str) -> str:
    """Return a character in lower case and back, which changes the letters İ and ẞ."""
    lower = sign.lower()
    return sign if sign == lower else lower.upper()
