"""What gates are about: an output, `bleu`, or an output in a group, `bleu[domain=news]`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sacreval.core import group_names
from sacreval.core.results import Result, Verdict
from sacreval.errors import UsageError, nearest
from sacreval.scoring.entries.output_names import directions, known
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.inputs.breakdowns import Breakdown

_IN_GROUP = re.compile(r"(.*?)\s*\[(.*=.*)\]", re.DOTALL)
DATASET = "dataset"  # what names a data set in brackets; see `gates_by_set`
_NAMED = 8  # groups that a message names


def target_of(
    text: str, option: str, entries: Sequence[Entry], by: Sequence[Breakdown] = ()
) -> str:
    """Return what a gate is about, as `Result.target` has it.

    Args:
        text: `METRIC`, or `METRIC[GROUP=VALUE]`.
        option: The option, for messages.
        entries: The metrics of the run.
        by: What the results of the run are broken down by.

    Raises:
        UsageError: If the run has no such output, or its results are not broken down so.
    """
    match = None if text in directions(entries) else _IN_GROUP.fullmatch(text)
    if match is None:
        return known(text, option, entries)
    output, group = known(match[1], option, entries), match[2].strip()
    if not any(group.startswith(f"{head}=") for one in by for head in (one.names[0], one.name)):
        name = group.partition("=")[0]
        remedy = f"give --by {name}" if not by else nearest(name, [one.name for one in by])
        if name == DATASET:
            remedy = "the run has no data sets; name them with --dataset NAME=INPUT"
        raise UsageError(f"{option} {text}: results are not broken down by '{name}'; {remedy}")
    return f"{output}[{group}]"


def output_of(target: str) -> str:
    """Return the output of a target."""
    match = _IN_GROUP.fullmatch(target)
    return match[1] if match else target


def is_summary(target: str) -> bool:
    """Return whether a target is about a summary of groups, such as `bleu[domain=(worst)]`."""
    return target.endswith("]") and group_names.is_summary(target[:-1])


def in_groups(targets: Iterable[str], results: Sequence[Result]) -> list[Verdict]:
    """Check that groups which gates name exist, and fail the systems that lack one.

    Args:
        targets: What the gates are about.
        results: The results of the run.

    Returns:
        A failed verdict for each system without a record of a group that others have.

    Raises:
        UsageError: If no system has such a group.
    """
    there = {(one.system_id, one.target) for one in results}
    groups: dict[str, dict[str, None]] = {one.output: {} for one in results}
    for one in results:
        if one.group is not None:
            groups[one.output][one.group] = None
    verdicts = []
    for target in targets:
        output = output_of(target)
        if output == target:
            continue
        group = target.removeprefix(f"{output}[")[:-1]
        names = list(groups.get(output, {}))
        if group not in names:
            more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
            raise UsageError(
                f"{target}: there is no group {group}; there are {', '.join(names[:_NAMED])}{more}"
            )
        systems = dict.fromkeys(one.system_id for one in results)
        verdicts += [
            Verdict(
                gate=target,
                output=target,
                system_id=system,
                passed=False,
                sentence=f"{target} of {system} has no value: it has no record of this group",
            )
            for system in systems
            if (system, target) not in there
        ]
    return verdicts
