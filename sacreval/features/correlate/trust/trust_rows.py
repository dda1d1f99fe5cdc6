"""Trust in judges as rows of numbers: one for each output, for tsv, csv and data frames."""

from __future__ import annotations

from typing import Any

from sacreval.features.correlate.trust.result import Effect, Trust, TrustReport
from sacreval.report.results import plain
from sacreval.report.tables import Table


def long_table(report: TrustReport) -> Table:
    """Return one row for each output, at full precision, without the annotators."""
    rows = [flat(one) for one in report.judges]
    head = list(rows[0])
    return Table(head, [[plain(row[name]) for name in head] for row in rows])


def flat(one: Trust) -> dict[str, Any]:
    """Return the numbers of an output by flat names, None where there is none."""
    alternative, own, repeats = one.alternative, one.own, one.repetitions
    return {
        "metric": one.metric,
        "n": one.n,
        "instances": one.instances,
        "mean": one.mean,
        "human_mean": one.human_mean,
        "on_scale": one.on_scale,
        **one.correlations,
        **{f"system_{name}": value for name, value in one.system_correlations.items()},
        "kappa": one.kappa,
        "kappa_people": one.kappa_people,
        "alpha": one.alpha,
        "alpha_people": one.alpha_people,
        "alt_test": None if alternative is None else alternative.passed,
        "winning_rate": None if alternative is None else alternative.winning_rate,
        "advantage": None if alternative is None else alternative.advantage,
        "unit": one.unit,
        "reversed": one.reversed,
        **_effects("bias", one.bias),
        **_effects("length", one.length),
        "length_sd": one.length_sd,
        "own_system": None if own is None else own.system_id,
        **_effects("own", None if own is None else own.effect),
        "self_alpha": None if repeats is None else repeats.alpha,
        "self_sd": None if repeats is None else repeats.within,
        "self_equal": None if repeats is None else repeats.equal,
        "order_dependent": one.order_dependent,
    }


def _effects(name: str, found: Effect | None) -> dict[str, float | None]:
    interval = None if found is None else found.interval
    return {
        name: None if found is None else found.value,
        f"{name}_error": None if found is None else found.error,
        f"{name}_low": None if interval is None else interval.low,
        f"{name}_high": None if interval is None else interval.high,
    }
