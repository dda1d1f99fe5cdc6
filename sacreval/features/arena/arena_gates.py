"""Gates of an arena: least win rates, and the largest share of battles without a verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sacreval.core.results import Verdict
from sacreval.errors import UsageError, nearest, shortened
from sacreval.features.arena.arena_battles import MissingBattles
from sacreval.features.arena.result import ArenaReport
from sacreval.features.gates.lacking_gates import Allowed, Lack, failed
from sacreval.stats.rounding import rounded

OUTPUT = "win_rate"


def check_bounds(
    fail_under: Mapping[str, float], allowed: Allowed, base: str | None, systems: set[str]
) -> None:
    """Check that bounds are rates of systems that have battles.

    Raises:
        UsageError: If a system has none, or a bound or a share is not from 0 to 1.
    """
    allowed.check()
    for name, bound in fail_under.items():
        if name not in systems:
            raise UsageError(
                f"--fail-under: there is no system '{shortened(name)}'; {nearest(name, systems)}"
            )
        if not 0 <= bound <= 1:
            raise UsageError(f"--fail-under {shortened(name)}={bound:g}: a win rate is from 0 to 1")
        if name == base:
            raise UsageError(
                f"--fail-under {shortened(name)}: the base has no win rate against itself; name "
                "another system"
            )


def verdicts(
    report: ArenaReport,
    fail_under: Mapping[str, float],
    allowed: Allowed,
    missing: MissingBattles,
    systems: set[str],
) -> Iterator[Verdict]:
    """Yield the result of each gate.

    Args:
        report: Standings and win rates.
        fail_under: System to the least win rate that it must have.
        allowed: The share of battles that may lack a verdict; without one, a gate on a win rate
            fails if there are any.
        missing: The battles without a verdict.
        systems: The systems of all battles.
    """
    fought = {one.system_id: one.battles for one in report.standings if one.group is None}
    if allowed.missing is not None:
        for name in sorted(systems):
            yield _lack(missing, fought, name).verdict(allowed.missing, name, OUTPUT)
    base = report.settings.base
    if base is not None:
        fought = {one.system_id: one.battles for one in report.pairs if one.group is None}
    ranked = report.standings if base is None else report.pairs
    rates = {one.system_id: one.win_rate for one in ranked if one.group is None}
    for name, bound in fail_under.items():
        lack = _lack(missing, fought, *([name] if base is None else [name, base]))
        bounded = _bounded(name, rates.get(name), bound, base)
        yield failed(bounded, {lack.what: lack.excess(allowed.missing or 0.0)})


def _lack(missing: MissingBattles, fought: Mapping[str, int], *systems: str) -> Lack:
    """Return how many battles of a system, or of a system and the base, have no verdict."""
    count = missing.of(*systems)
    return Lack("missing", count, fought.get(systems[0], 0) + count, "battles")


def _bounded(name: str, rate: float | None, bound: float, base: str | None) -> Verdict:
    """Judge a win rate."""
    against = "" if base is None else f" against {base}"
    passed = rate is not None and rounded(rate) >= bound
    shown = "unknown, as there is no battle" if rate is None else f"{rate:.6g}"
    must = "" if passed else f", but must be >= {bound:g}"
    return Verdict(
        gate=f"{name} >= {bound:g}",
        output=OUTPUT,
        system_id=name,
        passed=passed,
        sentence=f"the win rate of {name}{against} is {shown}{must}",
    )
