"""Gates: bounds that scores must meet for a run to pass, and the outputs that they name.

Targets of gates: an output, `bleu`; one in a group, `bleu[domain=news]`; or of a data set.

`accuracy[dataset=boolq] >= 0.5` is about a data set, and `[dataset=(mean)]` about their mean.
"""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import ge, gt, le, lt
from typing import NamedTuple

from sacreval.core import group_names
from sacreval.core.metric import Direction
from sacreval.core.results import MEAN, Result, Verdict
from sacreval.errors import UsageError, comma_list, nearest
from sacreval.scoring.entries.output_names import directions, find, known
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.inputs.breakdowns import Breakdown
from sacreval.stats.rounding import SIGNIFICANT_DIGITS, rounded

_IN_GROUP = re.compile(r"(.*?)\s*\[(.*=.*)\]", re.DOTALL)
DATASET = "dataset"  # what names a data set in brackets; see `gates_of_set`
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
            raise UsageError(
                f"{target}: there is no group {group}; there are {comma_list(names, 8)}"
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


OPERATORS = {">=": ge, "<=": le, ">": gt, "<": lt}
CONDITION = re.compile(r"(.*\S)\s*(>=|<=|>|<)([^<>=]*)")  # names may contain signs: `yes->no`
_DECIMALS = 4  # the most that tables of results have
_SMALL = 0.1  # numbers below this have
_FEWEST = 4  # digits


@dataclass(frozen=True)
class Gate:
    """A bound on one output of every system, over all its records or those of a group.

    Args:
        text: The gate as the user wrote it.
        output: The output that is bounded, `bleu` or `bleu[domain=news]`.
        operator: One of `OPERATORS`.
        bound: The number that the output is compared with.
        corrected: Whether the one-sided bound of the corrected mean is compared, not the score.
    """

    text: str
    output: str
    operator: str
    bound: float
    corrected: bool = False

    def verdict(self, result: Result) -> Verdict:
        """Judge a result; one without a value fails."""
        value, what = self._compared(result)
        passed = value is not None and OPERATORS[self.operator](rounded(value), self.bound)
        shown = "no value" if value is None else short(value, self.bound)
        must = "" if passed else f", but must be {self.operator} {self.bound:g}"
        return Verdict(
            gate=self.text,
            output=self.output,
            system_id=result.system_id,
            passed=bool(passed),
            sentence=f"{what} of {result.system_id} is {shown}{must}",
        )

    def _compared(self, result: Result) -> tuple[float | None, str]:
        """Return the number that is compared, and what it is."""
        corrected = result.corrected
        if not self.corrected:
            return result.value, self.output
        if corrected is None:
            return None, f"corrected {self.output}"
        lower = self.operator in (">=", ">")
        end = "lower" if lower else "upper"
        what = f"the {end} {100 * corrected.level:.4g} % bound of corrected {self.output}"
        return (corrected.lower if lower else corrected.upper), what


def gates(
    entries: Sequence[Entry],
    *,
    fail_under: Sequence[str] = (),
    check: Sequence[str] = (),
    by: Sequence[Breakdown] = (),
) -> list[Gate]:
    """Parse the gates of a run."""
    better = directions(entries)
    parsed = []
    for name, bound in assignments(fail_under, "--fail-under", entries, by).items():
        if better[output_of(name)] is None:
            raise UsageError(
                f"--fail-under {name}={bound:g}: neither larger nor smaller numbers of {name} are "
                f'better; bound it with --check "{name} >= {bound:g}"'
            )
        operator = ">=" if better[output_of(name)] else "<="
        parsed.append(Gate(f"{name} {operator} {bound:g}", name, operator, bound))
    for text in check:
        match = CONDITION.fullmatch(text.strip())
        if match is None:
            raise UsageError(f'--check {text}: write it as in --check "bleu >= 30"')
        name, operator, number = (part.strip() for part in match.groups())
        _check_operator(text, name, operator, better)
        bound = finite(number, f"--check {text}")
        name = target_of(name, "--check", entries, by)
        parsed.append(Gate(f"{name} {operator} {bound:g}", name, operator, bound))
    return parsed


def _check_operator(text: str, name: str, operator: str, outputs: Container[str]) -> None:
    """Check that the signs before an operator are a part of the output's name."""
    signs = re.search(r"[<>=]*$", name).group()  # type: ignore[union-attr]
    if signs and name not in outputs:
        plain = name.removesuffix(signs).strip()
        near = f"{operator}=" if signs == "=" else operator
        raise UsageError(
            f"--check {text}: there is no operator {signs}{operator}; write >=, <=, > or <, as in "
            f'"{plain} {near} 30"'
        )


def on_corrected(wanted: Sequence[Gate], outputs: Iterable[str]) -> list[Gate]:
    """Return gates on the bounds of corrected means."""
    there = set(outputs)
    for gate in wanted:
        if (output := output_of(gate.output)) not in there:
            raise UsageError(
                f"--corrected: {output} has no corrected mean; give --humans {output}=DIMENSION, "
                "whose labels are judgments.DIMENSION"
            )
    return [replace(gate, text=f"corrected {gate.text}", corrected=True) for gate in wanted]


def judge(wanted: Sequence[Gate], results: Iterable[Result]) -> list[Verdict]:
    """Judge the results of every system by every gate."""
    listed = list(results)
    return [
        gate.verdict(result) for gate in wanted for result in listed if result.target == gate.output
    ]


def assignments(
    texts: Sequence[str], option: str, entries: Sequence[Entry], by: Sequence[Breakdown] = ()
) -> dict[str, float]:
    """Parse `METRIC=VALUE` options."""
    values: dict[str, float] = {}
    for text in texts:
        name, equals, number = text.rpartition("=")
        if not equals:
            key = option.removeprefix("--")
            raise UsageError(
                f"{option} {text}: write METRIC=VALUE, as in bleu=30; in a config, "
                f"{key}: {{bleu: 30}}"
            )
        value = finite(number, f"{option} {text}")
        name = target_of(name.strip(), option, entries, by)
        if name in values:
            raise UsageError(f"{option} {text}: '{name}' is repeated; keep one")
        values[name] = value
    return values


def drops(
    texts: Sequence[str], option: str, entries: Sequence[Entry], by: Sequence[Breakdown] = ()
) -> dict[str, float]:
    """Parse `--max-drop METRIC=VALUE`; see `assignments`."""
    allowed = assignments(texts, option, entries, by)
    if any(value < 0 for value in allowed.values()):
        raise UsageError(f"{option}: a drop is 0 or more, whatever the metric's direction")
    return allowed


def margins(
    texts: Sequence[str], option: str, entries: Sequence[Entry], by: Sequence[Breakdown] = ()
) -> dict[str, float]:
    """Parse `--not-worse METRIC=MARGIN`, or another option on how much worse an output may be."""
    bounds, better = assignments(texts, option, entries, by), directions(entries)
    for name, margin in bounds.items():
        if is_summary(name):
            raise UsageError(
                f"{option} {name}: a summary of groups has no records to test it on; bound its "
                f"change with --max-drop {name}={abs(margin):g}"
            )
        if better[output_of(name)] is None:
            raise UsageError(
                f"{option} {name}={margin:g}: neither larger nor smaller numbers of {name} are "
                f"better; bound their change with --max-drop {name}={abs(margin):g}"
            )
        if margin < 0:
            raise UsageError(
                f"{option} {name}={margin:g}: a margin is how much worse is still accepted; "
                "give 0 or more, whatever the metric's direction"
            )
    return bounds


def finite(number: str, where: str) -> float:
    """Parse a finite number.

    Raises:
        UsageError: If the text is not a number of plain digits, or not finite.
    """
    try:
        value = float(number) if number.isascii() and "_" not in number else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise UsageError(f"{where}: '{number.strip()}' is not a finite number; give one like 0.3")
    return value


def short(value: float, bound: float | None = None, *, sign: bool = False) -> str:
    """Return a number with at most four decimals; of one below 0.1, four digits.

    Args:
        value: The number.
        bound: What it is compared with: if rounding changes on which side of it the number is,
            twelve digits are shown.
        sign: Whether a number above 0 begins with `+`.
    """
    plus = "+" if sign else ""
    small = 0 < abs(value) < _SMALL
    text = f"{value:{plus}.{_FEWEST}g}" if small else f"{value:{plus}.{_DECIMALS}f}"
    if "." in text and "e" not in text:
        text = text.rstrip("0").rstrip(".")
    if bound is None or _side(float(text), bound) == _side(rounded(value), bound):
        return text
    return f"{value:{plus}.{SIGNIFICANT_DIGITS}g}"


def change(old: float | None, now: float | None, gain: float | None = None) -> str:
    """Return the words for a change of a score.

    Args:
        old: The score of the baseline.
        now: The score of the run.
        gain: The change on shared records; None for none.
    """
    words = f"it went from {_score(old, now)} to {_score(now, old)}"
    return words if gain is None else f"{words} ({short(gain, 0, sign=True)})"


def _score(value: float | None, other: float | None) -> str:
    return "no value" if value is None else short(value, other)


def _side(value: float, bound: float) -> int:
    return (value > bound) - (value < bound)
