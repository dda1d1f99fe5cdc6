"""Tests of the difference of two systems, and which of them decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, get_args

from sacreval.features.compare.comparison_names import TestName
from sacreval.features.compare.result import TestResult
from sacreval.scoring.intervals.interval_options import REQUESTED
from sacreval.stats.significance import paired

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.features.compare.pairs.paired_scores import Pair
    from sacreval.features.compare.result import Settings

TESTS: tuple[TestName, ...] = get_args(TestName)[1:]  # all but auto
FEW_VALUES = 10  # distinct differences, up to which many trials equal the observed one, if
OFTEN = 2  # each occurs so often on average
MANY_TIES = 0.2  # share of units without a difference, above which the same holds


class Decision(NamedTuple):
    """The test that decides, and why."""

    test: TestName
    reason: str


def decide(pair: Pair, settings: Settings) -> Decision:
    """Choose the test that fits a pair: paired-ar, or mid-p for scores of few values.

    Args:
        pair: Two systems by one output.
        settings: What the user asked for.
    """
    if settings.test != "auto":
        return Decision(settings.test, REQUESTED)
    reason = _coarse(pair) if reachable(pair.n_units, settings.alpha) else ""
    return Decision("mid-p" if reason else "paired-ar", reason)


def one_test(decisions: Mapping[tuple[str, str], Decision]) -> Decision:
    """Choose one test for all pairs of systems of a family: mid-p where it is that of any pair.

    Args:
        decisions: Two systems to the test of their pair, at least one pair.
    """
    every = list(decisions.items())
    pair, chosen = next((x for x in every if x[1].test == "mid-p"), every[0])
    if len({decision.test for _, decision in every}) == 1:
        return chosen
    return Decision(chosen.test, f"{chosen.reason} between {' and '.join(pair)}")


def _coarse(pair: Pair) -> str:
    """Describe why many trials have exactly the observed difference; empty if they have not."""
    import numpy as np

    differences = pair.unit_differences
    if pair.binary and pair.sides.units.of is None:
        return "0/1 scores"
    if not np.any(differences):
        return ""
    values, ties = len(np.unique(differences)), float(np.mean(differences == 0))
    if values <= FEW_VALUES and OFTEN * values <= len(differences):
        return f"at most {FEW_VALUES} different differences"
    return f"more than {MANY_TIES:.0%} ties" if ties > MANY_TIES else ""


def reachable(n_units: int, alpha: float) -> bool:
    """Return whether a test of so many units can reach a level: two of the 2^n exchanges do."""
    return bool(2.0 ** (1 - n_units) <= alpha)


def results(pair: Pair, decision: Decision, settings: Settings) -> dict[str, TestResult]:
    """Compute the test that decides, and on request all others.

    Args:
        pair: Two systems by one output.
        decision: The test that decides.
        settings: Draws, seed, and whether all tests are requested.

    Returns:
        Name of the test to its result, with p-values of single tests; see `families.corrected`.
    """
    names = TESTS if settings.all_tests else (decision.test,)
    stated = settings.all_tests or decision.reason == REQUESTED
    return {name: _result(name, pair, stated=stated) for name in names}


def _result(name: TestName, pair: Pair, *, stated: bool) -> TestResult:
    if name in ("paired-ar", "paired-bs"):
        p_values = _as_sacrebleu(name, pair)
        return TestResult(
            p=p_values.p, p_holm=p_values.p, p_sacrebleu=p_values.sacrebleu if stated else None
        )
    p = _p_value(name, pair)
    return TestResult(p=p, p_holm=p)


def _as_sacrebleu(name: TestName, pair: Pair) -> paired.PValue:
    if name == "paired-ar":
        return paired.p_value(pair.shuffled, pair.difference)
    sizes = abs(pair.gaps)
    return paired.p_value(sizes - sizes.mean(), pair.difference)


def _p_value(name: TestName, pair: Pair) -> float:
    from sacreval.stats.significance.mid_p import sign_test, wilcoxon
    from sacreval.stats.significance.multiple_testing import centred_p, expanded_p

    match name:
        case "mid-p":
            return mid_p(pair)
        case "centred-bs":
            return expanded_p(centred_p(pair.gaps, pair.difference), pair.n_units)
        case "wilcoxon":
            return wilcoxon(_unit_means(pair))
        case _:
            return sign_test(_unit_means(pair))


def mid_p(pair: Pair) -> float:
    """Compute the mid-p of paired approximate randomisation.

    It is exact for 0/1 scores, and for means of scores of few values; else from the trials.
    """
    from sacreval.stats.significance.mid_p import drawn_mid_p, sign_flips, whole_steps

    steps = whole_steps(pair.unit_differences) if pair.is_mean else None
    if steps is None:
        return drawn_mid_p(pair.shuffled, pair.difference)
    return sign_flips(steps).mid if steps.any() else 1.0


def _unit_means(pair: Pair) -> Array:
    import numpy as np

    of = pair.sides.units.of
    return pair.differences if of is None else pair.unit_differences / np.bincount(of)
