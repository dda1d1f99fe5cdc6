"""Main outputs among scores: without parts of other metrics, and without jackknifed twins.

`python -m sacreval.features.correlate.data.main_outputs` writes the index of sacreval's own
outputs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import MISSING, fields, replace
from functools import cache
from typing import NamedTuple

import numpy as np

from sacreval.core.contract.declarations import main_output
from sacreval.core.metric import Metric, metrics
from sacreval.errors import SacrevalError
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.measures.coefficient_names import first_names
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.io.resources import PACKAGE

MAIN, ALL = "main", "all"
"""Names that stand for the main outputs of metrics, and for all scores."""
INDEX = PACKAGE / "metrics" / "parts.json"
"""Output to the main outputs that it is a part of, since importing all metrics takes a second."""
JACKKNIFED = "_jk"
_ROUGE = re.compile(r"(rouge(?:\d|L|Lsum|W[0-9.]*|S\w*))_(precision|recall|f1)")
"""ROUGE has one metric for each type, whose main output is F1."""
_OF_USERS = ("judge", "stored-score")  # whose outputs have names of the user


class MainOutputs(NamedTuple):
    """The scores that take part.

    Args:
        names: Their names.
        note: What was left out, and how to name it; None if nothing was.
    """

    names: list[str]
    note: str | None


def main_outputs(data: ScoreSet, names: Iterable[str], *, human_texts: bool) -> MainOutputs:
    """Choose the main outputs of metrics among scores.

    Args:
        data: All scores.
        names: Names of scores; one of a metric that is not known is a main output.
        human_texts: Whether human texts take part, which compare fairly on jackknifed scores only.
    """
    every = list(names)
    there = [name for name in every if _plain(name) not in every or _has_values(data, name)]
    twins = _twins(data, there, human_texts=human_texts)
    rest = [name for name in there if name not in twins]
    parts = [name for name in rest if _is_part(name, rest)]
    apart = "not jackknifed" if human_texts else "jackknifed"
    left_out = [(parts, "parts of other scores"), (twins, apart)]
    texts = [f"{first_names(some, 2)} ({what})" for some, what in left_out if some]
    note = f"Left out: {'; '.join(texts)}. --metric NAME or --metric all has them."
    return MainOutputs([name for name in rest if name not in parts], note if texts else None)


def has_human_texts(data: ScoreSet, systems: Collection[str]) -> bool:
    """Return whether human texts take part."""
    return not {"reference", "all", *data.references}.isdisjoint(systems)


def without_twins(data: ScoreSet, options: CorrelationOptions) -> ScoreSet:
    """Return scores of a run without jackknifed ones, unless options name some."""
    asked = any(name == ALL or _plain(name) != name for name in options.metric)
    if asked or options.explain or has_human_texts(data, options.systems):
        return data
    plain = {name: scores for name, scores in data.scores.items() if _plain(name) == name}
    return replace(data, scores=plain)


def _has_values(data: ScoreSet, name: str) -> bool:
    return _plain(name) == name or not np.isnan(data.scores[name]).all()


def _twins(data: ScoreSet, names: Collection[str], *, human_texts: bool) -> list[str]:
    """Return the scores that take no part since the same with, or without, jackknifing does."""
    peers = ~np.isin(data.systems, list(data.references))
    pairs = [(name, _plain(name)) for name in names if _plain(name) != name]
    return [
        plain if human_texts and not np.isnan(data.scores[name][peers]).all() else name
        for name, plain in pairs
        if plain in names
    ]


def _plain(name: str) -> str:
    return name.replace(JACKKNIFED, "", 1)


def _is_part(name: str, names: Collection[str]) -> bool:
    """Return whether a main output that this one is a part of is there, with the same prefix."""
    twin = name.removeprefix(_plain(name))
    words = _plain(name).split("_")
    starts = ("".join(f"{word}_" for word in words[:i]) for i in range(len(words)))
    return any(
        f"{start}{main}{twin}" in names
        for start in starts
        for main in _mains(_plain(name).removeprefix(start))
    )


def _mains(output: str) -> Collection[str]:
    """Return the main outputs that an output is a part of; none for a main output."""
    if rouge := _ROUGE.fullmatch(output):
        return () if rouge[2] == "f1" else (f"{rouge[1]}_f1",)
    return _index().get(output, ())


@cache
def _index() -> dict[str, list[str]]:
    try:
        index: dict[str, list[str]] = json.loads(INDEX.read_text(encoding="utf-8"))
    except FileNotFoundError:  # a checkout in which it was not written yet
        return {}
    return index


def generate() -> str:
    """Return the index of sacreval's own metrics, as JSON with a line for each output."""
    mains, parts = set[str](), dict[str, dict[str, None]]()
    for name in filter(metrics.is_own, metrics):
        if name in _OF_USERS:
            continue
        metric = _by_default(metrics.get(name))
        main = main_output(metric)
        mains |= {main} if main else set()
        for output in metric.outputs:
            if main and output != main and not _ROUGE.fullmatch(output):
                parts.setdefault(output, {})[main] = None
    lines = (
        f"{json.dumps(output)}: {json.dumps([*of])}"
        for output, of in sorted(parts.items())
        if output not in mains
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _by_default(cls: type[Metric]) -> Metric:
    """Create a metric with its defaults, even if programs or models that it needs are missing."""
    metric = object.__new__(cls)
    for field in fields(cls):
        default = field.default if field.default_factory is MISSING else field.default_factory()
        object.__setattr__(metric, field.name, default)
    with suppress(SacrevalError):
        getattr(metric, "__post_init__", bool)()
    return metric


if __name__ == "__main__":
    INDEX.write_text(generate(), encoding="utf-8")
