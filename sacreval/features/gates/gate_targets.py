"""Targets of gates: an output, `bleu`; one in a group, `bleu[domain=news]`; or of a data set.

`accuracy[dataset=boolq] >= 0.5` is about a data set, and `[dataset=(mean)]` about their mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sacreval.core import group_names
from sacreval.core.metric import Direction
from sacreval.core.results import MEAN, Result, Verdict
from sacreval.errors import UsageError, nearest
from sacreval.scoring.entries.output_names import directions, find, known
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.inputs.breakdowns import Breakdown

_IN_GROUP = re.compile(r"(.*?)\s*\[(.*=.*)\]", re.DOTALL)
DATASET = "dataset"  # what names a data set in brackets; see `gates_of_set`
_NAMED = 8  # groups that a message names
OF_RECORDS = re.compile(r"\s*(share|count|min|max)\s*\((.*)\)(\s*(?:>=|<=|>|<)[^<>=]*)", re.DOTALL)
"""What is computed, what of, and the bound with its operator."""
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_END = re.compile(r"\s*(>=|<=|>|<|=)[^<>=\]]*$")  # what follows the output


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
    if not any(group.startswith(f"{head}=") for b in by for head in (b.names[0], b.name)):
        name = group.partition("=")[0]
        remedy = f"give --by {name}" if not by else nearest(name, [b.name for b in by])
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
    """Check that groups which gates name exist, and fail the systems that lack one."""
    there = {(result.system_id, result.target) for result in results}
    groups: dict[str, dict[str, None]] = {result.output: {} for result in results}
    for result in results:
        if result.group is not None:
            groups[result.output][result.group] = None
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
        systems = dict.fromkeys(result.system_id for result in results)
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


class _Target(NamedTuple):
    """What a gate is about.

    Args:
        output: The output as written, without brackets.
        dataset: The data set; None for every one that has the output.
        text: The gate without the data set.
    """

    output: str
    dataset: str | None
    text: str


def gates_of_set(
    texts: Sequence[str],
    option: str,
    dataset: str,
    outputs: Mapping[str, Mapping[str, Direction]],
    mains: Mapping[str, str],
) -> list[str]:
    """Return the gates that apply to a data set, as they are written for a run without data sets.

    A gate that names no data set applies to each that has its output.
    """
    kept = []
    for text in texts:
        target = _target(text)
        if target.dataset is not None and target.dataset not in outputs:
            names = list(outputs)
            raise UsageError(
                f"{option} {text}: there is no data set '{target.dataset}'; "
                f"{nearest(target.dataset, names)}"
            )
        if target.dataset is None and dataset != MEAN:
            everywhere = {name: x for of in outputs.values() for name, x in of.items()}
            output = find(target.output, option, everywhere, mains)
            if output in outputs[dataset]:
                kept.append(target.text)
        elif target.dataset == dataset:
            find(target.output, f"{option} {text}", outputs[dataset], mains)
            kept.append(target.text)
    return kept


def _target(text: str) -> _Target:
    if of_records := OF_RECORDS.fullmatch(text):
        inner = _target(of_records[2])
        return inner._replace(text=f"{of_records[1]}({inner.text}){of_records[3]}")
    end = _END.search(text)
    head = text[: end.start()] if end else text
    brackets = _BRACKETS.search(head)
    if brackets is None:
        return _Target(head.strip(), None, text)
    parts = brackets[1].split(",")
    named = [part for part in parts if part.strip().startswith("dataset=")]
    if len(named) > 1:
        raise UsageError(f"{text}: dataset is repeated; keep one")
    rest = ",".join(part for part in parts if part not in named).strip()
    left = f"[{rest}]" if rest else ""
    plain = text[: brackets.start()] + left + text[brackets.end() :]
    dataset = named[0].partition("=")[2].strip() if named else None
    return _Target(head[: brackets.start()].strip(), dataset, plain)
