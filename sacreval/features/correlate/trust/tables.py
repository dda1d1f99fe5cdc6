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
from sacreval.report.result_tables import plain, with_notes_below
from sacreval.report.shown import Shown
from sacreval.report.tables import Table, rendered


def long_table(report: TrustReport) -> Table:
    """Return one row for each output, at full precision, without the annotators."""
    rows = [flat(judge) for judge in report.judges]
    head = list(rows[0])
    return Table(head, [[plain(row[name]) for name in head] for row in rows])


def flat(judge: Trust) -> dict[str, Any]:
    """Return the numbers of an output by flat names, None where there is none."""
    alternative, own_outputs, repeats = judge.alternative, judge.own, judge.repetitions
    return {
        "metric": judge.metric,
        "n": judge.n,
        "instances": judge.instances,
        "mean": judge.mean,
        "human_mean": judge.human_mean,
        "on_scale": judge.on_scale,
        **judge.correlations,
        **{f"system_{name}": value for name, value in judge.system_correlations.items()},
        "kappa": judge.kappa,
        "kappa_people": judge.kappa_people,
        "alpha": judge.alpha,
        "alpha_people": judge.alpha_people,
        "alt_test": None if alternative is None else alternative.passed,
        "winning_rate": None if alternative is None else alternative.winning_rate,
        "advantage": None if alternative is None else alternative.advantage,
        "unit": judge.unit,
        "reversed": judge.reversed,
        **_effects("bias", judge.bias),
        **_effects("length", judge.length),
        "length_sd": judge.length_sd,
        "own_system": None if own_outputs is None else own_outputs.system_id,
        **_effects("own", None if own_outputs is None else own_outputs.effect),
        "self_alpha": None if repeats is None else repeats.alpha,
        "self_sd": None if repeats is None else repeats.within,
        "self_equal": None if repeats is None else repeats.equal,
        "order_dependent": judge.order_dependent,
    }


def _effects(name: str, effect: Effect | None) -> dict[str, float | None]:
    interval = None if effect is None else effect.interval
    return {
        name: None if effect is None else effect.value,
        f"{name}_error": None if effect is None else effect.error,
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
        return [flat(judge) for judge in self.report.judges]


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
    tested = any(judge.alternative for judge in report.judges)
    last = [annotators_table(report)] if tested else []
    return [agreement_table(report), biases_table(report), *last]


def agreement_table(report: TrustReport) -> Table:
    """Return a table of agreement with people and with itself, a row for each output."""
    judges = report.judges
    tested = any(judge.alternative for judge in judges)
    listed = any(judge.alpha is not None or judge.kappa is not None for judge in judges)
    repeated = any(judge.repetitions for judge in judges)
    ordered = any(judge.order_dependent is not None for judge in judges)
    coefficients = list(judges[0].correlations)
    systems = any(judge.system_correlations["pearson"] is not None for judge in judges)
    head = ["metric", "n", "instances", *coefficients]
    head += ["pearson of systems"] if systems else []
    head += ["kappa", "kappa of people", "alpha with", "alpha of people"] if listed else []
    head += ["advantage", "wins", "alt-test"] if tested else []
    head += ["self-agreement"] if repeated else []
    head += ["order-dependent"] if ordered else []
    rows = [
        [
            judge.metric,
            str(judge.n),
            str(judge.instances),
            *(_number(judge.correlations[name]) for name in coefficients),
            *([_number(judge.system_correlations["pearson"])] if systems else []),
            *(map(_number, _chance_corrected(judge)) if listed else []),
            *(_test(judge) if tested else []),
            *([_repeated(judge.repetitions)] if repeated else []),
            *([_share(judge.order_dependent)] if ordered else []),
        ]
        for judge in judges
    ]
    return Table(head, rows, numeric=frozenset(range(1, len(head))))


def _chance_corrected(judge: Trust) -> list[float | None]:
    return [judge.kappa, judge.kappa_people, judge.alpha, judge.alpha_people]


def _test(judge: Trust) -> list[str]:
    test = judge.alternative
    if test is None:
        return ["-", "-", "-"]
    won = sum(each.won for each in test.annotators)
    wins = f"{won}/{len(test.annotators)}"
    return [f"{test.advantage:.3f}", wins, "passed" if test.passed else "not passed"]


def _repeated(repetitions: Repetitions | None) -> str:
    if repetitions is None:
        return "-"
    return f"{repetitions.equal:.1%} equal, sd {repetitions.within:.3g}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def biases_table(report: TrustReport) -> Table:
    """Return a table of means and biases, a row for each output."""
    own = any(judge.own for judge in report.judges)
    head = ["metric", "mean", "human mean", "bias", "by length", *(["own outputs"] if own else [])]
    head += ["unit"]
    rows = [
        [
            judge.metric,
            f"{judge.mean:.4g}",
            f"{judge.human_mean:.4g}",
            _effect(judge.bias),
            _effect(judge.length),
            *([_own_outputs(judge.own)] if own else []),
            judge.unit,
        ]
        for judge in report.judges
    ]
    return Table(head, rows, numeric=frozenset(range(1, len(head) - 1)))


def _effect(effect: Effect | None) -> str:
    if effect is None:
        return "-"
    if effect.interval is None:
        return f"{effect.value:+.3f}"
    return f"{effect.value:+.3f} [{effect.interval.low:+.3f}, {effect.interval.high:+.3f}]"


def _own_outputs(outputs: OwnOutputs | None) -> str:
    return "-" if outputs is None else f"{outputs.system_id} {_effect(outputs.effect)}"


def annotators_table(report: TrustReport) -> Table:
    """Return a table of the judge against each annotator, a row for each."""
    head = ["metric", "annotator", "n", "judge as good", "annotator as good", "p", "p BY", "wins"]
    rows = [
        [
            judge.metric,
            str(each.annotator),
            str(each.n),
            f"{each.judge_as_good / each.n:.3f}",
            f"{each.human_as_good / each.n:.3f}",
            p_text(each.p),
            p_text(each.p_adjusted),
            "judge" if each.won else "-",
        ]
        for judge in report.judges
        if judge.alternative is not None
        for each in judge.alternative.annotators
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
    if any(x.alternative for x in report.judges):
        lines.append(
            f"alt-test: {s.alignment}, epsilon {s.epsilon:g}; the judge wins against an annotator "
            "who is surely not better by epsilon, Benjamini-Yekutieli at "
            f"{1 - s.confidence:.4g}; passed: it wins against half or more"
        )
    lines += [
        f"{x.metric}: its sign is changed, as smaller values are better on one side only"
        for x in report.judges
        if x.reversed
    ]
    lines += [
        f"{x.metric}: annotators {', '.join(map(str, x.alternative.skipped))} rated fewer than "
        f"{s.least_outputs} outputs and take no part"
        for x in report.judges
        if x.alternative and x.alternative.skipped
    ]
    return lines
