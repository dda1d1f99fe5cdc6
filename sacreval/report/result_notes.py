"""Lines below a table of results: how intervals were made, and signatures."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Literal

import msgspec

from sacreval.core import signature
from sacreval.core.contract.declarations import computed_by
from sacreval.core.metric import metrics
from sacreval.core.results import MEAN, Interval, Repeats, Result
from sacreval.errors import UsageError, comma_list
from sacreval.report.data_set_tables import has_sets, set_notes
from sacreval.report.display_names import display_names
from sacreval.report.lacking import lacking_lines
from sacreval.report.numbers import p_text

_HASHES = ("data", "outputs")
_ALWAYS = ("normalize", "tokenize")  # whose defaults differ between metrics of one table


def short(text: str) -> str:
    """Return a signature without hashes of data and without options at their defaults.

    With the versions that stay in it, the defaults are known. How texts are normalised and split
    into tokens stays too, since metrics have different defaults.

    Args:
        text: The signature, which stays as it is if the options of its metric are not known here.
    """
    name, stated = signature.read(text)
    if not (metrics.is_own(name) or name.startswith("cmd:")):
        return text
    try:
        usual = defaults(name, extracted="extract" in stated)
    except UsageError:  # no command could be read from the name
        return text
    kept = {
        option: value
        for option, value in stated.items()
        if option not in _HASHES
        and (option in _ALWAYS or option not in usual or usual[option] != value)
    }
    return signature.write(name, kept)


@cache
def defaults(name: str, *, extracted: bool) -> Mapping[str, Any]:
    """Return the options of a metric with a default, as in signatures.

    Args:
        name: Name of the metric.
        extracted: Whether the options of extraction are among them.
    """
    known = list(fields(metrics.get(name)))
    if extracted:
        from sacreval.metrics._wrappers.extraction import UNANSWERED, Extracted

        known = [*fields(Extracted), *known]
    usual = {f.name: f.default for f in known if f.default is not MISSING}
    usual |= {f.name: f.default_factory() for f in known if f.default_factory is not MISSING}
    if extracted:
        usual["unextracted"] = UNANSWERED
    return signature.read(signature.write("", usual))[1]


NAMES = ("bleu", "chrf", "ter")
Style = Literal["sacreval", "sacrebleu"]
Draws = tuple[tuple[str, int], ...]


def of_results(results: Sequence[Result], style: Style) -> list[Result]:
    """Return results with sacrebleu's signatures, where sacrebleu has the metric.

    Args:
        results: The results.
        style: Whether they were requested.
    """
    if style != "sacrebleu":
        return list(results)
    lines = (sacrebleu_line(result.signature) for result in results)
    return [
        result if line is None else msgspec.structs.replace(result, sacrebleu=line)
        for result, line in zip(results, lines, strict=True)
    ]


def printed(sacrebleu: str | msgspec.UnsetType, text: str) -> str:
    """Return the signature that is printed: sacrebleu's if it was requested, else a short one.

    Args:
        sacrebleu: That of sacrebleu, as a result or a comparison has it.
        text: That of sacreval.
    """
    return short(text) if sacrebleu is msgspec.UNSET else sacrebleu


@cache
def sacrebleu_line(text: str, draws: Draws = ()) -> str | None:
    """Return a signature as sacrebleu prints it, such as `BLEU|nrefs:1|case:mixed|…`.

    Args:
        text: The signature of sacreval, with all options.
        draws: What sacrebleu states of a test: `bs` or `ar` and `seed`, with their values.

    Returns:
        The signature; None for other metrics, and for options that sacrebleu does not have.
    """
    name, stated = signature.read(text)
    if name not in NAMES or not {"sacrebleu", "refs"} <= stated.keys():
        return None  # without references it is a mean over data sets, which sacrebleu does not have
    cls = metrics.get(name)
    options = {field.name for field in fields(cls)} & stated.keys()
    metric: Any = cls(**{key: stated[key] for key in options})
    if computed_by(metric) == "definition":
        return None
    scorer = metric.official()
    scorer.num_refs = _number(stated["refs"])
    official = scorer.get_signature()
    official.update("version", stated["sacrebleu"])
    for key, value in draws:
        official.update(key, value)
    return f"{_score(name, stated)}|{official.format()}"


def _number(references: Any) -> int:
    """Return the number of references, -1 where records have different ones."""
    return int(references) if str(references).isdecimal() else -1


def _score(name: str, stated: dict[str, Any]) -> str:
    if name != "chrf":
        return name.upper()
    return f"chrF{stated['beta']}{'+' * stated['word_order']}"


_CONDITIONS = r"\|ci:[^|]*\|conf:[^|]*(\|resamples:\d+\|seed:\d+)?(?=\|data:)"

_COUNT = r"(?<=\()(\d+)(?= records?\))"
_HOLE = "\0"  # in place of a number of records
SHOWN = 6  # results that a line below the table describes one by one


def notes(results: Sequence[Result], *, whole: bool = False) -> list[str]:
    """List what is below a table: the methods of its intervals, then the signatures.

    Args:
        results: The results.
        whole: Whether signatures have options at their defaults and hashes too.
    """
    if not has_sets(results):
        return [
            *around_lines(results),
            *lacking_lines(results),
            *signature_lines(results, whole=whole),
        ]
    signatures = [
        f"{name}: {line}"
        for name in dict.fromkeys(result.dataset for result in results if result.dataset != MEAN)
        for line in signature_lines([x for x in results if x.dataset == name], whole=whole)
    ]
    return [*set_notes(results), *around_lines(results), *lacking_lines(results), *signatures]


def around_lines(results: Sequence[Result]) -> list[str]:
    """List the lines on intervals, corrected means, bands, and repeated samples."""
    return [
        *interval_lines(results),
        *corrected_lines(results),
        *band_lines(results),
        *repeat_lines(results),
    ]


def interval_lines(results: Sequence[Result]) -> list[str]:
    """Describe in one line how the intervals were computed, and why so; nothing without any."""
    shown = display_names(results)
    intervals = [(shown[r.output], r.interval) for r in results if r.interval is not None]
    if not intervals:
        return []
    methods: dict[str, dict[str, None]] = {}
    counts: dict[str, list[int]] = {}
    for output, interval in intervals:
        whole = _method(interval)
        text = re.sub(_COUNT, _HOLE, whole)
        methods.setdefault(text, {})[output] = None
        counts.setdefault(text, []).extend(map(int, re.findall(_COUNT, whole)))
    several = len(methods) > 1
    texts = [
        (f"{', '.join(names)}: " if several else "") + text.replace(_HOLE, _between(counts[text]))
        for text, names in methods.items()
    ]
    drawn = next((interval for _, interval in intervals if interval.resamples is not None), None)
    draws = "" if drawn is None else f"; {drawn.resamples} resamples, seed {drawn.seed}"
    return [f"[ ]: {100 * intervals[0][1].level:.4g} % intervals: {'; '.join(texts)}{draws}"]


def _between(counts: Sequence[int]) -> str:
    """Return the number of records, or the least and the largest; empty without any."""
    low, high = min(counts, default=0), max(counts, default=0)
    return (f"{low}" if low == high else f"{low} to {high}") if counts else ""


def _method(interval: Interval) -> str:
    """Describe a method with the reason for it, and what it rests on."""
    text = f"{interval.method} ({interval.reason})" if interval.reason else interval.method
    if interval.by is None or interval.known is None:
        return text
    if interval.method == "adjusted":
        return f"adjusted by {interval.by}, whose mean is {interval.known['mean']:g}"
    known = ", ".join(f"{name} {share:g}" for name, share in interval.known.items())
    return f"{interval.method} by {interval.by} ({known})"


def corrected_lines(results: Sequence[Result]) -> list[str]:
    """Describe how means were corrected, one line for each result over all records."""
    means = [(r, r.corrected) for r in results if r.corrected is not None and r.group is None]
    lines = []
    for result, mean in means[:SHOWN]:
        over = "" if mean.unit is None else f" over {mean.unit}"
        lines.append(
            f"{_place(result, results)} corrected by judgments.{mean.dimension}: {mean.labels} "
            f"labelled records and {mean.others} others, weight of scores {mean.weight:.2g}, "
            f"{100 * mean.level:.4g} % interval {mean.method}{over}"
        )
    if len(means) > SHOWN:
        lines.append(f"{len(means) - SHOWN} more corrected means are in the JSON")
    return lines


def band_lines(results: Sequence[Result]) -> list[str]:
    """Describe in one line what calibrated models would show in place of intervals."""
    bands = [(r, r.band) for r in results if r.band is not None]
    if not bands:
        return []
    first = bands[0][1]
    shown = [
        f"{_place(result, results)} {band.mean:.2g} on average (p {p_text(band.p)})"
        for result, band in bands
    ]
    line = (
        f"no interval, but what a calibrated model would show: {comma_list(shown, SHOWN)}; in "
        f"{100 * first.level:.4g} % of {first.draws} draws up to what is in brackets, seed "
        f"{first.seed}"
    )
    return [line]


def repeat_lines(results: Sequence[Result]) -> list[str]:
    """Describe how scores vary between items and within them, one line for each result."""
    repeated = [(r, r.repeats) for r in results if r.repeats is not None and r.group is None]
    lines = []
    for result, repeats in repeated[:SHOWN]:
        line = (
            f"{_place(result, results)}: standard error {repeats.other_items:.2g} for other items, "
            f"{repeats.fixed_items:.2g} for these sampled again; variance "
            f"{_between_items(repeats)}, {repeats.within:.2g} within"
        )
        if repeats.best_samples is not None:
            cost = f"{repeats.item_cost:g} sample" + ("" if repeats.item_cost == 1 else "s")
            ending = " an item is" if repeats.best_samples == 1 else "s an item are"
            best = f"{repeats.best_samples} sample{ending}"
            line += f"; where another item costs as much as {cost}, {best} best"
        lines.append(line)
    if len(repeated) > SHOWN:
        lines.append(f"{len(repeated) - SHOWN} more are in the JSON")
    return lines


def _between_items(repeats: Repeats) -> str:
    """Describe the variance between items, whose unbiased estimate may be below 0."""
    if repeats.between >= 0:
        return f"{repeats.between:.2g} between items"
    return f"0 between items (estimated as {repeats.between:.2g}, which is below 0 by chance)"


def _place(result: Result, results: Sequence[Result]) -> str:
    """Name an output, with its system and group where there are several."""
    several = len({(result.dataset, result.system_id, result.group) for result in results}) > 1
    where = f" of {result.system_id}" + (f" in {result.group}" if result.group else "")
    where += f" on {result.dataset}" if result.dataset else ""
    return display_names(results)[result.output] + (where if several else "")


def signature_lines(results: Sequence[Result], *, whole: bool = False) -> list[str]:
    """List each signature once, without the hash of the outputs, which differs by system.

    Without `whole` they are short; JSON, CSV and TSV have them whole.

    Conditions of intervals, which may differ by output, are left to `interval_lines`.

    Systems are named if they do not share the signature of a metric.
    """
    lines = []
    metrics: dict[tuple[str | None, str], dict[str, dict[str, None]]] = {}
    for result in results:
        shared = result.signature.partition("|outputs:")[0]
        if "|ci:" in shared:
            shared = re.sub(_CONDITIONS, "", shared)
        signature = shared if whole else printed(result.sacrebleu, shared)
        line = f"{signature} ({engine_text(result.engine)})"
        systems = metrics.setdefault((result.alias, result.metric), {})
        systems.setdefault(line, {})[result.system_id] = None
    for (alias, _), systems in metrics.items():
        head = f"{alias}: " if alias else ""
        for signature, names in systems.items():
            who = f"{', '.join(names)}: " if len(systems) > 1 else ""
            lines.append(f"{head}{who}{signature}")
    return lines


def engine_text(engine: str) -> str:
    """Return an engine's name as it is printed."""
    return "own definition" if engine == "definition" else f"{engine} engine"
