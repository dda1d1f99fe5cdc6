"""Robustness in each format: a row for each system and output, and what was perturbed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sacreval.core.robustness import Measure, Robustness, RobustnessReport
from sacreval.report.formats import Format
from sacreval.report.rendering import rendered
from sacreval.report.results import ARROWS, n_of, plain, with_notes
from sacreval.report.tables import Table

MEASURES = {
    "mean": "mean",
    "perturbed_mean": "perturbed",
    "change": "change",
    "absolute_change": "|change|",
    "worst": "worst",
    "share_changed": "changed",
}


def render(report: RobustnessReport, form: Format) -> str:
    """Return a report as text in a format.

    Args:
        report: The results.
        form: The format; printed tables have what was perturbed, and the signatures, below.
    """
    return rendered(
        form,
        document=report.to_file,
        rows=report.results,
        table=lambda: long_table(report.results),
        printed=lambda: with_notes(wide_table(report), notes(report), form),
    )


def wide_table(report: RobustnessReport) -> Table:
    """Return a table with a row for each system and output, and intervals beside the means."""
    rows = [
        [
            one.system_id,
            f"{one.output}{ARROWS[one.higher_is_better]}",
            n_of(one.n, one.of),
            str(one.variants),
            *(_cell(getattr(one, name)) for name in MEASURES),
        ]
        for one in report.results
    ]
    head = ["system", "output", "n", "variants", *MEASURES.values()]
    return Table(head, rows, numeric=frozenset(range(2, len(head))))


def long_table(results: Sequence[Robustness]) -> Table:
    """Return a row for each system and output at full precision, with bounds in own columns."""
    flat = []
    for one in results:
        row = msgspec.to_builtins(one)
        for name in MEASURES:
            measure = row.pop(name)
            row |= {name: measure["value"]}
            row |= {f"{name}_{end}": measure[end] for end in ("low", "high")}
        flat.append(row)
    head = list(flat[0]) if flat else []
    return Table(head, [[plain(row[name]) for name in head] for row in flat])


def notes(report: RobustnessReport) -> list[str]:
    """List what is below a table: the realised perturbation, the intervals, the signatures."""
    lines = []
    for one in report.realised:
        inputs = (
            "inputs unknown"
            if one.inputs_changed is None
            else f"{one.inputs_changed:.1%} of inputs changed, by "
            f"{one.character_rate or 0.0:.1%} of their characters"
        )
        lines.append(
            f"{one.system_id}: {one.variants} variants, {inputs}; "
            f"{one.outputs_changed:.1%} of outputs changed"
        )
    lines.append(f"intervals at {report.level:.0%} over records, whose variants are averaged first")
    return [*lines, *dict.fromkeys(f"{x.signature} ({x.engine})" for x in report.results)]


def _cell(measure: Measure) -> str:
    if measure.value is None:
        return "-"
    if measure.low is None or measure.high is None:
        return f"{measure.value:.4f}"
    return f"{measure.value:.4f} [{measure.low:.4f}, {measure.high:.4f}]"
