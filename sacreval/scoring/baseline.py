"""Baseline: an accepted run, and what has become worse since.

A baseline is a result file with the file of its records' scores beside it, whose statistics let a
later run be tested against it without its predictions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sacreval import signature
from sacreval.errors import InputError, UsageError
from sacreval.files import open_bytes, sha256
from sacreval.metric import metrics
from sacreval.records import Scored
from sacreval.results import Result, ResultFile, Verdict
from sacreval.scoring.evaluate import Evaluation
from sacreval.scoring.gates import settled
from sacreval.stats import paired

if TYPE_CHECKING:
    from sacreval.metric import Array

TRIALS = 10_000  # sacrebleu's default
FORCE = "--force-baseline"
_SHOWN = 3


@dataclass(frozen=True)
class Baseline:
    """An accepted run.

    Args:
        path: Its result file, for messages.
        results: Its numbers, over all records.
        rows: System to instance to metric to statistics; None where they were not written.
    """

    path: str
    results: list[Result]
    rows: dict[str, dict[str, dict[str, list[float]]]] | None


@dataclass(frozen=True, kw_only=True)
class Regression:
    """When a run counts as worse than the baseline.

    Args:
        max_drop: Output to how much worse it may be; where empty, a paired test decides.
        confidence: One minus the level of that test, corrected for the number of tests.
        seed: Of its trials.
        force: Go on where signatures differ, and compare what can be compared.
    """

    max_drop: Mapping[str, float] = field(default_factory=dict)
    confidence: float = 0.95
    seed: int = 12_345
    force: bool = False


def read_results(path: Path) -> ResultFile:
    """Read a result file.

    Raises:
        InputError: If it is none.
    """
    with open_bytes(str(path)) as stream:
        text = stream.read()
    try:
        return msgspec.json.decode(text, type=ResultFile)
    except msgspec.MsgspecError as error:
        raise InputError(
            f"{path}: not a result file of sacreval ({error}); "
            "write one with `sacreval evaluate METRIC INPUT -o result.json`"
        ) from None


def read_baseline(path: Path) -> Baseline:
    """Read a baseline, and the scores of its records if it has them.

    Raises:
        InputError: If a file is missing, damaged, or not the one that belongs to it.
    """
    found = read_results(path)
    overall = [result for result in found.results if result.group is None]
    rows = None
    if found.instances is not None:
        beside = path.parent / found.instances.path
        with open_bytes(str(beside)) as stream:
            text = stream.read()
        if sha256(str(beside)) != found.instances.sha256:
            raise InputError(
                f"{beside}: these are not the scores that {path} was written with; "
                "write both again, or restore the file"
            )
        rows = _rows_by_system(text, str(beside))
    return Baseline(str(path), overall, rows)


def judge(
    evaluation: Evaluation, results: Sequence[Result], baseline: Baseline, rule: Regression
) -> tuple[list[Verdict], list[str]]:
    """Judge a run by a baseline.

    Args:
        evaluation: The run's rows.
        results: The run's numbers.
        baseline: The accepted run.
        rule: What counts as worse.

    Returns:
        A verdict for every system and gated number; and what the user should know.

    Raises:
        UsageError: If the runs cannot be compared; the message names what differs.
    """
    overall = [result for result in results if result.group is None]
    matched = _match_systems(overall, baseline)
    before = {(r.system_id, r.output): r for r in baseline.results}
    pairs, said = [], []
    for now in overall:
        old = before.get((matched.get(now.system_id, ""), now.output))
        if old is not None:
            pairs.append((now, old))
        elif not rule.max_drop or now.output in rule.max_drop:
            said.append(f"it has no {now.output} of '{now.system_id}'")
    said += list(dict.fromkeys(text for now, old in pairs for text in differences(now, old)))
    counts = list(alignment(evaluation, baseline, matched))
    if said and not rule.force:
        why = "; ".join([*said, *counts])
        raise UsageError(
            f"{baseline.path}: this run cannot be held against that baseline: {why}. Accept a new "
            f"one with `sacreval baseline set`, or give {FORCE} to compare what both have"
        )
    notices = [f"{baseline.path}: {text}" for text in (*said, *counts)]
    if rule.max_drop:
        return [_drop(now, old, rule) for now, old in pairs if now.output in rule.max_drop], notices
    return _tested(evaluation, pairs, baseline, rule), notices


def differences(now: Result, old: Result) -> Iterator[str]:
    """Say in words what two signatures differ in, apart from outputs and versions."""
    mine, theirs = _comparable(now), _comparable(old)
    for key in dict.fromkeys([*theirs, *mine]):
        if mine.get(key) != theirs.get(key):
            name = "references and sources" if key == "data" else key
            there, here = (str(side.get(key, "absent")) for side in (theirs, mine))
            yield f"{now.alias or now.metric} has {name} {there} there, {here} here"


def alignment(
    evaluation: Evaluation, baseline: Baseline, matched: Mapping[str, str]
) -> Iterator[str]:
    """Count instances that both runs have, that are missing now, and that are new."""
    for mine, theirs in matched.items():
        if baseline.rows is None:
            return
        here, there = evaluation.systems[mine].places.keys(), baseline.rows[theirs].keys()
        missing, new = sorted(there - here), sorted(here - there)
        counts = f"{len(here & there)} aligned"
        counts += f", {len(missing)} missing{_some(missing)}, {len(new)} new{_some(new)}"
        yield f"instances of '{mine}': {counts}"


def _some(names: Sequence[str]) -> str:
    more = ", …" if len(names) > _SHOWN else ""
    return f" ({', '.join(names[:_SHOWN])}{more})" if names else ""


def _match_systems(results: Sequence[Result], baseline: Baseline) -> dict[str, str]:
    mine = list(dict.fromkeys(result.system_id for result in results))
    theirs = list(dict.fromkeys(result.system_id for result in baseline.results))
    if len(mine) == len(theirs) == 1:
        return {mine[0]: theirs[0]}
    return {name: name for name in mine if name in theirs}


def _comparable(result: Result) -> dict[str, object]:
    name, parts = signature.read(result.signature)
    loose = {"outputs", "sacreval"}
    if name in metrics:
        loose |= set(metrics.get(name).libraries)
    return {"metric": name} | {key: x for key, x in parts.items() if key not in loose}


def _drop(now: Result, old: Result, rule: Regression) -> Verdict:
    allowed = rule.max_drop[now.output]
    gate = f"{now.output} drops by {allowed:g} at most"
    if now.value is None or old.value is None:
        return _verdict(gate, now, "it has no value", passed=False)
    drop = settled(old.value - now.value if now.higher_is_better else now.value - old.value)
    said = f"it went from {old.value:.6g} to {now.value:.6g}"
    return _verdict(gate, now, said, passed=drop <= allowed)


def _tested(
    evaluation: Evaluation,
    pairs: Sequence[tuple[Result, Result]],
    baseline: Baseline,
    rule: Regression,
) -> list[Verdict]:
    if baseline.rows is None:
        raise UsageError(
            f"{baseline.path}: a paired test needs the scores of its records; accept a run that "
            "wrote them with --instances, or give --max-drop METRIC=VALUE"
        )
    entry_of = {name: i for i, entry in enumerate(evaluation.entries) for name in entry.outputs}
    ps = [
        _p_value(evaluation, entry_of[now.output], now, baseline.rows[old.system_id], rule)
        for now, old in pairs
    ]
    known = [p for p in ps if p is not None]
    corrected = iter(paired.holm(known))
    return [
        _no_worse(now, old, None if p is None else next(corrected), rule)
        for (now, old), p in zip(pairs, ps, strict=True)
    ]


def _no_worse(now: Result, old: Result, p: float | None, rule: Regression) -> Verdict:
    gate = f"{now.output} is not worse than the baseline"
    if p is None or now.value is None or old.value is None:
        return _verdict(gate, now, "there is no instance to test it on", passed=False)
    worse = settled(now.value) < settled(old.value)
    if not now.higher_is_better:
        worse = settled(now.value) > settled(old.value)
    said = f"it went from {old.value:.6g} to {now.value:.6g}, p {p:.3g}"
    return _verdict(gate, now, said, passed=not (worse and p <= 1 - rule.confidence))


def _p_value(
    evaluation: Evaluation,
    i: int,
    now: Result,
    there: Mapping[str, Mapping[str, Sequence[float]]],
    rule: Regression,
) -> float | None:
    """Test one output by paired approximate randomisation on the instances of both runs."""
    import numpy as np

    entry, collected = evaluation.entries[i], evaluation.systems[now.system_id]
    rows = collected.columns[i].rows()
    names = [
        name
        for name in collected.order.names
        if entry.name in there.get(name, {}) and not np.isnan(rows[collected.places[name]]).any()
    ]
    if not names:
        return None
    mine = rows[[collected.places[name] for name in names]]
    theirs = np.array([there[name][entry.name] for name in names], dtype=np.float64)
    kept = paired.kept_sums([mine, theirs], trials=TRIALS, seed=rule.seed)
    totals = mine.sum(axis=0), theirs.sum(axis=0)

    def score(sums: Array) -> Array:
        return entry.named(entry.metric.reduce(sums))[now.output]

    a, b = kept[0] + totals[1] - kept[1], totals[0] - kept[0] + kept[1]
    observed = float(score(totals[0]) - score(totals[1]))
    return paired.p_value(np.abs(score(a) - score(b)), observed).p


def _rows_by_system(text: bytes, path: str) -> dict[str, dict[str, dict[str, list[float]]]]:
    rows: dict[str, dict[str, dict[str, list[float]]]] = {}
    try:
        for record in msgspec.json.Decoder(Scored).decode_lines(text):
            rows.setdefault(record.system_id, {})[record.instance_id] = record.statistics or {}
    except msgspec.MsgspecError as error:
        raise InputError(
            f"{path}: not the scores of records ({error}); write them with --instances"
        ) from None
    return rows


def _verdict(gate: str, now: Result, said: str, *, passed: bool) -> Verdict:
    return Verdict(
        gate=gate,
        output=now.output,
        system_id=now.system_id,
        passed=passed,
        sentence=f"{now.output} of {now.system_id}: {said}",
    )
