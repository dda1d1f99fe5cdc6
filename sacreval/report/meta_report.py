"""A meta-evaluation in each format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from sacreval.report import markdown, meta_intervals, meta_tables
from sacreval.report.formats import Format
from sacreval.report.meta_signatures import condensed
from sacreval.report.tables import Table, to_delimited, to_latex, to_markdown, to_text, visible

_TABLES: dict[str, tuple[Callable[[Table], str], Callable[[str], str]]] = {
    "text": (to_text, lambda line: f"{line}\n"),
    "md": (to_markdown, lambda line: f"- {markdown.plain(line)}\n"),
    "tex": (to_latex, lambda line: f"% {line}\n"),
}


def render(found: dict[str, Any], form: Format) -> str:
    """Write a meta-evaluation in a format.

    Args:
        found: The JSON document: `results`, and where requested `averages`, `tests`, `ranking`,
            `agreement`, `explanation`, `notes`.
        form: The format; tsv, csv and jsonl hold the correlations only.
    """
    match form:
        case "json":
            return msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n"
        case "jsonl":
            return "".join(f"{msgspec.json.encode(r).decode()}\n" for r in found["results"])
        case "tsv" | "csv":
            table = meta_tables.long_correlations(found["results"])
            return to_delimited(table, "\t" if form == "tsv" else ",")
        case _:
            write, note = _TABLES[form]
            remarks = "".join(note(visible(line)) for line in lines(found))
            return "\n".join([*(write(table) for table in tables(found)), remarks])


def tables(found: dict[str, Any]) -> list[Table]:
    """Return the tables for people."""
    tested = found.get("tests", ())
    made = [meta_tables.averages(found["averages"])] if found.get("averages") else []
    made.append(meta_tables.correlations(found["results"], tested))
    if found.get("ranking"):
        made.append(meta_tables.clusters(found["ranking"]))
    if tested:
        made.append(meta_tables.tests(tested))
    parts = (found.get("agreement"), found.get("explanation"))
    return made + [meta_tables.rows_of(part) for part in parts if part]


def lines(found: dict[str, Any]) -> list[str]:
    """Return the lines below the tables: what was left out, populations, signatures."""
    results, tested, averages = (found.get(k, ()) for k in ("results", "tests", "averages"))
    marked = meta_tables.significantly_worse(results, tested)
    return [
        *found.get("notes", ()),
        *meta_tables.remarks(results, tested),
        *meta_intervals.methods(results),
        *([meta_tables.MARK_MEANS] if marked else []),
        *_basis(tested, found.get("ranking", ())),
        *_populations(tested),
        *condensed(averages, "averages"),
        *condensed(results, "correlations"),
        *condensed(tested, "tests"),
    ]


def _basis(tested: Sequence[dict[str, Any]], ranked: Sequence[dict[str, Any]]) -> list[str]:
    """Describe the test behind stars, daggers and ranks."""
    said = _said(t for t in tested if t["test"] != "none")
    if not said:
        return []
    apart = [place for place in ranked if place["correction"] != tested[0]["correction"]]
    ranks = " and ranks" if ranked and not apart else ""
    begins = "a rank begins where one of the rank above is significantly better"
    lines = [f"Tests, {meta_tables.MARK}{ranks} rest on: {said}{f'; {begins}' if ranks else ''}."]
    return [*lines, f"Ranks rest on: {_said(apart)}, as WMT's; {begins}."] if apart else lines


def _said(rows: Iterable[dict[str, Any]]) -> str:
    """Describe tests, or the tests of ranks."""
    said = []
    for row in rows:
        correction = "without correction"
        if row["correction"] != "none":
            correction = f"{row['correction']} over {row['n_tests']} tests"
        chosen = f" ({row['chosen']})" if row.get("chosen") else ""
        said.append(
            f"{row['test']}{chosen}, {row['alternative']}, {correction}, at {row['alpha']:g}"
        )
    return "; ".join(dict.fromkeys(said))


def _populations(tested: Sequence[dict[str, Any]]) -> list[str]:
    """Return each sentence once; an average over different tests repeats those of its parts."""
    said = list(dict.fromkeys(t["population"] for t in tested if t["population"]))
    return [one for one in said if not any(other in one for other in said if other != one)]
