"""Outputs of a judge: their names, directions and bounds, and the values of a verdict."""

from __future__ import annotations

from typing import Literal

from sacreval.core.metric import Direction
from sacreval.metrics.judges._definition import Definition
from sacreval.metrics.judges._record_verdict import Judged
from sacreval.metrics.judges._scales import filled

ORDER = "order_dependent"
Unparsed = Literal["missing", "zero", "worst", "perfect"]
_FILLED = ("unparsed", "truncated", "refused")  # states of replies that came


def outputs_of(judge: Definition) -> dict[str, Direction]:
    """Return the outputs of a judge, in order, and whether larger numbers are better.

    The first number of a scale has the judge's name; the name of another follows the judge's. Pairs
    in both orders have the share of records whose verdict depends on the order, too.

    Args:
        judge: The judge.
    """
    names = [_name(judge, name) for name in judge.scale.outputs]
    worst, best = judge.scale.bounds(higher_is_better=judge.higher_is_better)
    directions: dict[str, Direction] = {
        name: None if judge.higher_is_better is None else high > low
        for name, low, high in zip(names, worst, best, strict=True)
    }
    if has_order(judge):
        directions[f"{judge.judge}_{ORDER}"] = None
    return directions


def has_order(judge: Definition) -> bool:
    """Return whether pairs are asked in both orders."""
    return judge.pair is not None and judge.pair.order == "both"


def bounds_of(judge: Definition, output: str) -> tuple[float, float]:
    """Return the worst and the best value of an output."""
    if has_order(judge) and output == f"{judge.judge}_{ORDER}":
        return 1.0, 0.0
    worst, best = judge.scale.bounds(higher_is_better=judge.higher_is_better)
    i = [_name(judge, name) for name in judge.scale.outputs].index(output)
    return worst[i], best[i]


def values_of(judge: Definition, verdict: Judged, unparsed: Unparsed) -> tuple[float, ...]:
    """Return one number for each output; none for a record that is missing."""
    values = verdict.values
    if not values and unparsed != "missing" and verdict.state in _FILLED:
        values = filled(judge.scale, unparsed, higher_is_better=judge.higher_is_better)
    if not values or not has_order(judge):
        return values
    return (*values, float(verdict.disagrees))


def _name(judge: Definition, output: str) -> str:
    return judge.judge if output == "score" else f"{judge.judge}_{'-'.join(output.split())}"
