"""Rules by which results are compared with what is expected, outside the sandbox.

Source: EvalPlus 0.3.1 (`evalplus` and the rules of single problems), LiveCodeBench's checker of
2024 (`livecodebench`, `same_output`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from sacreval.features.programs.sandboxes.values import Other

RTOL = 1e-7
FLOATS = 1e-6  # tolerance where a float is expected and the problem states none

Rule = Callable[[Any, Any, Sequence[Any], float], bool]


def same_output(found: str, expected: str) -> bool:
    """Compare standard outputs line by line, without white space at ends, or as decimal numbers.

    Args:
        found: What the program wrote.
        expected: What it should write.
    """
    lines, wanted = (
        [line.strip() for line in text.strip().split("\n")] for text in (found, expected)
    )
    return len(lines) == len(wanted) and all(map(_same_line, lines, wanted))


def _same_line(found: str, expected: str) -> bool:
    if found == expected:
        return True
    numbers = _decimals(found), _decimals(expected)
    try:
        return None not in numbers and numbers[0] == numbers[1]
    except InvalidOperation:  # of a signalling NaN, which equals nothing
        return False


def _decimals(line: str) -> list[Decimal] | None:
    try:
        return [Decimal(word) for word in line.split()]
    except InvalidOperation:
        return None


def equal(found: Any, expected: Any, _arguments: Sequence[Any], _atol: float) -> bool:
    """Compare by `==` of Python."""
    return bool(found == expected)


def livecodebench(found: Any, expected: Any, _arguments: Sequence[Any], _atol: float) -> bool:
    """Compare by `==`, where a tuple counts as a list."""
    return bool((list(found) if isinstance(found, tuple) else found) == expected)


def evalplus(found: Any, expected: Any, _arguments: Sequence[Any], atol: float) -> bool:
    """Compare by `==`, and by a tolerance where the problem has one or floats are expected."""
    if found == expected:
        return True
    tolerance = atol or (FLOATS if _is_floats(expected) else 0.0)
    return bool(tolerance) and type(found) is type(expected) and _close(found, expected, tolerance)


def same_set(found: Any, expected: Any, _arguments: Sequence[Any], _atol: float) -> bool:
    """Compare the items, in any order and number."""
    return set(found) == set(expected)


def any_value(_found: Any, _expected: Any, _arguments: Sequence[Any], _atol: float) -> bool:
    """Accept every result, for problems without a right answer."""
    return True


def zero_too(found: Any, expected: Any, arguments: Sequence[Any], atol: float) -> bool:
    """Accept 0 beside what is expected."""
    return evalplus(found, expected, arguments, atol) or bool(found == 0)


def not_none(found: Any, expected: Any, _arguments: Sequence[Any], _atol: float) -> bool:
    """Compare whether there is a result at all, unless it is a truth value."""
    there = expected is not None if not isinstance(expected, bool) else expected
    there = bool(there)
    return found is there if isinstance(found, bool) else (found is not None) == there


def root(found: Any, _expected: Any, arguments: Sequence[Any], atol: float) -> bool:
    """Accept a root of the polynomial whose coefficients are the argument."""
    value = sum(factor * math.pow(found, i) for i, factor in enumerate(arguments[0]))
    return bool(abs(value) <= atol)


def pyramid(found: Any, expected: Any, arguments: Sequence[Any], atol: float) -> bool:
    """Accept the surface of a square pyramid whose second argument is its height, too."""
    if evalplus(found, expected, arguments, atol):
        return True
    edge, height = arguments
    slant = math.sqrt((edge / 2) ** 2 + height**2)
    return bool(abs(found - round(edge**2 + 2 * edge * slant)) <= atol)


def digit_distance(found: Any, expected: Any, arguments: Sequence[Any], atol: float) -> bool:
    """Accept the sum of the differences of digits of numbers of one length, too."""
    if evalplus(found, expected, arguments, atol):
        return True
    words = [str(one) for one in arguments]
    width = max(map(len, words))
    pairs = zip(*(word.zfill(width) for word in words), strict=True)
    return bool(found == sum(abs(int(a) - int(b)) for a, b in pairs))


RULES: dict[str, Rule] = {
    "equal": equal,
    "livecodebench": livecodebench,
    "evalplus": evalplus,
    "same-set": same_set,
    "any": any_value,
    "zero-too": zero_too,
    "not-none": not_none,
    "root": root,
    "pyramid": pyramid,
    "digit-distance": digit_distance,
}


def agrees(rule: str, found: Any, expected: Any, arguments: Sequence[Any], atol: float) -> bool:
    """Return whether a result is what is expected; one that the rule cannot compare is not.

    Args:
        rule: Name of the rule.
        found: The result.
        expected: What is expected.
        arguments: The arguments of the call.
        atol: The absolute tolerance of the problem.
    """
    try:
        return RULES[rule](found, expected, arguments, atol)
    except (TypeError, ValueError, ArithmeticError, AttributeError):
        return False


def _is_floats(value: Any) -> bool:
    if isinstance(value, list | tuple) and value:
        return all(isinstance(one, float) for one in value)
    return isinstance(value, float)


def _close(found: Any, expected: Any, atol: float) -> bool:
    if isinstance(expected, list | tuple):
        pairs = zip(found, expected, strict=True)
        return all(_close(one, wanted, atol) for one, wanted in pairs)
    if isinstance(found, Other):
        return False
    return bool(found == expected or abs(found - expected) <= atol + RTOL * abs(expected))
