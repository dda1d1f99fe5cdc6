"""External perturbations: `py:module:Class`, or a function of a text and a generator."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from sacreval.errors import NotSetUpError, UsageError, one_line
from sacreval.perturbations._base import Perturbation

if TYPE_CHECKING:
    from numpy.random import Generator


def load(name: str) -> type[Perturbation]:
    """Load the class of an external perturbation.

    Args:
        name: `py:MODULE:ATTRIBUTE`, a subclass of `Perturbation` or a function that takes a text
            and a `numpy.random.Generator` and returns a text.

    Raises:
        UsageError: If the attribute is neither.
        NotSetUpError: If it cannot be imported.
    """
    module, _, attribute = name.removeprefix("py:").partition(":")
    if not attribute or not all(map(str.isidentifier, module.split("."))):
        raise UsageError(f"{name}: write py:MODULE:CLASS, or py:MODULE:FUNCTION")
    found = _imported(name, module, attribute)
    if isinstance(found, type) and issubclass(found, Perturbation):
        created: Any = type(found.__name__, (found,), {"__doc__": found.__doc__})
    elif callable(found) and not isinstance(found, type):
        created = _of_function(found)
    else:
        raise UsageError(f"{name} is neither a subclass of Perturbation nor a function; name one")
    created.name = name
    return cast("type[Perturbation]", created)


def _imported(name: str, module: str, attribute: str) -> Any:
    if os.getcwd() not in sys.path:  # noqa: PTH109 - sys.path holds text
        sys.path.append(os.getcwd())  # noqa: PTH109
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise NotSetUpError(
            f"{name} cannot be imported ({one_line(error)}); install its package, or run in its "
            "folder"
        ) from error
    except (Exception, SystemExit) as error:
        raise NotSetUpError(
            f"{name} fails to import ({one_line(error)}); fix the module"
        ) from error


def _of_function(function: Callable[[str, Generator], str]) -> type[Perturbation]:
    @dataclass(frozen=True, kw_only=True)
    class FromFunction(Perturbation):
        """A function of a text and a generator."""

        def perturb(self, text: str, rng: Generator) -> str:
            return function(text, rng)

    return FromFunction
