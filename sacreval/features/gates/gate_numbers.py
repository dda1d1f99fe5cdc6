"""Numbers in the sentences of gates: as many decimals as tables have, more only near a bound."""

from __future__ import annotations

from sacreval.stats.rounding import SIGNIFICANT_DIGITS, rounded

_DECIMALS = 4  # the most that tables of results have
_SMALL = 0.1  # numbers below this have
_FEWEST = 4  # digits


def short(value: float, bound: float | None = None, *, sign: bool = False) -> str:
    """Return a number with at most four decimals; of one below 0.1, four digits.

    Args:
        value: The number.
        bound: What it is compared with: if rounding changes on which side of it the number is,
            twelve digits are shown.
        sign: Whether a number above 0 begins with `+`.
    """
    plus = "+" if sign else ""
    small = 0 < abs(value) < _SMALL
    text = f"{value:{plus}.{_FEWEST}g}" if small else f"{value:{plus}.{_DECIMALS}f}"
    if "." in text and "e" not in text:
        text = text.rstrip("0").rstrip(".")
    if bound is None or _side(float(text), bound) == _side(rounded(value), bound):
        return text
    return f"{value:{plus}.{SIGNIFICANT_DIGITS}g}"


def change(old: float | None, now: float | None, gain: float | None = None) -> str:
    """Return the words for a change of a score.

    Args:
        old: The score of the baseline.
        now: The score of the run.
        gain: The change on shared records; None for none.
    """
    words = f"it went from {_score(old, now)} to {_score(now, old)}"
    return words if gain is None else f"{words} ({short(gain, 0, sign=True)})"


def _score(value: float | None, other: float | None) -> str:
    return "no value" if value is None else short(value, other)


def _side(value: float, bound: float) -> int:
    return (value > bound) - (value < bound)
