"""Gates on data sets: `accuracy[dataset=boolq] >= 0.5`, or `[dataset=(mean)]` for their mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sacreval.core.metric import Direction
from sacreval.core.results import MEAN
from sacreval.errors import UsageError, nearest
from sacreval.features.gates.record_gates import OF_RECORDS
from sacreval.scoring.entries.output_names import find

_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_END = re.compile(r"\s*(>=|<=|>|<|=)[^<>=\]]*$")  # what follows the output


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

    Args:
        texts: The values of the option.
        option: The option, for messages.
        dataset: A data set, or MEAN.
        outputs: Data set to its outputs with their directions; under MEAN those that have means.
        mains: Metric to its main output.

    Raises:
        UsageError: If a gate names an unknown data set, or an output that no set has.
    """
    found = []
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
                found.append(target.text)
        elif target.dataset == dataset:
            find(target.output, f"{option} {text}", outputs[dataset], mains)
            found.append(target.text)
    return found


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
