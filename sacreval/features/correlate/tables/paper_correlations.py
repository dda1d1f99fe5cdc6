"""A table for a paper, of correlations of metrics with people, and its caption."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sacreval.core import aliases, signature
from sacreval.features.correlate.tables import (
    paper_layout as correlations,
)
from sacreval.features.correlate.tables.correlation_files import (
    at_levels,
    chosen_references,
    counted,
    inputs_used,
    metric_signatures,
    of_correlations,
)
from sacreval.features.correlate.tables.correlation_notes import chance, corpus_metrics
from sacreval.features.correlate.tables.correlation_tables import REVERSED, Row
from sacreval.features.correlate.tables.paper_layout import (
    AVERAGE,
    INTERVAL,
    PaperContent,
    short_name,
)
from sacreval.features.paper.captioned_table import WRITE, Caption, PaperFormat
from sacreval.features.paper.layout import Choice, Layout
from sacreval.report.cited_metrics import JACKKNIFED, in_words, is_known, owner, phrase, used
from sacreval.report.display_names import is_word, written
from sacreval.report.numbers import PERCENT_OF_CORRELATIONS
from sacreval.report.result_notes import short

if TYPE_CHECKING:
    from sacreval.features.correlate.tables.correlations import View


TWIN = " (jackknifed)"
"""The ending of names of jackknifed scores beside the same without jackknifing."""
_ROUGE = re.compile(
    r"rouge-(?P<type>\d|l|lsum|w|su?\d?)_(?P<part>precision|recall|f1)", re.IGNORECASE
)


def metric_names(metrics: Iterable[str], signatures: Sequence[str]) -> dict[str, str]:
    """Return the name of each metric; its identifier where two would have one name."""
    listed = list(metrics)
    names = {name: _named(name.replace(JACKKNIFED, ""), signatures) for name in listed}
    for name in listed:
        if (plain := name.replace(JACKKNIFED, "")) != name and plain in names:
            names[name] += TWIN
    uses = Counter(names.values())
    return {name: name if uses[shown] > 1 else shown for name, shown in names.items()}


def _named(name: str, signatures: Sequence[str]) -> str:
    if rouge := _ROUGE.fullmatch(name):
        part = "F1" if rouge["part"] == "f1" else rouge["part"]
        kind = rouge["type"].lower()
        return f"ROUGE-{'Lsum' if kind == 'lsum' else kind.upper()} {part}"
    options = _options(name, signatures)
    if options is not None and (called := aliases.of_output(name)) is not None:
        name = called[1]
    if options is None and name == "chrf":
        return "chrF"
    if options is None and not is_word(name):
        return name
    return written(name, options or {})


def _options(name: str, signatures: Sequence[str]) -> Mapping[str, Any] | None:
    """Return the options of the metric that a score is named after, if a signature states them."""
    stated = owner(name, signatures)
    return signature.read(stated)[1] if stated else None


TIMES = "\N{MULTIPLICATION SIGN}"
ALL = "all"  # levels and coefficients, in an average over them
LABEL = "tab:correlations"
_DRAWN = re.compile(r"\|(resamples|seed):(\d+)")
_VERSION = re.compile(r"\|version:([^|]+)")
_NOT_IN_LABELS = re.compile(r"[^A-Za-z0-9]+")
_CORRECTIONS = {"holm": "Holm's", "bonferroni": "Bonferroni's", "bh": "Benjamini and Hochberg's"}


def signatures_of(document: Mapping[str, Any]) -> list[str]:
    """Return the signatures of metrics that a document of `correlate` states."""
    return list(of_correlations(document).signatures)


def caption(table: PaperContent, cells: Layout, names: Mapping[str, str]) -> Caption:
    """Return the caption of a table."""
    ran = [t for t in table.tests if t["p_adjusted"] is not None]
    every = [cell for _, row in cells.rows for cell in row]
    sentences = [_subject(table), *_jackknifed(table.metrics)]
    if any(cell.bold for cell in every):
        alike = ", and what the test does not distinguish from it" if ran else ""
        sentences.append(f"Bold: the best of its column{alike}.")
    if ran:
        worse = any(cell.dagger for cell in every)
        mark = (
            "†: worse than the best of its column" if worse else "No metric is worse than the best"
        )
        sentences.append(f"{mark} by {_tests(ran)}.")
    if INTERVAL in table.parts:
        sentences.append(_intervals(table.results))
    if any(place.task == AVERAGE for place in table.places):
        tasks = in_words(dict.fromkeys(r["task"] for r in table.measured))
        sentences.append(f"Average: over the tasks {tasks}.")
    if means := [r for r in table.results if r["coefficient"] == ALL]:
        scaled = ", correlations r as (r + 1) / 2" if means[0]["scale"] == "0-1" else ""
        sentences.append(f"Mean: over all levels and coefficients of the run{scaled}.")
    sentences += _turned(table.measured, names) + _own_scores(table.measured, names)
    sentences += corpus_metrics([{**r, "metric": names[r["metric"]]} for r in table.measured])
    of_tasks = [r for r in table.results if r.get("task") != AVERAGE]
    sentences += chance(of_tasks, short_name)
    if len(names) > len(table.metrics):
        sentences.append(f"The first {len(table.metrics)} of {len(names)} metrics are shown.")
    sentences.append(_program(table.results))
    return Caption(sentences, _signatures(table, names), _label(table))


def _turned(results: Sequence[Row], names: Mapping[str, str]) -> list[str]:
    """Return a sentence on scores that were turned; nothing without any."""
    metrics = [names[r["metric"]] for r in results if r.get("turned") in {"metric", "both"}]
    humans = [r["human"] for r in results if r.get("turned") in {"human", "both"}]
    if not (metrics or humans):
        return []
    signed = "" if not any(r.get(REVERSED) for r in results) else "; signs are as scored"
    lower = in_words(dict.fromkeys([*metrics, *humans]))
    return [f"Smaller is better, and scores were negated, of {lower}{signed}."]


def _own_scores(results: Sequence[Row], names: Mapping[str, str]) -> list[str]:
    """Return a sentence on metrics with scores of systems of their own, as corpus BLEU."""
    own = dict.fromkeys(names[r["metric"]] for r in results if "|scores:metric|" in r["signature"])
    return [f"{in_words(own)} at system level: the metric's own score of a system."] if own else []


def _label(table: PaperContent) -> str:
    """Return the label in LaTeX, which has the name of the human judgment."""
    human = "-".join(dict.fromkeys(r["human"] for r in table.results))
    return f"{LABEL}-{_NOT_IN_LABELS.sub('-', human).strip('-')}".rstrip("-")


def _subject(table: PaperContent) -> str:
    human = in_words(dict.fromkeys(r["human"].replace("_", " ") for r in table.results))
    levels = in_words([x for x in dict.fromkeys(place.level for place in table.places) if x != ALL])
    by = in_words(
        [_of(x) for x in dict.fromkeys(place.coefficient for place in table.places) if x != ALL]
    )
    chosen = chosen_references(r["signature"] for r in table.measured)
    what = f"Correlations of metrics{f' ({chosen})' if chosen else ''} with human judgments"
    what += f" ({human}) at {levels} level by {by}"
    systems = counted((r["n_systems"] for r in table.measured), "system")
    inputs = inputs_used(
        tuple(r[name] for name in ("level", "n_instances", "n_used", "signature"))
        for r in table.measured
    )
    return f"{what}, over {systems}{f' {TIMES} {inputs}' if inputs else ''}."


def _of(coefficient: str) -> str:
    """Return a coefficient in words, with the head of its column where that is an abbreviation."""
    head, words = short_name(coefficient), phrase(coefficient)
    return words if words.startswith(head) else f"{words} ({head})"


def _jackknifed(metrics: Iterable[str]) -> list[str]:
    names = list(metrics)
    if names and all(JACKKNIFED in name for name in names):
        return ["Scores are jackknifed over references."]
    return []


def _tests(tests: Sequence[Row]) -> str:
    """Return the tests with their draws, each with its columns where there are several."""
    first = tests[0]
    names = list(dict.fromkeys(t["test"] for t in tests))
    sides = ", one-sided" if first["alternative"] == "greater" else ""
    level = f"p ≤ {first['alpha']:g}"
    text = in_words(
        _test([t for t in tests if t["test"] == name], where=len(names) > 1) for name in names
    )
    if first["correction"] == "none":
        return f"{text}{sides}, {level} without correction"
    counts = [t["n_tests"] for t in tests]
    how = f"{_CORRECTIONS[first['correction']]} correction over the {counted(counts, 'test')}"
    if max(counts) == 1:
        return f"{text}{sides}, {level}; each column has one test"
    return f"{text}{sides}, {level} after {how} of a column"


def _test(tests: Sequence[Row], *, where: bool) -> str:
    """Return a test in words with its draws, and the columns that it decides."""
    drawn = [conditions for t in tests if (conditions := dict(_DRAWN.findall(t["signature"])))]
    draws = next((x for x in reversed(drawn) if "resamples" in x), None)
    text = f", {draws['resamples']} resamples, seed {draws['seed']}" if draws else ""
    columns = dict.fromkeys(f"{t['level']} {short_name(t['coefficient'])}" for t in tests)
    return f"{phrase(tests[0]['test'])}{f' ({in_words(columns)})' if where else ''}{text}"


def _intervals(results: Sequence[Row]) -> str:
    intervals = [r["interval"] for r in results if r["interval"]]
    names = in_words(dict.fromkeys(phrase(x["method"]) for x in intervals))
    drawn = next((x for x in intervals if x["resamples"]), None)
    draws = f", {drawn['resamples']} resamples, seed {drawn['seed']}" if drawn else ""
    return f"Brackets: {100 * intervals[0]['confidence']:g} % intervals by {names}{draws}."


def _program(results: Sequence[Row]) -> str:
    versions = _VERSION.findall(results[0]["signature"])
    return f"Computed with sacreval {versions[-1]}." if versions else "Computed with sacreval."


def _signatures(table: PaperContent, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the short signature of each metric that is shown, with its name.

    A metric whose options differ between levels, as BLEU's of systems and of outputs, has one for
    each, with the levels beside its name.
    """
    metrics, levels = dict[str, dict[str, None]](), dict[str, dict[str, None]]()
    for row in table.measured:
        name, stated = row["metric"], metric_signatures(row["signature"])
        if name in table.metrics and (text := owner(name, stated)):
            metrics.setdefault(text, {})[name] = None
            levels.setdefault(short(text), {})[row["level"]] = None
    shown = dict[str, str]()
    for text, members in metrics.items():
        called = {names[name].removesuffix(TWIN) for name in members}
        several = len(called) > 1 and is_known(text)
        shown.setdefault(short(text), used(text, list(members)).label if several else min(called))
    often = Counter(shown.values())
    return [
        (f"{name} {at_levels(levels[text])}" if often[name] > 1 else name, text)
        for text, name in shown.items()
    ]


def table_of(document: Mapping[str, Any], form: PaperFormat, choice: Choice, view: View) -> str:
    """Return the table of correlations of metrics with people."""
    order = list(dict.fromkeys(r["metric"] for r in _first(view.of(document)["results"])))
    seen = replace(view, top=None).of(document)
    names = dict.fromkeys([*order, *(r["metric"] for r in seen["results"])], "")
    signatures = signatures_of(seen)
    names = metric_names(names, signatures)
    shown = correlations.shown(seen, choice, order if view.top is not None else list(names))
    table = correlations.layout(
        shown, names, transposed=choice.transposed, places=view.places(correlations.PLACES)
    )
    text = caption(shown, table, names)
    first, *rest = text.sentences
    times = [PERCENT_OF_CORRELATIONS] if choice.numbers.percent else []
    return WRITE[form](table, replace(text, sentences=[first, *times, *rest]))


def _first(results: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the correlations of the first task and level, whose order is that of the rows."""
    first = results[0]
    place = first.get("task"), first["level"]
    return [r for r in results if (r.get("task"), r["level"]) == place]
