"""External perturbations: `py:module:Class`, or a function of a text and a generator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from sacreval.errors import UsageError
from sacreval.features.robustness.perturbations._base import Perturbation
from sacreval.text.user_functions import named

if TYPE_CHECKING:
    from numpy.random import Generator


def load(name: str) -> type[Perturbation]:
    """Load the class of an external perturbation."""
    target = named(name.removeprefix("py:"), "py:MODULE:CLASS, or py:MODULE:FUNCTION")
    if isinstance(target, type) and issubclass(target, Perturbation):
        created: Any = type(target.__name__, (target,), {"__doc__": target.__doc__})
    elif callable(target) and not isinstance(target, type):
        created = _of_function(target)
    else:
        raise UsageError(f"{name} is neither a subclass of Perturbation nor a function; name one")
    created.name = name
    return cast("type[Perturbation]", created)


def _of_function(function: Callable[[str, Generator], str]) -> type[Perturbation]:
    @dataclass(frozen=True, kw_only=True)
    class FromFunction(Perturbation):
        """A function of a text and a generator."""

        def perturb(self, text: str, rng: Generator) -> str:
            return function(text, rng)

    return FromFunction
