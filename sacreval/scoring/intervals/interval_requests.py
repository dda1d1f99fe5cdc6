"""Interval requests: options for intervals that exclude each other, as one method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sacreval.core.interval_names import IntervalName
from sacreval.errors import UsageError
from sacreval.scoring.intervals.interval_options import IntervalOptions

if TYPE_CHECKING:
    from sacreval.scoring.intervals.known_population import Covariate, Shares
    from sacreval.scoring.intervals.methods._base import Method


def requested(
    options: IntervalOptions,
    *,
    fixed_items: bool = False,
    anytime: bool = False,
    covariate: str | None = None,
    strata: str | None = None,
    by: str | Sequence[str] | None = None,
) -> IntervalOptions:
    """Return options with the method that further options name.

    Args:
        options: The options so far.
        fixed_items: Whether intervals are for the same items, sampled again.
        anytime: Whether intervals hold at every time of a run that goes on.
        covariate: A number in `meta`, with its mean, that means are adjusted by.
        strata: A group, with the shares of its values, that means are weighted by.
        by: What results are broken down by.

    Raises:
        UsageError: If two of them are given, one is given with a method of another name, or it
            cannot be parsed.
    """
    if not 0 <= options.item_cost < float("inf"):
        raise UsageError(f"--item-cost {options.item_cost:g}: give a finite number of 0 or more")
    further: dict[IntervalName, bool] = {
        "fixed-items": fixed_items,
        "anytime": anytime,
        "adjusted": covariate is not None,
        "stratified": strata is not None,
    }
    named = {_method(name).option: name for name, asked in further.items() if asked}
    if options.guarantee:
        named["--guarantee"] = "clopper-pearson"
    if options.method != "auto" and options.method not in named.values():
        named[f"--interval {options.method}"] = options.method
    _check(named, by=by, unit=options.unit)
    method = next(iter(named.values()), options.method)
    return replace(
        options,
        method="auto" if options.guarantee else method,
        covariate=None if covariate is None else _covariate(covariate),
        shares=None if strata is None else _shares(strata),
    )


def _method(name: IntervalName) -> Method:
    from sacreval.scoring.intervals.methods._base import method_of

    return method_of(name)


def _covariate(text: str) -> Covariate:
    from sacreval.scoring.intervals.known_population import covariate

    return covariate(text)


def _shares(text: str) -> Shares:
    from sacreval.scoring.intervals.known_population import shares

    return shares(text)


def _check(
    named: dict[str, IntervalName], *, by: str | Sequence[str] | None, unit: str | None
) -> None:
    if len(named) > 1:
        raise UsageError(f"{' and '.join(named)} are different intervals; give one of them")
    for option, name in named.items():
        method = _method(name)
        if option == f"--interval {name}" and method.population:
            raise UsageError(
                f"{option} needs more; give {method.option} {method.population} instead"
            )
        if method.population and by:
            group = by if isinstance(by, str) else by[0]
            raise UsageError(
                f"{option} is about all records, not those of each {group}; drop --by or {option}"
            )
        if unit is not None and method.option:
            raise UsageError(
                f"{option} takes records as independent; drop --resample-by or {option}"
            )
