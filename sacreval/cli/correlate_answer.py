"""From the options of `sacreval correlate` to what is found, and to plots of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sacreval.cli.correlate_options import Asked
from sacreval.cli.correlate_plots import PLOTS, Drawing
from sacreval.errors import UsageError, nearest
from sacreval.meta.compare import compare_metrics
from sacreval.meta.correlate import correlate
from sacreval.meta.explain import explain
from sacreval.meta.raters import agreement
from sacreval.meta.results import Report
from sacreval.meta.scores import ScoreSet
from sacreval.meta.selection import metric_names, select
from sacreval.version import version

SCHEMA_VERSION = 1


def answer(
    data: ScoreSet, asked: Asked, names: Sequence[str], *, references: str | None = None
) -> dict[str, Any]:
    """Answer what was asked.

    Args:
        data: Scores and judgments.
        asked: The options.
        names: The metrics; `all` is every metric in the data.
        references: The signature of the scores, where they were made here.

    Returns:
        The results as JSON has them.
    """
    found = _correlations(data, asked, names, references).to_json()
    found = {"schema_version": SCHEMA_VERSION, "sacreval": version(), **found}
    if asked.test:
        compared = _compare(data, asked, names, references).to_json()
        found |= {part: compared[part] for part in ("tests", "ranking")}
        found["notes"] = list(dict.fromkeys([*found["notes"], *compared["notes"]]))
    if asked.agreement:
        found["agreement"] = [one.to_json() for one in agreement(data, human=asked.human)]
    if asked.explain:
        found["explanation"] = [
            {"metric": name, **alternative.to_json()}
            for name in metric_names(data, names, asked.human)
            for alternative in explain(
                data,
                metric=name,
                human=asked.human,
                level=asked.level[0],
                coefficient=asked.coefficient[0],
                filters=asked.filters,
                settings=asked.settings,
            )
        ]
    return found


def _correlations(
    data: ScoreSet, asked: Asked, names: Sequence[str], references: str | None
) -> Any:
    options: Any = asked.selection()
    return correlate(
        data,
        metrics=names,
        interval=asked.interval,
        units=asked.units,
        confidence=asked.confidence,
        references=references,
        **options,
    )


def _compare(data: ScoreSet, asked: Asked, names: Sequence[str], references: str | None) -> Report:
    options: Any = asked.selection()
    return compare_metrics(
        data,
        metrics=names,
        test=asked.test or "perm-systems",
        alternative=asked.alternative,
        correction=asked.correction,
        alpha=asked.significance,
        exact={"auto": None, "always": True, "never": False}[asked.exact],
        absolute=asked.absolute,
        references=references,
        **options,
    )


def draw(kind: str, drawing: Drawing) -> None:
    """Draw one plot.

    Args:
        kind: One of `PLOTS`.
        drawing: What there is to draw, before systems are selected.

    Raises:
        UsageError: If there is no such kind of plot.
    """
    if kind not in PLOTS:
        raise UsageError(f"--plot {kind}=...: no such plot; {nearest(kind, PLOTS)}")
    asked = drawing.asked
    chosen = select(drawing.data, asked.human, asked.filters)
    names = metric_names(chosen, drawing.names, asked.human)
    PLOTS[kind](drawing._replace(data=chosen, names=names))
