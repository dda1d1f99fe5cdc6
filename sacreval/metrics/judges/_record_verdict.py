"""The verdict about a record, folded from its replies, and the outputs that report it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, median
from typing import Literal, NamedTuple

from sacreval.core.metric import Direction
from sacreval.core.record_parts import RecordReply
from sacreval.metrics.judges._definition import Definition
from sacreval.metrics.judges._record_requests import OPPONENT_FIRST, SAME, is_missing, orders
from sacreval.metrics.judges._rules import ParseRule
from sacreval.metrics.judges._scales import ListScale, Scale, filled
from sacreval.metrics.judges._verdicts import ScaleVerdict, read_items, read_verdict

State = Literal["", "unparsed", "truncated", "refused", "failed", "not_asked"]
STATES: tuple[State, ...] = ("unparsed", "truncated", "refused", "failed", "not_asked")


class Judged(NamedTuple):
    """The verdict about a record, or why there is none.

    Args:
        values: One number for each output of the scale; empty if there is no verdict.
        state: Why there is none.
        reason: The same as a clause.
        each: The verdicts of repeats and members of a panel that were folded, by place.
        without: How many repeats and members of a panel have no verdict.
        disagrees: Whether the verdicts of both orders of a pair differ, in some repeat.
    """

    values: tuple[float, ...]
    state: State = ""
    reason: str = ""
    each: Mapping[tuple[int, int], tuple[float, ...]] = {}
    without: int = 0
    disagrees: bool = False


def judged(judge: Definition, replies: Sequence[RecordReply]) -> Judged:
    """Return the verdict about a record.

    Repeats and members of a panel without a verdict are left out, as long as one has a verdict;
    a record without any has the state of the first.

    Args:
        judge: The judge.
        replies: All replies about the record.
    """
    if any(reply.variant == SAME for reply in replies):
        return Judged((tie(judge),))
    members = _grouped(replies)
    if not members:
        return Judged((), "not_asked", "there is no reply")
    verdicts = {place: _of_member(judge, member) for place, member in sorted(members.items())}
    there = {place: verdict for place, verdict in verdicts.items() if verdict.values}
    if not there:
        return next(iter(verdicts.values()))
    each = {place: verdict.values for place, verdict in there.items()}
    return Judged(
        tuple(folded(judge.fold, column) for column in zip(*each.values(), strict=True)),
        each=each,
        without=len(verdicts) - len(there),
        disagrees=any(verdict.disagrees for verdict in there.values()),
    )


def tie(judge: Definition) -> float:
    """Return the verdict of a pair in which neither is better."""
    (worst,), (best,) = judge.scale.bounds()
    return (worst + best) / 2


def folded(how: Literal["mean", "median", "majority"], values: Sequence[float]) -> float:
    """Return one number for several."""
    if how == "median":
        return median(values)
    if how == "mean":
        return fmean(values)
    counts = Counter(values)
    most = max(counts.values())
    return fmean(sorted(value for value, count in counts.items() if count == most))


def _grouped(replies: Iterable[RecordReply]) -> dict[tuple[int, int], list[RecordReply]]:
    groups: dict[tuple[int, int], list[RecordReply]] = {}
    for reply in replies:
        groups.setdefault((reply.source, reply.repeat), []).append(reply)
    return groups


def _of_member(judge: Definition, replies: Sequence[RecordReply]) -> Judged:
    """Return the verdict of one repeat of one member of a panel."""
    verdicts = [_of_order(judge, order, replies) for order in orders(judge)]
    if missing := next((verdict for verdict in verdicts if not verdict.values), None):
        return missing
    if len({verdict.values for verdict in verdicts}) == 1:
        return verdicts[0]
    how = judge.pair.disagree if judge.pair else "tie"
    if how == "unparsed":
        return Judged((), "unparsed", "the verdicts of both orders differ")
    values = (fmean(verdict.values[0] for verdict in verdicts),) if how == "mean" else (tie(judge),)
    return Judged(values, disagrees=True)


def _of_order(judge: Definition, order: str, replies: Sequence[RecordReply]) -> Judged:
    """Return the verdict of one order of a pair, or of a single output."""
    selected = [reply for reply in replies if reply.variant.partition(".")[0] == order or not order]
    for step in judge.asked[:-1]:
        for reply in selected:
            if reply.ask == step.ask and (fault := _unreadable(judge, step.parse, reply)):
                return fault
    last = judge.asked[-1]
    final = [reply for reply in selected if reply.ask == last.ask] if judge.steps else selected
    if last.each:
        verdict = _of_items(judge, final)
    elif final:
        verdict = _of_reply(judge, final[0])
    else:
        return Judged((), "not_asked", f"there is no reply to {last.ask}")
    if not verdict.values or order != OPPONENT_FIRST:
        return verdict
    return Judged((2 * tie(judge) - verdict.values[0],))


def _of_items(judge: Definition, replies: Sequence[RecordReply]) -> Judged:
    """Return the verdict of the replies about each item."""
    assert isinstance(judge.scale, ListScale)  # noqa: S101 - checked with the definition
    ordered = sorted(replies, key=lambda reply: int(reply.variant.rpartition(".")[2]))
    verdicts = [_of_reply(judge, reply, judge.scale.item) for reply in ordered]
    if missing := next((verdict for verdict in verdicts if not verdict.values), None):
        return missing
    return _as_judged(judge.scale.folded([verdict.values[0] for verdict in verdicts]))


def _of_reply(judge: Definition, reply: RecordReply, scale: Scale | None = None) -> Judged:
    if state := _state(judge, reply):
        return state
    return _as_judged(read_verdict(reply, scale or judge.scale, judge.asked[-1].parse))


def _unreadable(judge: Definition, rules: Sequence[ParseRule], reply: RecordReply) -> Judged | None:
    """Return why the reply to an earlier step cannot be read; None if it can."""
    if state := _state(judge, reply):
        return state
    reason = read_items(reply, rules).reason if rules else ""
    return _as_judged(ScaleVerdict((), reason)) if reason else None


def _state(judge: Definition, reply: RecordReply) -> Judged | None:
    """Return why a reply has no text that may be read; None if it has one."""
    if not is_missing(judge, reply):
        return None
    if reply.missing:
        return Judged((), reply.missing, _WHY[reply.missing])
    return Judged((), "truncated", "the reply is cut at the limit of tokens")


_WHY = {
    "refused": "the model or a content filter refused",
    "failed": "the request failed, or its reply has no text; see the file of replies",
    "not_asked": "there is no reply",
}


def _as_judged(verdict: ScaleVerdict) -> Judged:
    if verdict.values:
        return Judged(verdict.values)
    return Judged((), "unparsed", verdict.reason.removeprefix("unparsed: "))


ORDER = "order_dependent"
Unparsed = Literal["missing", "zero", "worst", "perfect"]
_FILLED = ("unparsed", "truncated", "refused")  # states of replies that came


def outputs_of(judge: Definition) -> dict[str, Direction]:
    """Return the outputs of a judge, in order, and whether larger numbers are better.

    The first number of a scale has the judge's name; the name of another follows the judge's. Pairs
    in both orders have the share of records whose verdict depends on the order, too.
    """
    names = [_name(judge, name) for name in judge.scale.outputs]
    worst, best = judge.scale.bounds(higher_is_better=judge.higher_is_better)
    directions: dict[str, Direction] = {
        name: None if judge.higher_is_better is None else high > low
        for name, low, high in zip(names, worst, best, strict=True)
    }
    if has_order(judge):
        directions[f"{judge.judge}_{ORDER}"] = None
    return directions


def has_order(judge: Definition) -> bool:
    """Return whether pairs are asked in both orders."""
    return judge.pair is not None and judge.pair.order == "both"


def bounds_of(judge: Definition, output: str) -> tuple[float, float]:
    """Return the worst and the best value of an output."""
    if has_order(judge) and output == f"{judge.judge}_{ORDER}":
        return 1.0, 0.0
    worst, best = judge.scale.bounds(higher_is_better=judge.higher_is_better)
    i = [_name(judge, name) for name in judge.scale.outputs].index(output)
    return worst[i], best[i]


def values_of(judge: Definition, verdict: Judged, unparsed: Unparsed) -> tuple[float, ...]:
    """Return one number for each output; none for a record that is missing."""
    values = verdict.values
    if not values and unparsed != "missing" and verdict.state in _FILLED:
        values = filled(judge.scale, unparsed, higher_is_better=judge.higher_is_better)
    if not values or not has_order(judge):
        return values
    return (*values, float(verdict.disagrees))


def _name(judge: Definition, output: str) -> str:
    return judge.judge if output == "score" else f"{judge.judge}_{'-'.join(output.split())}"
