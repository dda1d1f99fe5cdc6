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
from sacreval.report.numbers import USUAL, Numbers, p_text
from sacreval.report.rendering import rendered
from sacreval.report.results import n_of, plain, with_notes_below
from sacreval.report.tables import Table

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
    found = [systems_table(report, places)] if report.settings.all_pairs else []
    found.append(wide_table(report, places))
    if report.over_sets is None:
        return found
    return [*found, table_over_sets(report.over_sets)]


def systems_table(report: ComparisonReport, digits: Mapping[str, int] | None = None) -> Table:
    """Return a table with a row for each system and a column for each output.

    It precedes that of all pairs. Where all tests were requested, ranks are beside scores.
    """
    sets, grouped = _is_parted(report)
    ranked = report.settings.all_tests
    digits, names = digits or _digits_by_output(report.standings), display_names(report.comparisons)
    found: dict[tuple[str | None, str | None, str], dict[str, Standing]] = {}
    for one in report.standings:
        found.setdefault((one.dataset, one.group, one.system_id), {})[one.output] = one
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
        for (dataset, group, system), by_output in found.items()
    ]
    return Table(head, rows, numeric=frozenset(range(len(left), len(head))))


def _score(one: Standing | None, digits: int) -> list[str]:
    return ["-", "-"] if one is None else [f"{one.score:.{digits}f}", _ranks(one)]


def _is_parted(report: ComparisonReport) -> tuple[bool, bool]:
    """Return whether there are data sets, and groups."""
    standings = report.standings
    return any(one.dataset for one in standings), any(one.group for one in standings)


def wide_table(report: ComparisonReport, digits: Mapping[str, int] | None = None) -> Table:
    """Return a table with a row for each system, the base first; or for each of all pairs.

    Columns beyond the finding, the difference and its corrected p-value are there where all tests
    were requested, and the number of records where it differs between rows. Where records are
    missing, each row has the base's score on the records that its pair shares, and their number.
    """
    sets, grouped = _is_parted(report)
    paired = report.settings.all_pairs
    every = report.settings.all_tests
    sized = every or len({(one.n, one.of) for one in report.comparisons}) > 1
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
    for labels, standing, found, last in _rows(report):
        part = [labels[0] or ""] if sets else []
        group = [*part, *([labels[1] or ""] if grouped else [])]
        base = [found.base if found and paired else ""] if paired else []
        places = digits[labels[2]]
        rows.append([
            names[labels[2]], *group, labels[3], *base,
            finding(found) if found else last[2],
            *([last[0]] if sized else []),
            *_lacked(gone, labels, found if paired else None),
            *([shared_text(found)] if apart else []),
            *([] if paired and not apart else [f"{last[1]:.{places}f}"]),
            *([f"{found.base_value:.{places}f}" if found else ""] if apart else []),
            *(_cells(found, places) if found else ["", ""]),
            *(_corrected_cells(found, places) if labelled else []),
            *(_more_cells(found, places, tests) if every else []),
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
        for one in standings:
            found = against.get((*key, one.system_id))
            n, value = sizes[key], one.value
            if key in lacking:
                pair = found or lacking[key]
                n, value = n_of(pair.n, pair.of), found.other_value if found else one.score
            yield (*key, one.system_id), one, found, (n, value, "base")


def _with_missing(comparisons: Sequence[Comparison]) -> dict[Key, Comparison]:
    """Return the comparison with the most records of each output of which records are missing."""
    found: dict[Key, list[Comparison]] = {}
    for one in comparisons:
        found.setdefault((one.dataset, one.group, one.output), []).append(one)
    return {
        key: max(members, key=lambda one: one.n)
        for key, members in found.items()
        if any(one.missing for one in members)
    }


def lacking_by_system(comparisons: Sequence[Comparison]) -> dict[str, dict[Labels, int]]:
    """Return the numbers of unanswered and of missing records of systems, if there are any."""
    found: dict[str, dict[Labels, int]] = {}
    for what in ("unanswered", "missing"):
        column = found.setdefault(what, {})
        for one in comparisons:
            for side in ("base", "other"):
                labels = (one.dataset, one.group, one.output, getattr(one, side))
                count = getattr(one, f"{side}_{what}")
                column[labels] = max(count, column.get(labels, 0))
    return {what: column for what, column in found.items() if any(column.values())}


def shared_text(found: Comparison | None) -> str:
    """Return the number of records that a difference rests on; empty for the base.

    Args:
        found: The comparison; None for the base.
    """
    if found is None:
        return ""
    return str(found.n if found.shared is msgspec.UNSET else found.shared)


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
    found: dict[Key, list[Standing]] = {}
    for one in standings:
        found.setdefault((one.dataset, one.group, one.output), []).append(one)
    return found


def _shown_tests(report: ComparisonReport) -> list[str]:
    """List the tests that have columns of their own: where requested, all that do not decide."""
    if not report.settings.all_tests:
        return []
    names = dict.fromkeys(name for one in report.comparisons for name in one.tests)
    return [name for name in names if any(one.test != name for one in report.comparisons)]


def _digits_by_output(standings: Sequence[Standing]) -> dict[str, int]:
    columns: dict[str, list[Standing]] = {}
    for standing in standings:
        columns.setdefault(standing.output, []).append(standing)
    return {output: _digits(column) for output, column in columns.items()}


def long_table(comparisons: Sequence[Comparison]) -> Table:
    """Return one row per comparison, at full precision, without lists; empty where none is."""
    rows = [flat(one) for one in comparisons]
    if any(one.missing for one in comparisons):
        for one, row in zip(comparisons, rows, strict=True):
            row.setdefault("shared", one.n)
    head = list(dict.fromkeys(name for row in rows for name in row))
    return Table(head, [[plain(row.get(name)) for name in head] for row in rows])


def flat(one: Comparison) -> dict[str, Any]:
    """Return a comparison as a flat record, without lists."""
    found: dict[str, Any] = msgspec.to_builtins(one)
    for name in ("gains", "drops"):
        found.pop(name)
    interval = found.pop("interval") or {}
    tests, margins = found.pop("tests"), found.pop("margins")
    found |= {"p": tests[one.test]["p"], "p_holm": tests[one.test]["p_holm"]}
    for name, test in tests.items():
        found |= {f"{name}_{key}": value for key, value in test.items()}
    found |= {name: interval.get(name) for name in ("low", "high", "level")}
    found |= {"interval": interval.get("method"), "interval_reason": interval.get("reason")}
    labelled = found.pop("corrected") or {}
    found |= {f"corrected_{name}": value for name, value in labelled.items()}
    for margin in margins:
        found |= {f"{margin['question']} {margin['margin']:g}": margin["answer"]}
    return found


def _cells(found: Comparison, digits: int) -> list[str]:
    return [difference_text(found, digits), p_text(found.tests[found.test].p_holm)]


def _more_cells(found: Comparison | None, digits: int, tests: Sequence[str]) -> list[str]:
    """Format p-values that are not corrected, and the effect."""
    if found is None:
        return [""] * (len(tests) + 4)
    return [
        p_text(found.tests[found.test].p),
        *(p_text(found.tests[name].p) for name in tests),
        "-" if found.effect_size is None else f"{found.effect_size:.2f}",
        "-" if found.wins is None else f"{found.wins}/{found.ties}/{found.losses}",
        "-" if found.detectable is None else f"{found.detectable:.{digits}f}",
    ]


def _corrected_cells(found: Comparison | None, digits: int) -> list[str]:
    """Format the corrected difference and its p-value; hyphens where there is none."""
    one = found.corrected if found else None
    if one is None:
        return ["-", "-"] if found else ["", ""]
    ends = f"[{one.low:+.{digits}f}, {one.high:+.{digits}f}]"
    return [f"{one.value:+.{digits}f} {ends}", p_text(one.p_holm)]


def difference_text(found: Comparison, digits: int) -> str:
    """Format a difference with its interval."""
    around = interval_text(found, digits)
    return f"{found.difference:+.{digits}f}{around and ' '}{around}"


def interval_text(found: Comparison, digits: int) -> str:
    """Format the interval of a difference; empty without one."""
    if found.interval is None:
        return ""
    return f"[{found.interval.low:+.{digits}f}, {found.interval.high:+.{digits}f}]"


def finding(found: Comparison) -> str:
    """Return a finding in words, with the number of missing records that it depends on."""
    text: str = found.finding
    if text == "depends on missing":
        text = f"depends on {found.missing} missing"
    return f"{text} (exploratory)" if found.exploratory else text


def _ranks(standing: Standing) -> str:
    low, high = standing.best_rank, standing.worst_rank
    if low is None:
        return "-"
    return str(low) if low == high else f"{low}-{high}"


def _digits(standings: Sequence[Standing]) -> int:
    return 4 if all(abs(standing.value) < _SHARES_BELOW for standing in standings) else 2
