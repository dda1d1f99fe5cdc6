"""Results in each format: a table to print, or one row for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from sacreval.core.group_names import group_order, is_summary
from sacreval.core.results import Interval, Missing, Noticed, Report, Result
from sacreval.report import markdown
from sacreval.report.best_scores import best_values, is_best
from sacreval.report.data_set_tables import has_sets, set_tables
from sacreval.report.display_names import display_names
from sacreval.report.formats import Format
from sacreval.report.lacking import lacking_columns
from sacreval.report.numbers import Numbers
from sacreval.report.result_notes import notes
from sacreval.report.tables import ARROWS, Table, legend, rendered, to_latex, to_markdown, to_text
from sacreval.text.visible import visible

_ALL_NUMBERS_BELOW = 10  # columns whose values are below this have four digits, others two


def render(
    report: Report,
    form: Format,
    *,
    details: bool = False,
    below: Sequence[str] = (),
    numbers: Numbers | None = None,
) -> str:
    """Return a report as text in a format.

    Args:
        report: Results and gates.
        form: The format; printed tables have the signatures below.
        details: Whether tables have the details of scores too; JSON always has them.
        below: More lines below printed tables.
        numbers: How printed tables show numbers.
    """
    results = report.results
    lines = [*notes(results), *below, *(numbers.notes() if numbers else ())]
    return rendered(
        form,
        document=report.to_file,
        rows=results,
        table=lambda: long_table(results, details=details),
        printed=lambda: with_notes_below(
            tables(results, details=details, numbers=numbers), lines, form
        ),
    )


_PRINTED: dict[str, tuple[Callable[[Table], str], Callable[[str], str], str]] = {
    "md": (to_markdown, lambda line: f"\n{markdown.code(line)}\n", "bold"),
    "tex": (to_latex, lambda line: f"% {line}\n", "bold"),
    "text": (to_text, lambda line: f"{line}\n", "*"),
}


def with_notes(table: Table, notes: Sequence[str], form: Format) -> str:
    """Return a table as text, with lines below it, the first on its arrows and marks."""
    return with_notes_below([table], notes, form)


def with_notes_below(tables: Sequence[Table], notes: Sequence[str], form: Format) -> str:
    """Return tables as text, with lines below the last, the first on arrows and marks."""
    write, note, mark = _PRINTED[form]
    lines = [*legend(tables, mark), *notes]
    return "\n".join(map(write, tables)) + "".join(note(visible(line)) for line in lines)


def tables(
    results: Sequence[Result], *, details: bool = False, numbers: Numbers | None = None
) -> list[Table]:
    """Return the table of systems by outputs; of a run over data sets, that of each main output.

    Args:
        results: The results.
        details: Whether the tables of what scores are made of follow.
        numbers: How numbers are shown.
    """
    beside = _detail_tables(results) if details else []
    results = numbers.results(results) if numbers else results
    places = _places(results, numbers)
    if not has_sets(results):
        return [wide_table(results, places), *beside]
    return [*set_tables(results, lambda result: _cell(result, places[result.output])), *beside]


def _detail_tables(results: Sequence[Result]) -> list[Table]:
    from sacreval.report.details import detail_tables

    return detail_tables(results)


def _places(results: Sequence[Result], numbers: Numbers | None) -> dict[str, int]:
    """Return the decimal places of each output."""
    usual = {name: digits(column) for name, column in by_output(results).items()}
    return {name: numbers.places(x) for name, x in usual.items()} if numbers else usual


def wide_table(results: Sequence[Result], places: Mapping[str, int]) -> Table:
    """Return a table of systems, and their groups, by outputs, with intervals beside the values.

    The best of each column and group is marked if there are several systems.
    """
    columns = list(dict.fromkeys(r.output for r in results))
    keys = list(dict.fromkeys((r.group, r.system_id) for r in results))
    cells = {(r.group, r.system_id, r.output): r for r in results}
    grouped = any(group for group, _ in keys)
    keys.sort(key=lambda key: (key[0] is not None, group_order(key[0] or "")))
    top = best_values(results)
    labelled = {r.output for r in results if r.corrected is not None}
    corrected = [name for name in columns if name in labelled]
    rows, best = [], set()
    there_by_key = [[r for name in columns if (r := cells.get((*key, name)))] for key in keys]
    lacking = lacking_columns(there_by_key)
    several = any(r.samples for r in results)
    left = 2 + grouped + several + len(lacking)
    for i, (group, system) in enumerate(keys):
        row = [cells.get((group, system, name)) for name in columns]
        beside = [
            _corrected_cell(cells.get((group, system, name)), places[name]) for name in corrected
        ]
        there = there_by_key[i]
        n = n_of(_range([r.n for r in there]), there[0].of)
        n += " groups" if is_summary(group or "") else ""
        labels = [system, group or "", n] if grouped else [system, n]
        labels += [_range([n_answers(r) for r in there])] if several else []
        labels += [str(counts[i]) for counts in lacking.values()]
        rows.append(labels + [_cell(r, places[r.output]) if r else "-" for r in row] + beside)
        best |= {(i, left + j) for j, r in enumerate(row) if r and is_best(r, top)}
    arrows = {r.output: ARROWS[r.higher_is_better] for r in results}
    names = display_names(results)
    head = ["system", "group", "n"] if grouped else ["system", "n"]
    head += ["samples"] if several else []
    head += lacking
    head += [f"{names[name]}{arrows[name]}" for name in columns]
    head += [f"{names[name]} corrected{arrows[name]}" for name in corrected]
    means = "best of its column and group" if grouped else "best of its column"
    numeric = frozenset(range(left - 1 - several - len(lacking), len(head)))
    return Table(head, rows, frozenset(best), numeric, means)


def n_of(n: object, of: int | None) -> str:
    """Write a number of records, with the number of all where only some take part."""
    return str(n) if of is None else f"{n} of {of}"


def n_answers(result: Result) -> int:
    """Return the number of answers that a result is of."""
    return result.samples or result.n


def _range(counts: Sequence[int]) -> str:
    """Return the least and the largest number of records, of outputs that have a score."""
    counts = [count for count in counts if count] or [0]
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low}-{high}"


def long_table(results: Sequence[Result], *, details: bool = False) -> Table:
    """Return one row per result, at full precision, with all fields of the JSON."""
    from sacreval.report.details import detail_columns

    head = [
        "metric", "output", "system_id", "group", "value", "n", "higher_is_better",
        "low", "high", "level", "method", "resamples", "seed", "unit", "reason", "signature",
        "engine", "alias", "renamed", "dataset", "by", "of", "estimate", "band_mean", "band_high",
        "band_p",
        "corrected_value", "corrected_low", "corrected_high", "corrected_lower", "corrected_upper",
        "corrected_dimension", "corrected_method", "corrected_labels", "corrected_weight",
        "corrected_signature",
        *(f"missing_{name}" for name in Missing.__struct_fields__), "unanswered", "main",
        *(f"noticed_{name}" for name in Noticed.__struct_fields__),
    ]  # fmt: skip
    head += [name for name in ("samples", "records") if any(getattr(x, name) for x in results)]
    if details:
        head += dict.fromkeys(name for result in results for name in detail_columns(result))
    rows = []
    for result in results:
        flat = msgspec.to_builtins(result)
        flat |= flat.pop("interval") or {}
        flat |= {f"band_{name}": value for name, value in (flat.pop("band") or {}).items()}
        labelled = flat.pop("corrected") or {}
        flat |= {f"corrected_{name}": value for name, value in labelled.items()}
        flat |= {f"missing_{name}": value for name, value in (flat.pop("missing") or {}).items()}
        flat |= {f"noticed_{name}": value for name, value in (flat.pop("noticed") or {}).items()}
        flat |= detail_columns(result)
        rows.append([plain(flat.get(name)) for name in head])
    return Table(head, rows)


class OfOutput(Protocol):
    """What is about one output of a metric."""

    @property
    def output(self) -> str:
        """Name of the output."""


Output = TypeVar("Output", bound=OfOutput)


def by_output(results: Iterable[Output]) -> dict[str, list[Output]]:
    """Group results by output, in one pass."""
    columns: dict[str, list[Output]] = {}
    for result in results:
        columns.setdefault(result.output, []).append(result)
    return columns


def digits(results: Sequence[Result]) -> int:
    """Return the number of decimal places for the numbers of one output."""
    values = [abs(r.value) for r in results if r.value is not None]
    if values and all(value.is_integer() for value in values) and max(values) > 1:
        return 0
    return 4 if all(value < _ALL_NUMBERS_BELOW for value in values) else 2


def _cell(result: Result, places: int) -> str:
    text = value_text(result, places)
    around = around_text(result, places)
    return f"{text} {around}" if around else text


def _corrected_cell(result: Result | None, places: int) -> str:
    """Format a corrected mean with its interval, or a hyphen if there is none."""
    mean, places = result.corrected if result else None, places or 1
    if mean is None:
        return "-"
    return f"{mean.value:.{places}f} [{mean.low:.{places}f}, {mean.high:.{places}f}]"


def value_text(result: Result, places: int) -> str:
    """Format a value, or a hyphen if there is none."""
    return "-" if result.value is None else f"{result.value:.{places}f}"


def around_text(result: Result, places: int) -> str:
    """Format what is around a value: its interval, or what a calibrated model would show."""
    places = places or 1
    if result.band is not None:
        return f"(calibrated: up to {result.band.high:.{places}f})"
    if result.interval is None:
        return ""
    text = interval_text(result.interval, places)
    mean = result.interval.estimate
    return text if mean is None else f"({result.interval.method}: {mean:.{places}f} {text})"


def interval_text(interval: Interval, places: int) -> str:
    """Format the bounds of an interval."""
    places = places or 1
    return f"[{interval.low:.{places}f}, {interval.high:.{places}f}]"


def plain(value: Any) -> str:
    """Format a value for a cell: empty for None, booleans as in JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
