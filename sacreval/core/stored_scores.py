"""Scores that another tool stored in its log, of a whole run and of single records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import comb, fsum, isnan, nan
from typing import Any

import msgspec

MEAN = "mean"
Reducer = Callable[[Sequence[float]], float]

_COUNTED = re.compile(r"(pass_at|at_least)_(\d+)")
_PLAIN: dict[str, Reducer] = {"sum": sum, "max": max}
_STATISTICS = {MEAN: "fmean", "median": "median", "mode": "mode"}


def reducer(name: str) -> Reducer | None:
    """Return the function of a reducer; None for an unknown one.

    Args:
        name: `mean`, `median`, `mode`, `max`, `pass_at_K` or `at_least_K`.
    """
    if name in _PLAIN:
        return _PLAIN[name]
    if name in _STATISTICS:
        import statistics

        function: Reducer = getattr(statistics, _STATISTICS[name])
        return function
    match = _COUNTED.fullmatch(name)
    if match is None:
        return None
    k = int(match[2])
    if match[1] == "at_least":
        return lambda scores: float(sum(score >= 1.0 for score in scores) >= k)
    return lambda scores: _pass_at(k, scores)


def _pass_at(k: int, scores: Sequence[float]) -> float:
    """Return the chance that one of k scores drawn is 1; NaN for fewer than k scores."""
    n, right = len(scores), sum(score >= 1.0 for score in scores)
    if n < k:
        return nan
    return 1.0 if n - right < k else 1.0 - comb(n - right, k) / comb(n, k)


class StoredScore(msgspec.Struct, frozen=True, kw_only=True):
    """A score over all records of a system, as the tool that wrote a log computed it.

    Args:
        name: The tool's name of the score, such as `exact_match`.
        value: The score.
        error: Its standard error as the tool states it; None where it states none.
        system_id: The system, as in the records that the reader makes.
        task: The task or data set, as in the records' `groups.task`; None where there is one only.
        records: Number of records it was computed from; None where the log does not state it.
        options: Options of the score, as the tool states them.
        where: File and place, for messages.
    """

    name: str
    value: float
    error: float | None = None
    system_id: str | None = None
    task: str | None = None
    records: int | None = None
    options: dict[str, Any] = {}
    where: str


_IDENTIFIER = re.compile("[A-Za-z_][A-Za-z0-9_]*")
GRADES = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}  # of inspect_ai: correct, partial, …, no answer


def number_of(value: Any) -> float | None:
    """Return a stored score of a record as a number.

    Args:
        value: A number, true or false, or a grade of inspect_ai: C, P, I or N.

    Returns:
        NaN for null, which stands for a score that is missing; None for all other values, and for
        whole numbers beyond the largest double.
    """
    if value is None:
        return nan
    if isinstance(value, bool | int | float):
        try:
            return float(value)
        except OverflowError:
            return None
    return GRADES.get(value) if isinstance(value, str) else None


def scores_of(meta: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the scores that a tool stored of one record.

    Scores within a score have names such as `quality.style`. The score of several epochs is the
    mean over those that have it, where `meta.scores` has none.

    Args:
        meta: `meta` of a record, with `scores`, or `epochs` that have `scores`.

    Returns:
        Name to value, as the tool wrote it.
    """
    if not meta:
        return {}
    epochs = meta.get("epochs")
    over_epochs = _over([epoch.get("scores") for epoch in epochs if isinstance(epoch, Mapping)]
                  if isinstance(epochs, list) else [])  # fmt: skip
    return {**over_epochs, **_flat(meta.get("scores"))}


def reduced(
    metas: Sequence[Mapping[str, Any]], ways: Mapping[str, Sequence[str]]
) -> dict[str, float]:
    """Return the scores of several epochs by the reducers that a log names.

    Args:
        metas: `meta` of each epoch, with `scores`.
        ways: Name of a score, without that of the score it is in, to its reducers.

    Returns:
        Name to value: of the first reducer under the name of the score, unless it is the mean; of
        further ones as `match/max`. Scores that are no numbers, and unknown reducers, have none.
    """
    values: dict[str, list[float | None]] = {}
    for meta in metas:
        for name, value in _flat(meta.get("scores")).items():
            values.setdefault(name, []).append(number_of(value))
    scores: dict[str, float] = {}
    for name, numbers in values.items():
        known = [number for number in numbers if number is not None and not isnan(number)]
        if None in numbers or not known:
            continue
        for place, way in enumerate(ways.get(name.rpartition(".")[2], ())):
            reduce = reducer(way)
            if reduce is not None and (place or way != MEAN):
                scores[f"{name}/{way}" if place else name] = reduce(known)
    return scores


def has_score(name: str, metas: Iterable[Mapping[str, Any] | None]) -> str:
    """Return a JMESPath expression that holds for the records that have a score.

    Args:
        name: The name of the score, as in `scores_of`.
        metas: `meta` of the records, some of which have it.
    """
    paths = {path: None for meta in metas if meta and (path := _path(name, meta))}
    return " || ".join(paths) or f"meta.scores.{_key(name)} != `null`"


def _path(name: str, meta: Mapping[str, Any]) -> str | None:
    """Return the condition that a record has a score by the place where this one has it."""
    if keys := _keys(name, meta.get("scores")):
        return f"meta.scores.{'.'.join(map(_key, keys))} != `null`"
    for epoch in meta.get("epochs") or ():
        if isinstance(epoch, Mapping) and (keys := _keys(name, epoch.get("scores"))):
            return f"meta.epochs[].scores.{'.'.join(map(_key, keys))}"
    return None


def _keys(name: str, scores: Any) -> list[str]:
    """Return the keys that lead to a score of this name; none where there is none."""
    for key, value in scores.items() if isinstance(scores, Mapping) else ():
        if key == name and not isinstance(value, Mapping):
            return [key]
        if name.startswith(f"{key}.") and (inner := _keys(name[len(key) + 1 :], value)):
            return [key, *inner]
    return []


def _key(name: str) -> str:
    return name if _IDENTIFIER.fullmatch(name) else msgspec.json.encode(name).decode()


def _flat(scores: Any) -> dict[str, Any]:
    flat = {}
    for name, value in scores.items() if isinstance(scores, Mapping) else ():
        if isinstance(value, Mapping):
            flat.update({f"{name}.{inner}": score for inner, score in _flat(value).items()})
        else:
            flat[name] = value
    return flat


def _over(epochs: Sequence[Any]) -> dict[str, Any]:
    """Return the means over epochs; of a score with a value that is no number, that value."""
    values: dict[str, list[Any]] = {}
    for epoch in epochs:
        for name, value in _flat(epoch).items():
            values.setdefault(name, []).append(value)
    return {name: _mean(scores) for name, scores in values.items()}


def _mean(values: Sequence[Any]) -> Any:
    numbers = [number_of(value) for value in values]
    wrong = next((v for v, number in zip(values, numbers, strict=True) if number is None), None)
    if wrong is not None:
        return wrong
    known = [number for number in numbers if number is not None and not isnan(number)]
    return fsum(known) / len(known) if known else None
