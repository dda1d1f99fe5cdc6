"""Declarations of a function that is a metric: outputs, directions, where it is undefined."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, overload

from sacreval.core.contract.metric_values import Direction
from sacreval.errors import UsageError

F = TypeVar("F", bound=Callable[..., Any])


class DeclaredFunction(NamedTuple):
    """What a function declares by attributes, or by the decorator `metric_function`.

    Args:
        outputs: Names of its numbers.
        higher_is_better: Direction, or one for each output.
        undefined_where: When it returns None or NaN, in words; "" if it never does.
        single_reference: Whether records with several references are refused.
        highest: Largest number, where the least is 0; 1 for a function annotated `-> bool`. None
            if it is not declared.
    """

    outputs: tuple[str, ...]
    higher_is_better: Direction | Mapping[str, Direction] = True
    undefined_where: str = ""
    single_reference: bool = False
    highest: float | Mapping[str, float] | None = None


@overload
def metric_function(function: F, /) -> F: ...


@overload
def metric_function(
    *,
    outputs: Sequence[str] | None = None,
    higher_is_better: Direction | Mapping[str, Direction] = True,
    undefined_where: str = "",
    single_reference: bool = False,
    highest: float | Mapping[str, float] | None = None,
) -> Callable[[F], F]: ...


def metric_function(
    function: Any = None,
    /,
    *,
    outputs: Sequence[str] | None = None,
    higher_is_better: Direction | Mapping[str, Direction] = True,
    undefined_where: str = "",
    single_reference: bool = False,
    highest: float | Mapping[str, float] | None = None,
) -> Any:
    """Declare what `py:module:function` needs to know of a function; used as a decorator.

    It sets attributes of the function, which may also be set without it.

    Args:
        function: The function, where the decorator is written without parentheses.
        outputs: Names of the numbers of a function that returns a mapping, in their order; by
            default the function returns one number, which has its name.
        higher_is_better: Whether larger numbers are better; None if neither are; a mapping if
            outputs differ.
        undefined_where: When the function returns None or NaN, as in "outputs without a number";
            such a record has no score, and is counted.
        single_reference: Whether records with several references are refused.
        highest: Largest number, where the least is 0, by output if they differ: numbers of 0 and 1
            are then shares, with the intervals of shares. `-> bool` says it too.
    """

    def declare(function: F) -> F:
        declared: Any = function
        if outputs is not None:
            declared.outputs = tuple(outputs)
        declared.higher_is_better = higher_is_better
        declared.undefined_where = undefined_where
        declared.single_reference = single_reference
        declared.highest = highest
        return function

    return declare if function is None else declare(function)


def declared(function: Any, name: str) -> DeclaredFunction:
    """Read what a function declares.

    Args:
        function: The function.
        name: Its name, that of its only output if it declares none.

    Raises:
        UsageError: If `outputs` is no list of different names.
    """
    outputs = getattr(function, "outputs", (name,))
    names = [] if isinstance(outputs, str) else list(outputs)
    if not names or len(set(names)) < len(names) or not all(isinstance(x, str) for x in names):
        raise UsageError(
            f"{name}.outputs is {outputs!r}; write different names, as in ('precision', 'recall')"
        )
    return DeclaredFunction(
        tuple(names),
        getattr(function, "higher_is_better", True),
        getattr(function, "undefined_where", ""),
        bool(getattr(function, "single_reference", False)),
        _highest(function, names),
    )


def _highest(function: Any, names: Sequence[str]) -> float | Mapping[str, float] | None:
    """Return the largest number that a function declares."""
    highest = getattr(function, "highest", None)
    if highest is None:
        annotated = getattr(function, "__annotations__", {}).get("return")
        return 1.0 if annotated in (bool, "bool") else None
    by_output = highest if isinstance(highest, Mapping) else dict.fromkeys(names, highest)
    if by_output.keys() <= set(names) and all(_is_positive(x) for x in by_output.values()):
        return highest if isinstance(highest, Mapping) else float(highest)
    raise UsageError(
        f"{names[0]}.highest is {highest!r}; write the largest number, as in 1.0, or one for each "
        f"of {', '.join(names)}"
    )


def _is_positive(value: Any) -> bool:
    return isinstance(value, int | float) and 0 < value < float("inf")
