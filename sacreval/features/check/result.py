"""The result of `convert --check`: what records hold, as text and as JSON."""

from __future__ import annotations

import textwrap
from typing import Literal

import msgspec

from sacreval.report.tables import Table, to_text
from sacreval.text.visible import visible

SCHEMA_VERSION: Literal[1] = 1


class FieldCount(msgspec.Struct, frozen=True, kw_only=True):
    """Values of one field.

    Args:
        field: The field, or `groups.NAME` or `judgments.NAME`.
        n: Number of records that have it.
        empty: Number of these whose value is a blank text, an empty list or an empty object.
        kinds: Kind of value, such as `text` or `list of numbers`, to number of records.
        least: Fewest items of its lists; None if no value is a list.
        most: Most items of its lists.
        distinct: Number of distinct values of a group; None for other fields.
    """

    field: str
    n: int
    empty: int
    kinds: dict[str, int]
    least: int | None = None
    most: int | None = None
    distinct: int | None = None


class SystemCount(msgspec.Struct, frozen=True, kw_only=True):
    """Records of one system.

    Args:
        system_id: The system.
        system_type: Its type.
        n: Number of records.
        without_output: Number of records that have an `error` in place of an output.
    """

    system_id: str
    system_type: str
    n: int
    without_output: int


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a metric can score the records.

    Args:
        metric: The metric, with its default options.
        fits: Whether every record that has an output has the fields that it needs, without human
            texts that a run leaves out.
        why_not: The field that the first wrong record lacks, with its place; "" if it fits.
        wrong: Number of records that have no such field, or another kind of value in it.
        runs_here: Whether the packages and files that it needs are on this machine.
        left_out: Number of human texts that a run leaves out, as they have no references, or no
            output of the kind that the metric reads.
    """

    metric: str
    fits: bool
    why_not: str
    wrong: int
    runs_here: bool
    left_out: int = 0


class RecordCheckFile(msgspec.Struct, frozen=True, kw_only=True):
    """The file of `convert --check`: the published schema.

    Args:
        schema_version: Version of this schema.
        sacreval: The version of sacreval that wrote it.
        inputs: The files and folders.
        records: Number of records.
        instances: Number of distinct instances.
        systems: Records of each system and type, in the order of the files.
        missing_outputs: Records with an `error`, by its kind.
        fields: Values of each field that a record has.
        metrics: Whether each metric can score the records.
    """

    schema_version: Literal[1]
    sacreval: str
    inputs: list[str]
    records: int
    instances: int
    systems: list[SystemCount]
    missing_outputs: dict[str, int]
    fields: list[FieldCount]
    metrics: list[Fit]


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
        [system.system_id, system.system_type, str(system.n), str(system.without_output)]
        for system in report.systems
    ]
    head = ["system", "type", "records", "without output"]
    return Table(head, rows, numeric=frozenset({2, 3}))


def fields_table(report: RecordCheckFile) -> Table:
    """Return a row for each field."""
    rows = [[c.field, str(c.n), str(c.empty), _values(c)] for c in report.fields]
    return Table(["field", "records", "empty", "values"], rows, numeric=frozenset({1, 2}))


def _values(count: FieldCount) -> str:
    alone = len(count.kinds) == 1
    shown = ", ".join(kind if alone else f"{kind} {n}" for kind, n in count.kinds.items())
    if count.distinct is not None:
        shown = f"{shown}, {count.distinct} distinct"
    if count.least is not None:
        span = str(count.least) if count.least == count.most else f"{count.least} to {count.most}"
        shown = f"{shown}, {span} items"
    return shown


def _fits(report: RecordCheckFile) -> str:
    """Return the metrics that can score the records, and why others cannot."""
    fitting = [_name(fit) for fit in report.metrics if fit.fits]
    metrics = "1 metric" if len(fitting) == 1 else f"{len(fitting)} metrics"
    lines = [_listed(f"{metrics} can score them:", fitting)] if fitting else []
    left_out = max((fit.left_out for fit in report.metrics), default=0)
    if left_out:
        outputs = "1 output" if left_out == 1 else f"{left_out} outputs"
        what = "has nothing" if left_out == 1 else "have nothing"
        said = f"{outputs} of type reference {what} to be compared with"
        text = f"{said}: metrics that need references leave them out"
        lines.append(textwrap.fill(text, _WIDTH, subsequent_indent="  ") + "\n")
    reasons: dict[str, list[Fit]] = {}
    for fit in report.metrics:
        if not fit.fits:
            more = "" if fit.wrong == 1 else f" ({fit.wrong} records)"
            reasons.setdefault(f"{fit.why_not}{more}", []).append(fit)
    for reason, some in sorted(reasons.items(), key=lambda pair: -len(pair[1])):
        lines.append(_listed(f"{reason}:", [_name(fit) for fit in some]))
    if any(not fit.runs_here for fit in report.metrics):
        lines.append("(x): not set up here, or needs an option\n")
    return "".join(lines)


def _name(fit: Fit) -> str:
    return fit.metric if fit.runs_here else f"{fit.metric} (x)"


def _listed(head: str, names: list[str]) -> str:
    text = f"{visible(head)} {', '.join(names)}"
    lines = textwrap.wrap(
        text, _WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines) + "\n"
