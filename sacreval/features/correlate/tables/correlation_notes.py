"""Notes below tables of correlations: what was left out, the tests behind marks, signatures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sacreval.features.correlate.tables.correlation_tables import (
    LOWER_MEANS,
    MARK,
    REVERSED,
    Row,
    skipped_text,
)

_NAMES = ("task", "level", "coefficient", "metric")  # fields that name a result
_OF_CORPORA = {"bleu", "sacrebleu", "spbleu", "f200spbleu", "chrf", "chrfpp", "chrf2", "ter"}
"""Metrics that are computed on a whole corpus, by a part of the names of their outputs."""
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
_IN_TABLE = {"level", "coef", "over"}  # fields that the table has


def omissions(results: Sequence[Row], tested: Sequence[Row] = ()) -> list[str]:
    """Describe groups that were not used, and why a value, interval or test is missing."""
    missing: dict[tuple[str, str, str], tuple[dict[str, None], dict[str, None]]] = {}
    for kind, reason, of, result in _missing(results, tested):
        what, who = missing.setdefault((kind, _where(result), reason), ({}, {}))
        what[result["coefficient"]] = who[of] = None
    used = dict.fromkeys(
        f"{r['n_used']} used{_where(r)}, left out {skipped_text(r['skipped'])}: {r['metric']}"
        for r in results
        if r["skipped"] and not r["reason"]
    )
    return [
        *_merged(used),
        *(
            f"no {kind}{', '.join(what)}{where}: {reason} ({_few(list(who))})"
            for (kind, where, reason), (what, who) in missing.items()
        ),
    ]


def turned_people(results: Sequence[Row]) -> list[str]:
    """Return which human scores were turned, as smaller ones are better."""
    humans = dict.fromkeys(r["human"] for r in results if r.get("turned") in {"human", "both"})
    return [f"{_few(list(humans))}: smaller is better, and was turned."] if humans else []


def directions(results: Sequence[Row]) -> list[str]:
    """Return which metrics were turned, as smaller scores are better, and what signs mean."""
    sentences = [LOWER_MEANS] if any(r.get("turned") in {"metric", "both"} for r in results) else []
    if any(r.get(REVERSED) for r in results):
        sentences.append(
            "Signs are those of the scores in the input: coefficients of turned scores have the "
            "opposite sign; tests, ranks and accuracies compare turned scores."
        )
    return sentences


def chance(
    results: Sequence[Row], named: Callable[[str], str] = str, *, places: int = 4
) -> list[str]:
    """Return what a metric without information reaches by pairwise accuracies; else nothing.

    Args:
        results: The correlations.
        named: Returns the name of a coefficient in the table.
        places: Number of decimal places.
    """
    by_place: dict[str, list[float]] = {}
    for r in results:
        if (value := r.get("chance")) is not None:
            place = [r[x] for x in ("task", "level") if x in r] + [named(r["coefficient"])]
            by_place.setdefault(" ".join(place), []).append(value)
    if not by_place:
        return []
    texts = [f"{place} {_span(values, places)}" for place, values in by_place.items()]
    return [f"Chance, of a metric without information: {', '.join(texts)}."]


def corpus_metrics(results: Sequence[Row]) -> list[str]:
    """Return a note that means of outputs are correlated, where metrics have corpus scores too."""
    names = dict.fromkeys(
        r["metric"]
        for r in results
        if "|scores:mean|" in r["signature"]
        and r["coefficient"] != "spa"  # over single outputs in any case
        and _OF_CORPORA & set(_NOT_IN_NAMES.split(r["metric"].lower()))
    )
    if not names:
        return []
    means = "the score of a system is the mean of its sentence scores, not its corpus score"
    return [f"{_few(list(names))} at system level: {means}."]


def _span(values: Sequence[float], places: int) -> str:
    low, high = f"{min(values):.{places}f}", f"{max(values):.{places}f}"
    return low if low == high else f"{low} to {high}"


def _missing(results: Sequence[Row], tested: Sequence[Row]) -> Iterator[tuple[str, str, str, Row]]:
    """Yield what is missing: its kind, the reason, the metrics, and the result itself."""
    for r in results:
        if r["reason"]:
            yield "", r["reason"], r["metric"], r
        elif r["interval_reason"]:
            yield "interval of ", r["interval_reason"], r["metric"], r
    for t in tested:
        if t["reason"]:
            yield "test of ", t["reason"], f"{t['metric_a']} and {t['metric_b']}", t


def _merged(lines: Iterable[str]) -> list[str]:
    """Merge lines that differ only in the metric, naming all their metrics."""
    by_text: dict[str, list[str]] = {}
    for line in lines:
        text, _, metric = line.rpartition(": ")
        by_text.setdefault(text, []).append(metric)
    return [f"{text}: {_few(metrics)}" for text, metrics in by_text.items()]


def _where(result: Row) -> str:
    return f" at {result['level']} level" + (f" of {result['task']}" if "task" in result else "")


def _few(names: Sequence[str]) -> str:
    rest = len(names) - 5
    return ", ".join(names[:5]) + (f" and {rest} more" if rest > 0 else "")


def basis(
    tested: Sequence[dict[str, Any]], ranked: Sequence[dict[str, Any]], *, marked: bool
) -> list[str]:
    """Describe the tests that stars, daggers and ranks are based on."""
    listed = _described(t for t in tested if t["test"] != "none")
    if not listed:
        return []
    apart = [place for place in ranked if place["correction"] != tested[0]["correction"]]
    ranks = " and ranks" if ranked and not apart else ""
    begins = "a rank begins where one of the rank above is significantly better"
    what = f"Tests, {MARK}{ranks}" if marked else f"Tests{ranks}"
    lines = [f"{what} rest on: {listed}{f'; {begins}' if ranks else ''}."]
    return [*lines, f"Ranks rest on: {_described(apart)}, as WMT's; {begins}."] if apart else lines


def _described(rows: Iterable[dict[str, Any]]) -> str:
    """Describe tests, or the tests of ranks, each once."""
    tests = []
    for row in rows:
        correction = "without correction"
        if row["correction"] != "none":
            many = f"{row['n_tests']} test{'s' * (row['n_tests'] != 1)}"
            correction = f"{row['correction']} over {many}"
        chosen = f" ({row['chosen']})" if row.get("chosen") else ""
        tests.append(
            f"{row['test']}{chosen}, {row['alternative']}, {correction}, at {row['alpha']:g}"
        )
    return "; ".join(dict.fromkeys(tests))


def populations(tested: Sequence[dict[str, Any]]) -> list[str]:
    """Return the populations of tests, without those that only combine others, as of averages."""
    sentences = list(dict.fromkeys(t["population"] for t in tested if t["population"]))
    return [s for s in sentences if not any(other in s for other in sentences if other != s)]


def condensed(results: Sequence[Row], what: str) -> list[str]:
    """Return the signatures of results: their common fields once, then the differences."""
    parts = [_parts(r["signature"]) for r in results]
    if not parts:
        return []
    shared = {k: v for k, v in parts[0].items() if all(p.get(k) == v for p in parts)}
    apart: dict[str, list[Row]] = {}
    for result, part in zip(results, parts, strict=True):
        rest = {k: v for k, v in part.items() if k not in shared and k not in _IN_TABLE}
        apart.setdefault(_text(rest), []).append(result)
    common = {k: v for k, v in shared.items() if k not in _IN_TABLE}
    lines = [f"signature of {what}: {_text(common)}"]
    lines += [f"  {_who(some, results)}: {rest}" for rest, some in apart.items() if rest]
    return lines


def _parts(signature: str) -> dict[str, str]:
    """Split a signature at the bars that precede a field's name; values may contain bars."""
    parts: dict[str, str] = {}
    last = ""
    for piece in signature.split("|"):
        name, colon, value = piece.partition(":")
        if last == "metrics" and name not in _AFTER_METRICS:
            parts[last] += f"|{piece}"
        else:
            parts[name], last = value if colon else "", name
    return parts


_AFTER_METRICS = {"ci", "why", "conf", "resamples", "seed", "version"}
"""Names that can follow `metrics`, whose value is the signatures of metrics."""


def _text(parts: Mapping[str, str]) -> str:
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def _who(some: Sequence[Row], everyone: Sequence[Row]) -> str:
    """Name some results by the fields that distinguish them from the others."""
    words = []
    for name in _NAMES:
        values, known = _values(some, name), _values(everyone, name)
        if len(values) < len(known):
            words.append(", ".join(values))
    return "; ".join(words) or "all"


def _values(results: Iterable[Row], name: str) -> list[str]:
    return list(dict.fromkeys(r[name] for r in results if name in r))
