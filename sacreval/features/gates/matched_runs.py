"""The results of a run and of its baseline, and whether they can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sacreval.core.results import Result, Verdict
from sacreval.core.selection import Selection
from sacreval.errors import UsageError, comma_list
from sacreval.features.gates.paired_rows import TwoRuns
from sacreval.features.gates.regression_rule import Regression
from sacreval.scoring.result_files import (
    DATA_DIFFERS,
    Baseline,
    alignment,
    differences,
    same_options,
)

FORCE = "--force-baseline"


class Matched(NamedTuple):
    """The results of a run, each with that of the baseline.

    Args:
        pairs: Of all outputs that both runs have.
        notices: How the runs differ, and which records they share.
    """

    pairs: list[tuple[Result, Result]]
    notices: list[str]


def match(runs: TwoRuns, rule: Regression) -> Matched:
    """Find the result of the baseline for each result of a run."""
    baseline = runs.baseline
    pairs, reasons = [], []
    for now in rule.judged(runs.results):
        old = runs.before.get((now.system_id, now.target))
        if old is not None:
            pairs.append((now, old))
        elif rule.judges(now.target):
            reasons.append(f"it has no {now.target} of '{now.system_id}'")
    apart = _of_other_instances(runs)
    texts = [(text, now) for now, old in pairs for text in differences(now, old)]
    of_data = _of_data([text for text, now in texts if now.system_id not in apart])
    if any(DATA_DIFFERS in text for text, now in texts if now.system_id in apart):
        of_data.append(
            "whether the shared instances have the same references and sources cannot be told"
        )
    reasons += dict.fromkeys(text for text, _ in texts if DATA_DIFFERS not in text)
    aligned = list(alignment(runs.evaluation, baseline, runs.systems))
    counts = []
    if gone := _systems_gone(runs):
        verb = "is" if len(gone) == 1 else "are"
        counts.append(f"it also has {', '.join(map(repr, gone))}, which {verb} not in this run")
    counts += _outputs_gone(runs)
    judged = [now for now, _ in pairs if rule.judges(now.target)]
    remarks = [*reasons, *aligned, *of_data, *counts]  # missing instances are why data differ
    if (reasons or of_data) and not (rule.force and judged):
        why = "; ".join(remarks)
        remedy = _remedy(why_no_test(runs, pairs), rule) if judged else ""
        raise UsageError(
            f"{baseline.path}: this run cannot be compared with that baseline: {why}. Accept a new "
            f"one with `sacreval baseline set`{remedy}"
        )
    return Matched(pairs, [f"{baseline.path}: {text}" for text in remarks])


def absent_systems(runs: TwoRuns, rule: Regression, selection: Selection | None) -> list[Verdict]:
    """Fail the systems of a baseline that have no record in a run, unless they are left out."""
    gone = _systems_gone(runs)
    judged = {
        result.system_id: result
        for result in reversed(runs.baseline.results)
        if result.system_id in gone
        and rule.judges(result.target)
        and (selection is None or selection.takes(result.system_id, kind=""))
    }
    return [
        Verdict(
            gate="every system of the baseline has records",
            output=result.target,
            system_id=system,
            passed=False,
            sentence=f"{system} is in the baseline and has no record in this run; add its outputs, "
            "or name the systems that take part with --systems",
        )
        for system, result in reversed(judged.items())
    ]


def _systems_gone(runs: TwoRuns) -> list[str]:
    names = dict.fromkeys(result.system_id for result in runs.baseline.results)
    return [name for name in names if name not in runs.systems.values()]


def _of_other_instances(runs: TwoRuns) -> set[str]:
    """Return the systems of a run that do not have exactly the instances of the baseline."""
    records = runs.baseline.records or {}
    return {
        mine
        for mine, theirs in runs.systems.items()
        if theirs in records
        and runs.evaluation.systems[mine].places.keys() != records[theirs].keys()
    }


def _of_data(reasons: Sequence[str]) -> list[str]:
    """Return one sentence about metrics whose references and sources differ, without hashes."""
    names = list(
        dict.fromkeys(text.partition(DATA_DIFFERS)[0] for text in reasons if DATA_DIFFERS in text)
    )
    verb = "has" if len(names) == 1 else "have"
    return [f"{', '.join(names)} {verb} other references and sources there"] if names else []


def _outputs_gone(runs: TwoRuns) -> list[str]:
    """Name the outputs of the baseline that a run does not have, so that no gate holds them."""
    here = {result.output for result in runs.results}
    gone = list(dict.fromkeys(x.output for x in runs.baseline.overall if x.output not in here))
    if not gone:
        return []
    verb = "is" if len(gone) == 1 else "are"
    which = f"which {verb} not in this run and so not held against it"
    return [f"it also has {comma_list(gone)}, {which}"]


def directed(
    pairs: Sequence[tuple[Result, Result]], baseline: Baseline
) -> tuple[list[tuple[Result, Result]], list[str]]:
    """Leave out outputs without a direction, which cannot become worse, and describe them.

    Raises:
        UsageError: If nothing is left.
    """
    directed = [pair for pair in pairs if pair[0].higher_is_better is not None]
    others = dict.fromkeys(now.target for now, _ in pairs if now.higher_is_better is None)
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
    if (rule.max_drop and not rule.tests) or not refusal:
        return f", or give {FORCE} to compare what both have"
    return f", or give {FORCE} and --max-drop METRIC=VALUE to compare the numbers alone"


def why_no_test(runs: TwoRuns, pairs: Sequence[tuple[Result, Result]]) -> str:
    """Return why no paired test is possible and what to do instead; empty if one is."""
    baseline = runs.baseline
    if baseline.records is None:
        return (
            f"{baseline.path}: a paired test needs the scores of its records; accept a run that "
            "wrote them with --instances, or give --max-drop METRIC=VALUE"
        )
    if not all(same_options(now, old) for now, old in pairs):
        return (
            f"{baseline.path}: scores with different options cannot be tested against each other; "
            "give --max-drop METRIC=VALUE"
        )
    whole = {
        name for entry in runs.evaluation.entries if not entry.has_rows for name in entry.outputs
    }
    for now, _ in pairs:
        if now.output in whole:
            return (
                f"{now.output} scores whole sets, which no paired test can shuffle; "
                f"give --max-drop {now.output}=VALUE"
            )
    return ""
