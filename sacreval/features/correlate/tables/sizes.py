"""How many systems and inputs made correlations, and at which levels, in words."""

from __future__ import annotations

from collections.abc import Iterable

from sacreval.report.cited_metrics import in_words


def inputs_used(results: Iterable[tuple[str, int, int, str]]) -> str:
    """Return how many inputs made the numbers, by level where levels differ; empty without inputs.

    Levels differ, too, where one has none, as that of official scores of whole systems.

    Args:
        results: The word for the level of a result, its numbers of inputs and of groups with a
            value, and its signature.
    """
    levels: dict[str, list[int]] = {}
    for level, inputs, used, text in results:
        number = used if inputs and "|group:input|" in text else inputs
        levels.setdefault(level, []).extend([number] if inputs else [])
    found = {level: counted(numbers, "input") for level, numbers in levels.items() if numbers}
    if len(set(found.values())) == 1 and len(found) == len(levels):
        return next(iter(found.values()))
    return in_words(f"{text} {at_levels([level])}" for level, text in found.items())


def counted(numbers: Iterable[int], what: str) -> str:
    """Return a number, or from which to which, of things."""
    low, high = min(found := list(numbers)), max(found)
    return f"{low if low == high else f'{low} to {high}'} {what}{'s' * (high != 1)}"


def at_levels(names: Iterable[str]) -> str:
    """Return levels as a condition, such as `at summary and system level`."""
    return f"at {in_words(names)} level"
