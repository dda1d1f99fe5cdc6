"""Base class of perturbations, which change texts at random, and the `perturbations` registry.

`perturb` changes one text by the generator that it is given, and nothing else is random. Where a
class has `fmeval`, it draws as that library does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sacreval.core.options.registry import Registry
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from numpy.random import Generator


@dataclass(frozen=True, kw_only=True)
class Perturbation(ABC):
    """Base class of perturbations; the fields of a subclass are options, all with defaults."""

    name: ClassVar[str]
    in_fmeval: ClassVar[bool] = False  # whether `fmeval` draws as the library of that name

    @abstractmethod
    def perturb(self, text: str, rng: Generator) -> str:
        """Return a changed text.

        Args:
            text: The text, which may be empty.
            rng: The only source of randomness.
        """

    def fmeval(self, text: str, rng: Generator) -> str:
        """Return the text that fmeval's perturbation of that name creates from the same draws.

        Args:
            text: The text.
            rng: The generator, which fmeval carries over from text to text.
        """
        return self.perturb(text, rng)


def check_probability(value: float, option: str) -> None:
    """Check an option that is a probability or a share.

    Raises:
        UsageError: If it is not from 0 to 1.
    """
    if not 0.0 <= value <= 1.0:
        raise UsageError(f"{option} is {value:g}; give a number from 0 to 1")


perturbations: Registry[Perturbation] = Registry(
    "perturbation",
    "sacreval.features.robustness.perturbations",
    outside="sacreval.features.robustness.perturbations._external",
    schemes=("py",),
    base=Perturbation,
)
