"""The result of `convert --check` as text and as JSON."""

from __future__ import annotations

import textwrap

import msgspec

from sacreval.features.check.result import FieldCount, Fit, RecordCheckFile
from sacreval.report.tables import Table, to_text
from sacreval.text.visible import visible

_WIDTH = 100


def render(report: RecordCheckFile, form: str | None) -> str:
    """Return a report as text.

    Args:
        report: The counts.
        form: `json`, or None for tables.
    """
    if form == "json":
        return msgspec.json.format(msgspec.json.encode(report), indent=2).decode() + "\n"
    parts = [
        f"{report.records} records of {report.instances} instances\n",
        to_text(systems_table(report)),
        to_text(fields_table(report)),
        _fits(report),
    ]
    return "\n".join(part for part in parts if part)


def systems_table(report: RecordCheckFile) -> Table:
    """Return a row for each system and type."""
    rows = [
        [one.system_id, one.system_type, str(one.n), str(one.without_output)]
        for one in report.systems
    ]
    head = ["system", "type", "records", "without output"]
    return Table(head, rows, numeric=frozenset({2, 3}))


def fields_table(report: RecordCheckFile) -> Table:
    """Return a row for each field."""
    rows = [[one.field, str(one.n), str(one.empty), _values(one)] for one in report.fields]
    return Table(["field", "records", "empty", "values"], rows, numeric=frozenset({1, 2}))


def _values(one: FieldCount) -> str:
    alone = len(one.kinds) == 1
    shown = ", ".join(kind if alone else f"{kind} {n}" for kind, n in one.kinds.items())
    if one.distinct is not None:
        shown = f"{shown}, {one.distinct} distinct"
    if one.least is not None:
        span = str(one.least) if one.least == one.most else f"{one.least} to {one.most}"
        shown = f"{shown}, {span} items"
    return shown


def _fits(report: RecordCheckFile) -> str:
    """Return the metrics that can score the records, and why others cannot."""
    fitting = [_name(one) for one in report.metrics if one.fits]
    metrics = "1 metric" if len(fitting) == 1 else f"{len(fitting)} metrics"
    lines = [_listed(f"{metrics} can score them:", fitting)] if fitting else []
    left_out = max((one.left_out for one in report.metrics), default=0)
    if left_out:
        outputs = "1 output" if left_out == 1 else f"{left_out} outputs"
        what = "has nothing" if left_out == 1 else "have nothing"
        said = f"{outputs} of type reference {what} to be compared with"
        text = f"{said}: metrics that need references leave them out"
        lines.append(textwrap.fill(text, _WIDTH, subsequent_indent="  ") + "\n")
    reasons: dict[str, list[Fit]] = {}
    for one in report.metrics:
        if not one.fits:
            more = "" if one.wrong == 1 else f" ({one.wrong} records)"
            reasons.setdefault(f"{one.why_not}{more}", []).append(one)
    for reason, some in sorted(reasons.items(), key=lambda pair: -len(pair[1])):
        lines.append(_listed(f"{reason}:", [_name(one) for one in some]))
    if any(not one.runs_here for one in report.metrics):
        lines.append("(x): not set up here, or needs an option\n")
    return "".join(lines)


def _name(one: Fit) -> str:
    return one.metric if one.runs_here else f"{one.metric} (x)"


def _listed(head: str, names: list[str]) -> str:
    text = f"{visible(head)} {', '.join(names)}"
    lines = textwrap.wrap(
        text, _WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines) + "\n"
