"""Regression: scores that have become worse since the baseline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.metric import Direction
from sacreval.core.results import Result, Verdict
from sacreval.errors import InputError, UsageError
from sacreval.scoring.baseline import (
    Baseline,
    alignment,
    differences,
    match_systems,
    same_options,
)
from sacreval.scoring.evaluate import Evaluation
from sacreval.stats import paired
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.core.metric import Array

TRIALS = 10_000  # sacrebleu's default
MOVES = {True: "drops", False: "worsens", None: "changes"}
FORCE = "--force-baseline"


@dataclass(frozen=True, kw_only=True)
class Regression:
    """The rule by which a run counts as worse than the baseline.

    Args:
        max_drop: Output to the largest loss allowed, or the largest change where neither larger nor
            smaller is better; where empty, a paired test decides.
        confidence: One minus the level of that test, which is corrected for the number of tests.
        seed: Seed of the trials.
        force: Whether runs with different signatures are compared where that is possible.
    """

    max_drop: Mapping[str, float] = field(default_factory=dict)
    confidence: float = 0.95
    seed: int = 12_345
    force: bool = False


def judge(
    evaluation: Evaluation, results: Sequence[Result], baseline: Baseline, rule: Regression
) -> tuple[list[Verdict], list[str]]:
    """Judge a run by a baseline.

    Args:
        evaluation: The rows of the run.
        results: The results of the run.
        baseline: The accepted run.
        rule: The rule that decides what counts as worse.

    Returns:
        A verdict for every system and gated output; and notices.

    Raises:
        UsageError: If the runs cannot be compared; the message names what differs.
    """
    overall = [result for result in results if result.group is None]
    matched = match_systems(overall, baseline.results)
    before = {(r.system_id, r.output): r for r in baseline.results}
    pairs, reasons = [], []
    for now in overall:
        old = before.get((matched.get(now.system_id, ""), now.output))
        if old is not None:
            pairs.append((now, old))
        elif not rule.max_drop or now.output in rule.max_drop:
            reasons.append(f"it has no {now.output} of '{now.system_id}'")
    reasons += list(dict.fromkeys(text for now, old in pairs for text in differences(now, old)))
    counts = list(alignment(evaluation, baseline, matched))
    gone = dict.fromkeys(r.system_id for r in baseline.results)
    gone = {name: None for name in gone if name not in matched.values()}
    if gone:
        counts.append(f"it also has {', '.join(map(repr, gone))}, which are not in this run")
    judged = [now for now, _ in pairs if not rule.max_drop or now.output in rule.max_drop]
    if reasons and not (rule.force and judged):
        why = "; ".join([*reasons, *counts])
        remedy = _remedy(_why_no_test(evaluation, pairs, baseline), rule) if judged else ""
        raise UsageError(
            f"{baseline.path}: this run cannot be compared with that baseline: {why}. Accept a new "
            f"one with `sacreval baseline set`{remedy}"
        )
    notices = [f"{baseline.path}: {text}" for text in (*reasons, *counts)]
    if rule.max_drop:
        return [_drop(now, old, rule) for now, old in pairs if now.output in rule.max_drop], notices
    tested, undirected = _directed(pairs, baseline)
    return _tested(evaluation, tested, baseline, rule), [*notices, *undirected]


def _directed(
    pairs: Sequence[tuple[Result, Result]], baseline: Baseline
) -> tuple[list[tuple[Result, Result]], list[str]]:
    """Leave out outputs without a direction, which cannot become worse, and describe them.

    Raises:
        UsageError: If nothing is left.
    """
    directed = [pair for pair in pairs if pair[0].higher_is_better is not None]
    others = dict.fromkeys(now.output for now, _ in pairs if now.higher_is_better is None)
    if not others:
        return directed, []
    sentence = (
        f"{baseline.path}: neither larger nor smaller numbers of {', '.join(others)} are better, "
        "so no test can find them worse; bound their change with "
        f"--max-drop {next(iter(others))}=VALUE"
    )
    if not directed:
        raise UsageError(sentence)
    return directed, [sentence]


def _remedy(refusal: str, rule: Regression) -> str:
    """Name the options that compare the common part of runs that differ."""
    if rule.max_drop or not refusal:
        return f", or give {FORCE} to compare what both have"
    return f", or give {FORCE} and --max-drop METRIC=VALUE to compare the numbers alone"


def _why_no_test(
    evaluation: Evaluation, pairs: Sequence[tuple[Result, Result]], baseline: Baseline
) -> str:
    """Return why no paired test is possible and what to do instead; empty if one is."""
    if baseline.rows is None:
        return (
            f"{baseline.path}: a paired test needs the scores of its records; accept a run that "
            "wrote them with --instances, or give --max-drop METRIC=VALUE"
        )
    if not all(same_options(now, old) for now, old in pairs):
        return (
            f"{baseline.path}: scores with different options cannot be tested against each other; "
            "give --max-drop METRIC=VALUE"
        )
    whole = {name for entry in evaluation.entries if not entry.has_rows for name in entry.outputs}
    for now, _ in pairs:
        if now.output in whole:
            return (
                f"{now.output} scores whole sets, which no paired test can shuffle; "
                f"give --max-drop {now.output}=VALUE"
            )
    return ""


class _Change(NamedTuple):
    """The change of one number on the instances of both runs, and its p-value."""

    difference: float
    p: float
    n: int


def _drop(now: Result, old: Result, rule: Regression) -> Verdict:
    allowed = rule.max_drop[now.output]
    gate = f"{now.output} {MOVES[now.higher_is_better]} by {allowed:g} at most"
    if now.value is None or old.value is None:
        return _verdict(gate, now, "it has no value", passed=False)
    change = f"it went from {old.value:.6g} to {now.value:.6g}"
    drop = worsening(old.value, now.value, higher_is_better=now.higher_is_better)
    return _verdict(gate, now, change, passed=drop <= allowed)


def worsening(old: float, now: float, *, higher_is_better: Direction) -> float:
    """Return how much worse a score has become; without a direction, how much it has changed."""
    change = rounded(old - now)
    if higher_is_better is None:
        return abs(change)
    return change if higher_is_better else -change


def _tested(
    evaluation: Evaluation,
    pairs: Sequence[tuple[Result, Result]],
    baseline: Baseline,
    rule: Regression,
) -> list[Verdict]:
    from sacreval.stats.multiple_testing import holm

    if refusal := _why_no_test(evaluation, pairs, baseline):
        raise UsageError(refusal)
    entry_of = {name: i for i, entry in enumerate(evaluation.entries) for name in entry.outputs}
    changes = [
        _change(evaluation, entry_of[now.output], (now, old), baseline, rule.seed)
        for now, old in pairs
    ]
    corrected = iter(holm([change.p for change in changes if change is not None]))
    return [
        _no_worse(now, old, change and change._replace(p=next(corrected)), rule)
        for (now, old), change in zip(pairs, changes, strict=True)
    ]


def _no_worse(now: Result, old: Result, change: _Change | None, rule: Regression) -> Verdict:
    gate = f"{now.output} is not worse than the baseline"
    if change is None or now.value is None or old.value is None:
        return _verdict(gate, now, "there is no instance to test it on", passed=False)
    better = change.difference > 0 if now.higher_is_better else change.difference < 0
    alpha = rounded(1 - rule.confidence)
    passed = better or rounded(change.difference) == 0 or change.p > alpha
    text = (
        f"it went from {old.value:.6g} to {now.value:.6g}; by {change.difference:+.6g} on "
        f"{change.n} shared instances, p {change.p:.4f}"
    )
    return _verdict(gate, now, text, passed=passed)


def _change(
    evaluation: Evaluation, i: int, pair: tuple[Result, Result], baseline: Baseline, seed: int
) -> _Change | None:
    """Test one output by paired approximate randomisation on the instances of both runs."""
    import numpy as np

    now, old = pair
    entry, collected = evaluation.entries[i], evaluation.systems[now.system_id]
    there = (baseline.rows or {})[old.system_id]
    rows = collected.columns[i].rows()
    names = [
        name
        for name in collected.order.names
        if entry.name in there.get(name, {}) and not np.isnan(rows[collected.places[name]]).any()
    ]
    if not names:
        return None
    mine = rows[[collected.places[name] for name in names]]
    theirs = _table([there[name][entry.name] for name in names], mine, baseline)
    kept = paired.kept_sums([mine, theirs], trials=TRIALS, seed=seed)
    totals = mine.sum(axis=0), theirs.sum(axis=0)

    def score(sums: Array) -> Array:
        return entry.named(entry.metric.reduce(sums))[now.output]

    sides = [score(sums) for sums in paired.shuffled_sums(totals, kept)]
    observed = float(score(totals[0]) - score(totals[1]))
    p = paired.p_value(np.abs(sides[1] - sides[0]), observed).p
    return _Change(observed, p, len(names))


def _table(rows: Sequence[Sequence[float]], like: Array, baseline: Baseline) -> Array:
    import numpy as np

    if {len(row) for row in rows} != {like.shape[1]}:
        raise InputError(
            f"{baseline.path}: the statistics of its records do not fit this metric; "
            "accept a new run with `sacreval baseline set`"
        )
    return np.array(rows, dtype=np.float64)


def _verdict(gate: str, now: Result, change: str, *, passed: bool) -> Verdict:
    return Verdict(
        gate=gate,
        output=now.output,
        system_id=now.system_id,
        passed=passed,
        sentence=f"{now.output} of {now.system_id}: {change}",
    )
