"""A meta-evaluation in each format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sacreval.report import markdown, meta_tables
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
        *([meta_tables.MARK_MEANS] if marked else []),
        *_basis(tested, ranked=bool(found.get("ranking"))),
        *_populations(tested),
        *condensed(averages, "averages"),
        *condensed(results, "correlations"),
        *condensed(tested, "tests"),
    ]


def _basis(tested: Sequence[dict[str, Any]], *, ranked: bool) -> list[str]:
    """Describe the test behind stars, daggers and ranks."""
    said = []
    for test in tested:
        correction = "without correction"
        if test["correction"] != "none":
            correction = f"{test['correction']} over {test['n_tests']} tests"
        said.append(f"{test['test']}, {test['alternative']}, {correction}, at {test['alpha']:g}")
    if not said:
        return []
    ranks = " and ranks" if ranked else ""
    above = "; a rank begins where one of the rank above is significantly better" if ranked else ""
    basis = "; ".join(dict.fromkeys(said))
    return [f"Tests, {meta_tables.MARK}{ranks} rest on: {basis}{above}."]


def _populations(tested: Sequence[dict[str, Any]]) -> list[str]:
    """Return each sentence once; an average over different tests repeats those of its parts."""
    said = list(dict.fromkeys(t["population"] for t in tested))
    return [one for one in said if not any(other in one for other in said if other != one)]
