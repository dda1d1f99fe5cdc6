"""`arena`: rank systems by pairwise verdicts, with gates on win rates and verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

import msgspec

from sacreval.cli.options.option_groups import ResamplingOptions
from sacreval.cli.options.python_options import options_of, with_options
from sacreval.core.options.python_functions import warn
from sacreval.core.results import Verdict
from sacreval.errors import InputError, UsageError, comma_list, nearest, shortened
from sacreval.features.arena.arena_pairs import order_effects, pair_rates
from sacreval.features.arena.arena_standings import online_elo, standings
from sacreval.features.arena.battles import (
    Battle,
    MissingBattles,
    Placed,
    check_repeated,
    failure,
    parts,
    read_battles,
    table_of,
    with_verdict,
)
from sacreval.features.arena.options import ArenaArguments, RankingOptions
from sacreval.features.arena.result import ArenaReport, ArenaSettings, ArenaStanding, PairRate
from sacreval.features.arena.tables import ShownRanking
from sacreval.features.gates.lacking_gates import Allowed, Lack, failed
from sacreval.stats.rounding import rounded

OUTPUT = "win_rate"


def check_bounds(fail_under: Mapping[str, float], base: str | None, systems: set[str]) -> None:
    """Check that bounds are rates of systems that have battles."""
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
    """Yield the result of each gate."""
    fought = {s.system_id: s.battles for s in report.standings if s.group is None}
    if allowed.missing is not None:
        for name in sorted(systems):
            yield _lack(missing, fought, name).verdict(allowed.missing, name, OUTPUT)
    base = report.settings.base
    if base is not None:
        fought = {pair.system_id: pair.battles for pair in report.pairs if pair.group is None}
    ranked = report.standings if base is None else report.pairs
    rates = {s.system_id: s.win_rate for s in ranked if s.group is None}
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


FEW_INSTANCES = 30  # below which clustered errors are too small
NAMED = 5  # systems named in a notice


@with_options(RankingOptions, ResamplingOptions)
def arena(
    battles: str | Path | Sequence[str | Path | Battle | Mapping[str, Any]],
    *,
    fields: Mapping[str, str] | None = None,
    **options: Unpack[ArenaArguments],
) -> ShownRanking:
    """Rank systems by pairwise verdicts.

    Args:
        battles: Files of battles, or battles as mappings or `Battle`.
        fields: Field of a battle to a JMESPath expression that finds it in files.
        **options: What systems are ranked by, intervals and gates, by the options of the command.

    Returns:
        The standings and win rates. It prints as the command prints.

    Raises:
        SacrevalError: If a battle or an option is wrong; the message says what to do.
    """
    ranking = options_of(RankingOptions, options)
    resampling = options_of(ResamplingOptions, options)
    _ = ranking.bounds, ranking.allowed  # which are wrong before a file is read, or not at all
    report = rank(_placed(battles, fields), ranking, resampling)
    for text in (*report.notices, *report.failures):
        warn(text)
    return ShownRanking(report)


def rank(
    placed: Sequence[Placed], ranking: RankingOptions, resampling: ResamplingOptions
) -> ArenaReport:
    """Compute standings and win rates."""
    settings = ArenaSettings(
        base=ranking.base,
        by=ranking.by,
        lengths=ranking.lengths,
        online_elo=ranking.online_elo,
        **vars(resampling),
    )
    fail_under, allowed = ranking.bounds, ranking.allowed
    judged, lacking = with_verdict(placed)
    failures = [failure(row) for row in lacking]
    if not judged and failures:
        raise UsageError(
            f"none of {len(failures)} battles has a verdict; the first: "
            f"{shortened(str(failures[0]), 200)}; check the replies, or give the winner of one"
        )
    systems = {name for row in placed for name in (row.battle.a, row.battle.b)}
    if settings.base is not None and settings.base not in systems:
        raise UsageError(
            f"--base: there is no system '{shortened(settings.base)}'; "
            f"{nearest(settings.base, systems)}"
        )
    check_bounds(fail_under, settings.base, systems)
    if settings.lengths:
        check_lengths(judged)
    ranked: list[ArenaStanding] = []
    pairs: list[PairRate] = []
    missing = MissingBattles(lacking, settings.by)
    for group, battles in parts(judged, settings.by).items():
        table = table_of(battles)
        elo = online_elo(battles) if settings.online_elo else None
        in_order = standings(table, settings, group=group, elo=elo)
        order = [standing.system_id for standing in in_order]
        rates = pair_rates(table, order, settings, group=group)
        ranked += [missing.beside(standing, standing.system_id) for standing in in_order]
        pairs += [missing.beside(rate, rate.system_id, rate.against) for rate in rates]
    report = ArenaReport(
        settings=settings,
        standings=ranked,
        pairs=pairs,
        orders=order_effects(judged),
        battles=len(judged),
        missing=len(failures),
        failures=failures,
    )
    return msgspec.structs.replace(
        report,
        gates=list(verdicts(report, fail_under, allowed, missing, systems)),
        notices=list(_notices(report, judged, systems)),
    )


def check_lengths(judged: Sequence[Placed]) -> None:
    """Check that every battle has both lengths."""
    for row in judged:
        if row.battle.length_a is None or row.battle.length_b is None:
            raise InputError(
                f"{row.place}: the battle has no `length_a` or `length_b`, which --lengths needs; "
                "add both, or name them with --map"
            )


def _notices(report: ArenaReport, judged: Sequence[Placed], systems: set[str]) -> Iterator[str]:
    instances = len({str(row.battle.instance_id) for row in judged})
    if instances < FEW_INSTANCES:
        yield (
            f"the battles are about {instances} instances: errors that are clustered by instance "
            f"are too small below {FEW_INSTANCES}"
        )
    judges = {row.battle.judge for row in judged}
    if len(judges) > 1 and report.settings.by != "judge":
        yield f"verdicts of {len(judges)} judges are pooled; --by judge has strengths for each"
    overall = [standing for standing in report.standings if standing.group is None]
    if unranked := sorted(systems.difference(standing.system_id for standing in overall)):
        yield f"{_listed(unranked)}: no battle has a verdict, so that there is no standing"
    if all(standing.strength is None for standing in overall):
        yield NO_STRENGTH
        return
    for kind, text in _SEPARATED.items():
        if names := [standing.system_id for standing in overall if standing.separated == kind]:
            yield f"{_listed(names)} {text}"


_SEPARATED = {
    "above": (
        "won or tied against systems with a strength, directly or by a chain, and no chain leads "
        "back, so that no finite strength fits; more battles may tell by how much they are better"
    ),
    "below": (
        "lost or tied against systems with a strength, directly or by a chain, and no chain leads "
        "back, so that no finite strength fits; more battles may tell by how much they are worse"
    ),
    "apart": "have no chain of battles to the systems with a strength; add battles that join them",
}
NO_STRENGTH = (
    "no system has a strength, as wins lead one way only; more battles may tell by how much "
    "systems differ"
)


def _listed(names: Sequence[str]) -> str:
    return comma_list([shortened(name, 40) for name in names], NAMED)


def _placed(
    battles: str | Path | Sequence[str | Path | Battle | Mapping[str, Any]],
    fields: Mapping[str, str] | None,
) -> list[Placed]:
    """Return battles of files or of Python with their places."""
    entries = [battles] if isinstance(battles, str | Path) else list(battles)
    paths = [str(entry) for entry in entries if isinstance(entry, str | Path)]
    if len(paths) == len(entries):
        return read_battles(paths, fields)
    if paths or fields:
        raise UsageError("give either files of battles, with `fields`, or battles")
    placed = [Placed(_battle(entry, i), f"battle {i}") for i, entry in enumerate(entries, start=1)]
    check_repeated(placed)
    return placed


def _battle(value: object, number: int) -> Battle:
    if isinstance(value, Battle):
        return value
    try:
        return msgspec.convert(value, Battle)
    except (msgspec.ValidationError, ValueError) as error:
        raise InputError(f"battle {number}: {error}; correct it") from None
