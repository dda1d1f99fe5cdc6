"""Trust in judges in each format: tables of agreement and biases, or one row for each output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sacreval.features.correlate.trust.result import (
    Effect,
    OwnOutputs,
    Repetitions,
    Trust,
    TrustReport,
)
from sacreval.report.formats import Format
from sacreval.report.numbers import p_text
from sacreval.report.rendering import rendered
from sacreval.report.results import plain, with_notes_below
from sacreval.report.shown import Shown
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


@dataclass(frozen=True, repr=False)
class Trusted(Shown):
    """The result of `trust`.

    Args:
        report: What is known of each output, and notices.
    """

    main_columns = (
        "metric", "n", "instances", "mean", "human_mean", "pearson", "spearman", "kendall",
        "alpha", "kappa", "winning_rate", "advantage",
    )  # fmt: skip

    report: TrustReport

    def render(self, form: Format) -> str:
        """Return it as text in a format of the command line, such as `md` or `tsv`."""
        return render(self.report, form)

    def tables(self) -> Sequence[Table]:
        """List the tables that are printed."""
        return tables(self.report)

    def notes(self) -> Sequence[str]:
        """List the lines below the tables."""
        return notes(self.report)

    def rows(self) -> list[dict[str, Any]]:
        """List what is known of each output as flat records."""
        return [flat(one) for one in self.report.judges]


def render(report: TrustReport, form: Format) -> str:
    """Return trust in judges as text in a format."""
    return rendered(
        form,
        document=report.to_file,
        rows=report.judges,
        table=lambda: long_table(report),
        printed=lambda: with_notes_below(tables(report), notes(report), form),
    )


def tables(report: TrustReport) -> list[Table]:
    """Return the tables of agreement, of biases, and of annotators where there is the test."""
    tested = any(one.alternative for one in report.judges)
    last = [annotators_table(report)] if tested else []
    return [agreement_table(report), biases_table(report), *last]


def agreement_table(report: TrustReport) -> Table:
    """Return a table of agreement with people and with itself, a row for each output."""
    judges = report.judges
    tested = any(one.alternative for one in judges)
    listed = any(one.alpha is not None or one.kappa is not None for one in judges)
    repeated = any(one.repetitions for one in judges)
    ordered = any(one.order_dependent is not None for one in judges)
    coefficients = list(judges[0].correlations)
    systems = any(one.system_correlations["pearson"] is not None for one in judges)
    head = ["metric", "n", "instances", *coefficients]
    head += ["pearson of systems"] if systems else []
    head += ["kappa", "kappa of people", "alpha with", "alpha of people"] if listed else []
    head += ["advantage", "wins", "alt-test"] if tested else []
    head += ["self-agreement"] if repeated else []
    head += ["order-dependent"] if ordered else []
    rows = [
        [
            one.metric,
            str(one.n),
            str(one.instances),
            *(_number(one.correlations[name]) for name in coefficients),
            *([_number(one.system_correlations["pearson"])] if systems else []),
            *(map(_number, _chance_corrected(one)) if listed else []),
            *(_test(one) if tested else []),
            *([_repeated(one.repetitions)] if repeated else []),
            *([_share(one.order_dependent)] if ordered else []),
        ]
        for one in judges
    ]
    return Table(head, rows, numeric=frozenset(range(1, len(head))))


def _chance_corrected(one: Trust) -> list[float | None]:
    return [one.kappa, one.kappa_people, one.alpha, one.alpha_people]


def _test(one: Trust) -> list[str]:
    found = one.alternative
    if found is None:
        return ["-", "-", "-"]
    won = sum(each.won for each in found.annotators)
    wins = f"{won}/{len(found.annotators)}"
    return [f"{found.advantage:.3f}", wins, "passed" if found.passed else "not passed"]


def _repeated(found: Repetitions | None) -> str:
    if found is None:
        return "-"
    return f"{found.equal:.1%} equal, sd {found.within:.3g}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def biases_table(report: TrustReport) -> Table:
    """Return a table of means and biases, a row for each output."""
    own = any(one.own for one in report.judges)
    head = ["metric", "mean", "human mean", "bias", "by length", *(["own outputs"] if own else [])]
    head += ["unit"]
    rows = [
        [
            one.metric,
            f"{one.mean:.4g}",
            f"{one.human_mean:.4g}",
            _effect(one.bias),
            _effect(one.length),
            *([_own(one.own)] if own else []),
            one.unit,
        ]
        for one in report.judges
    ]
    return Table(head, rows, numeric=frozenset(range(1, len(head) - 1)))


def _effect(found: Effect | None) -> str:
    if found is None:
        return "-"
    if found.interval is None:
        return f"{found.value:+.3f}"
    return f"{found.value:+.3f} [{found.interval.low:+.3f}, {found.interval.high:+.3f}]"


def _own(found: OwnOutputs | None) -> str:
    return "-" if found is None else f"{found.system_id} {_effect(found.effect)}"


def annotators_table(report: TrustReport) -> Table:
    """Return a table of the judge against each annotator, a row for each."""
    head = ["metric", "annotator", "n", "judge as good", "annotator as good", "p", "p BY", "wins"]
    rows = [
        [
            one.metric,
            str(each.annotator),
            str(each.n),
            f"{each.judge_as_good / each.n:.3f}",
            f"{each.human_as_good / each.n:.3f}",
            p_text(each.p),
            p_text(each.p_adjusted),
            "judge" if each.won else "-",
        ]
        for one in report.judges
        if one.alternative is not None
        for each in one.alternative.annotators
    ]
    return Table(head, rows, numeric=frozenset(range(1, len(head) - 1)))


def notes(report: TrustReport) -> list[str]:
    """List what the numbers are."""
    s = report.settings
    percent = f"{100 * s.confidence:.4g} %"
    basis = (
        f"human score: {s.human}; correlations over all outputs of systems; biases with {percent} "
        "t intervals, clustered by instance; by length: change for outputs longer by one standard "
        "deviation"
    )
    lines = [basis]
    if any(one.alternative for one in report.judges):
        lines.append(
            f"alt-test: {s.alignment}, epsilon {s.epsilon:g}; the judge wins against an annotator "
            "who is surely not better by epsilon, Benjamini-Yekutieli at "
            f"{1 - s.confidence:.4g}; passed: it wins against half or more"
        )
    lines += [
        f"{one.metric}: its sign is changed, as smaller values are better on one side only"
        for one in report.judges
        if one.reversed
    ]
    lines += [
        f"{one.metric}: annotators {', '.join(map(str, one.alternative.skipped))} rated fewer than "
        f"{s.least_outputs} outputs and take no part"
        for one in report.judges
        if one.alternative and one.alternative.skipped
    ]
    return lines
