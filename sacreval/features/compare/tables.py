"""Comparisons in each format: a table to print, or one row for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from sacreval.features.compare.comparison_notes import notes
from sacreval.features.compare.result import Comparison, ComparisonReport, Standing
from sacreval.features.compare.sets.tables import table_over_sets
from sacreval.features.compare.shown_comparisons import in_numbers
from sacreval.report.display_names import display_names
from sacreval.report.formats import Format
from sacreval.report.numbers import USUAL, Numbers, p_text, range_text
from sacreval.report.result_tables import by_output, n_of, plain, with_notes_below
from sacreval.report.tables import Table, rendered

_SHARES_BELOW = 10  # columns whose values are below this have four digits, others two

CORRECTED = ["corrected difference", "corrected p Holm"]

Key = tuple[str | None, str | None, str]
"""A data set, a group and an output."""
Labels = tuple[str | None, str | None, str, str]
"""The same, and a system."""


def render(
    report: ComparisonReport,
    form: Format,
    numbers: Numbers | None = None,
    *,
    below: Sequence[str] = (),
) -> str:
    """Return a comparison as text in a format.

    Args:
        report: The comparisons and ranks.
        form: The format; printed tables have the largest changes and signatures below.
        numbers: How printed tables show numbers.
        below: More lines below printed tables.
    """
    lines = [*notes(report), *below, *(numbers.notes() if numbers else ())]
    return rendered(
        form,
        document=report.to_file,
        rows=report.comparisons,
        table=lambda: long_table(report.comparisons),
        printed=lambda: with_notes_below(tables(report, numbers), lines, form),
    )


def tables(report: ComparisonReport, numbers: Numbers | None = None) -> list[Table]:
    """Return the table of comparisons; over data sets also that with the sets as units.

    Args:
        report: The comparisons and ranks.
        numbers: How numbers are shown.
    """
    numbers = numbers or USUAL
    report = in_numbers(report, numbers)
    places = {x: numbers.places(y) for x, y in _digits_by_output(report.standings).items()}
    shown = [systems_table(report, places)] if report.settings.all_pairs else []
    shown.append(wide_table(report, places))
    if report.over_sets is None:
        return shown
    return [*shown, table_over_sets(report.over_sets)]


def systems_table(report: ComparisonReport, digits: Mapping[str, int] | None = None) -> Table:
    """Return a table with a row for each system and a column for each output.

    It precedes that of all pairs. Where all tests were requested, ranks are beside scores.
    """
    sets, grouped = _is_parted(report)
    ranked = report.settings.all_tests
    digits, names = digits or _digits_by_output(report.standings), display_names(report.comparisons)
    scores: dict[tuple[str | None, str | None, str], dict[str, Standing]] = {}
    for score in report.standings:
        scores.setdefault((score.dataset, score.group, score.system_id), {})[score.output] = score
    left = [*(["data set"] if sets else []), *(["group"] if grouped else []), "system"]
    head = [*left, *(x for name in digits for x in [names[name], "ranks"][: 1 + ranked])]
    rows = [
        [
            *([dataset or ""] if sets else []),
            *([group or ""] if grouped else []),
            system,
            *(
                x
                for name in digits
                for x in _score(by_output.get(name), digits[name])[: 1 + ranked]
            ),
        ]
        for (dataset, group, system), by_output in scores.items()
    ]
    return Table(head, rows, numeric=frozenset(range(len(left), len(head))))


def _score(standing: Standing | None, digits: int) -> list[str]:
    return ["-", "-"] if standing is None else [f"{standing.score:.{digits}f}", _ranks(standing)]


def _is_parted(report: ComparisonReport) -> tuple[bool, bool]:
    """Return whether there are data sets, and groups."""
    standings = report.standings
    return any(x.dataset for x in standings), any(x.group for x in standings)


def wide_table(report: ComparisonReport, digits: Mapping[str, int] | None = None) -> Table:
    """Return a table with a row for each system, the base first; or for each of all pairs.

    Columns beyond the finding, the difference and its corrected p-value are there where all tests
    were requested, and the number of records where it differs between rows. Where records are
    missing, each row has the base's score on the records that its pair shares, and their number.
    """
    sets, grouped = _is_parted(report)
    paired = report.settings.all_pairs
    every = report.settings.all_tests
    sized = every or len({(c.n, c.of) for c in report.comparisons}) > 1
    left = [
        "metric",
        *(["data set"] if sets else []),
        *(["group"] if grouped else []),
        "system",
        *(["base"] if paired else []),
        "finding",
    ]
    tests = _shown_tests(report)
    labelled = bool(report.settings.humans)
    gone = lacking_by_system(report.comparisons)
    sized = sized or bool(gone)
    apart = "missing" in gone
    head = [*left, *(["n"] if sized else []), *gone, *(["shared"] if apart else [])]
    head += [] if paired and not apart else ["value"]
    head += [*(["base value"] if apart else []), "difference", "p Holm"]
    head += CORRECTED if labelled else []
    if every:
        head += ["p", *(f"p {name}" for name in tests), "d", "win/tie/loss", "detectable"]
        head += [] if paired else ["ranks"]
    digits, names = digits or _digits_by_output(report.standings), display_names(report.comparisons)
    rows = []
    for labels, standing, pair, last in _rows(report):
        part = [labels[0] or ""] if sets else []
        group = [*part, *([labels[1] or ""] if grouped else [])]
        base = [pair.base if pair and paired else ""] if paired else []
        places = digits[labels[2]]
        rows.append([
            names[labels[2]], *group, labels[3], *base,
            finding(pair) if pair else last[2],
            *([last[0]] if sized else []),
            *_lacked(gone, labels, pair if paired else None),
            *([shared_text(pair)] if apart else []),
            *([] if paired and not apart else [f"{last[1]:.{places}f}"]),
            *([f"{pair.base_value:.{places}f}" if pair else ""] if apart else []),
            *(_cells(pair, places) if pair else ["", ""]),
            *(_corrected_cells(pair, places) if labelled else []),
            *(_more_cells(pair, places, tests) if every else []),
            *([_ranks(standing) if standing else ""] if every and not paired else []),
        ])  # fmt: skip
    return Table(head, rows, numeric=frozenset(range(len(left), len(head))))


def _rows(
    report: ComparisonReport,
) -> Iterator[
    tuple[
        tuple[str | None, str | None, str, str],
        Standing | None,
        Comparison | None,
        tuple[str, float, str],
    ]
]:
    """Yield the rows: labels, standing, comparison; number of records, score, word for no test."""
    sizes = {(c.dataset, c.group, c.output): n_of(c.n, c.of) for c in report.comparisons}
    if report.settings.all_pairs:
        for pair in report.comparisons:
            labels = (pair.dataset, pair.group, pair.output, pair.other)
            yield labels, None, pair, (n_of(pair.n, pair.of), pair.other_value, "")
        return
    against = _by_system(report.comparisons)
    lacking = _with_missing(report.comparisons)
    for key, standings in _parts(report.standings).items():
        for standing in standings:
            tested = against.get((*key, standing.system_id))
            n, value = sizes[key], standing.value
            if key in lacking:
                pair = tested or lacking[key]
                n, value = n_of(pair.n, pair.of), tested.other_value if tested else standing.score
            yield (*key, standing.system_id), standing, tested, (n, value, "base")


def _with_missing(comparisons: Sequence[Comparison]) -> dict[Key, Comparison]:
    """Return the comparison with the most records of each output of which records are missing."""
    by_key: dict[Key, list[Comparison]] = {}
    for pair in comparisons:
        by_key.setdefault((pair.dataset, pair.group, pair.output), []).append(pair)
    return {
        key: max(members, key=lambda c: c.n)
        for key, members in by_key.items()
        if any(c.missing for c in members)
    }


def lacking_by_system(comparisons: Sequence[Comparison]) -> dict[str, dict[Labels, int]]:
    """Return the numbers of unanswered and of missing records of systems, if there are any."""
    counts: dict[str, dict[Labels, int]] = {}
    for what in ("unanswered", "missing"):
        column = counts.setdefault(what, {})
        for pair in comparisons:
            for side in ("base", "other"):
                labels = (pair.dataset, pair.group, pair.output, getattr(pair, side))
                count = getattr(pair, f"{side}_{what}")
                column[labels] = max(count, column.get(labels, 0))
    return {what: column for what, column in counts.items() if any(column.values())}


def shared_text(pair: Comparison | None) -> str:
    """Return the number of records that a difference rests on; empty for the base.

    Args:
        pair: The comparison; None for the base.
    """
    if pair is None:
        return ""
    return str(pair.n if pair.shared is msgspec.UNSET else pair.shared)


def _lacked(
    columns: Mapping[str, Mapping[Labels, int]], labels: Labels, pair: Comparison | None
) -> list[str]:
    """Return the numbers of a row: of a system, or of the system and the base of a pair."""
    if pair is None:
        return [str(column.get(labels, 0)) for column in columns.values()]
    both = ((getattr(pair, f"{x}_{what}") for x in ("other", "base")) for what in columns)
    return [" and ".join(map(str, counts)) for counts in both]


def _by_system(
    comparisons: Sequence[Comparison],
) -> Mapping[Labels, Comparison]:
    return {(c.dataset, c.group, c.output, c.other): c for c in comparisons}


def _parts(standings: Sequence[Standing]) -> dict[Key, list[Standing]]:
    parts: dict[Key, list[Standing]] = {}
    for standing in standings:
        parts.setdefault((standing.dataset, standing.group, standing.output), []).append(standing)
    return parts


def _shown_tests(report: ComparisonReport) -> list[str]:
    """List the tests that have columns of their own: where requested, all that do not decide."""
    if not report.settings.all_tests:
        return []
    names = dict.fromkeys(name for c in report.comparisons for name in c.tests)
    return [name for name in names if any(c.test != name for c in report.comparisons)]


def _digits_by_output(standings: Sequence[Standing]) -> dict[str, int]:
    return {output: _digits(column) for output, column in by_output(standings).items()}


def long_table(comparisons: Sequence[Comparison]) -> Table:
    """Return one row per comparison, at full precision, without lists; empty where none is."""
    rows = [flat(c) for c in comparisons]
    if any(c.missing for c in comparisons):
        for comparison, row in zip(comparisons, rows, strict=True):
            row.setdefault("shared", comparison.n)
    head = list(dict.fromkeys(name for row in rows for name in row))
    return Table(head, [[plain(row.get(name)) for name in head] for row in rows])


def flat(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as a flat record, without lists."""
    row: dict[str, Any] = msgspec.to_builtins(comparison)
    for name in ("gains", "drops"):
        row.pop(name)
    interval = row.pop("interval") or {}
    tests, margins = row.pop("tests"), row.pop("margins")
    row |= {"p": tests[comparison.test]["p"], "p_holm": tests[comparison.test]["p_holm"]}
    for name, test in tests.items():
        row |= {f"{name}_{key}": value for key, value in test.items()}
    row |= {name: interval.get(name) for name in ("low", "high", "level")}
    row |= {"interval": interval.get("method"), "interval_reason": interval.get("reason")}
    labelled = row.pop("corrected") or {}
    row |= {f"corrected_{name}": value for name, value in labelled.items()}
    for margin in margins:
        row |= {f"{margin['question']} {margin['margin']:g}": margin["answer"]}
    return row


def _cells(pair: Comparison, digits: int) -> list[str]:
    return [difference_text(pair, digits), p_text(pair.tests[pair.test].p_holm)]


def _more_cells(pair: Comparison | None, digits: int, tests: Sequence[str]) -> list[str]:
    """Format p-values that are not corrected, and the effect."""
    if pair is None:
        return [""] * (len(tests) + 4)
    return [
        p_text(pair.tests[pair.test].p),
        *(p_text(pair.tests[name].p) for name in tests),
        "-" if pair.effect_size is None else f"{pair.effect_size:.2f}",
        "-" if pair.wins is None else f"{pair.wins}/{pair.ties}/{pair.losses}",
        "-" if pair.detectable is None else f"{pair.detectable:.{digits}f}",
    ]


def _corrected_cells(pair: Comparison | None, digits: int) -> list[str]:
    """Format the corrected difference and its p-value; hyphens where there is none."""
    corrected = pair.corrected if pair else None
    if corrected is None:
        return ["-", "-"] if pair else ["", ""]
    ends = f"[{corrected.low:+.{digits}f}, {corrected.high:+.{digits}f}]"
    return [f"{corrected.value:+.{digits}f} {ends}", p_text(corrected.p_holm)]


def difference_text(pair: Comparison, digits: int) -> str:
    """Format a difference with its interval."""
    around = interval_text(pair, digits)
    return f"{pair.difference:+.{digits}f}{around and ' '}{around}"


def interval_text(pair: Comparison, digits: int) -> str:
    """Format the interval of a difference; empty without one."""
    if pair.interval is None:
        return ""
    return f"[{pair.interval.low:+.{digits}f}, {pair.interval.high:+.{digits}f}]"


def finding(pair: Comparison) -> str:
    """Return a finding in words, with the number of missing records that it depends on."""
    text: str = pair.finding
    if text == "depends on missing":
        text = f"depends on {pair.missing} missing"
    return f"{text} (exploratory)" if pair.exploratory else text


def _ranks(standing: Standing) -> str:
    return range_text(standing.best_rank, standing.worst_rank)


def _digits(standings: Sequence[Standing]) -> int:
    return 4 if all(abs(standing.value) < _SHARES_BELOW for standing in standings) else 2
