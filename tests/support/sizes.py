"""Sizes of a test: a small one always runs, the full ones in the long part."""

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet

LONG = [pytest.mark.long]


def long(*values: Any) -> Any:
    """Mark the parameters of a case as long."""
    return pytest.param(*values, marks=pytest.mark.long)


def few(most: int, names: str | tuple[str, ...], values: Iterable[Any], **options: Any) -> Any:
    """Parametrize a test so that some of its cases always run, and the others in the long part.

    Args:
        most: How many of the cases always run: the first, and others at equal distances.
        names: As in `pytest.mark.parametrize`.
        values: As in `pytest.mark.parametrize`.
        **options: As in `pytest.mark.parametrize`.
    """
    single = isinstance(names, str) and "," not in names
    cases = [ParameterSet.extract_from(value, force_tuple=single) for value in values]
    kept = {i * len(cases) // most for i in range(most)}
    marked = [
        pytest.param(*case.values, marks=[*case.marks, *([] if i in kept else LONG)], id=case.id)
        for i, case in enumerate(cases)
    ]
    return pytest.mark.parametrize(names, marked, **options)
