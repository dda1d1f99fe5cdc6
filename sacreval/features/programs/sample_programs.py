"""From records with samples to programs with the tests of their problems."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from sacreval.core.records import Batch
from sacreval.errors import InputError, UsageError, shortened
from sacreval.features.programs.sandboxes.problems._base import Problem

Form = Literal["whole", "completion", "fenced"]
_FENCED = re.compile(r"^[ \t]*```[^\n`]*\n(.*?)^[ \t]*```[ \t]*$", re.DOTALL | re.MULTILINE)
_PREFIXES = ("mbpp/", "humaneval/")


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """A sample, and the program that it is.

    Args:
        system: The system, if the records name it.
        name: Id of its problem as the records have it.
        number: Its number among the samples of the problem, from 0.
        problem: Its problem.
        text: The program; None if there is none.
        refusal: Why it is not run; "" if it is.
    """

    system: str | None
    name: str | int
    number: int
    problem: Problem
    text: str | None
    refusal: str = ""

    @property
    def key(self) -> tuple[str | None, str, int]:
        """What names the sample in a file of verdicts."""
        return self.system, str(self.name), self.number


def samples_of(
    batches: Iterable[Batch], problems: Mapping[str, Problem], *, form: Form, longest: int
) -> Iterator[Sample]:
    """Yield the samples of records, or their predictions.

    Args:
        batches: Records, of which each names a problem by its `instance_id`.
        problems: Id to problem.
        form: What a text is: a whole program, a completion behind the prompt, or a reply whose
            last block between fences is the program.
        longest: Most characters of a program that is run.

    Raises:
        InputError: If a record has no sample, or its problem is unknown.
    """
    counts: Counter[tuple[str | None, str]] = Counter()
    for batch in batches:
        for i, instance in enumerate(batch):
            where, name = batch.where(i), _name(instance.instance_id, batch.instance_ids[i])
            problem = _problem(problems, name, where)
            for found in _texts(instance, where):
                place = instance.system_id, str(name)
                text, refusal = _program(found, problem, form, longest)
                yield Sample(system=instance.system_id, name=name, number=counts[place],
                             problem=problem, text=text, refusal=refusal)  # fmt: skip
                counts[place] += 1


def _name(given: str | int | None, usual: str) -> str | int:
    return usual if given is None else given


def _problem(problems: Mapping[str, Problem], name: str | int, where: str) -> Problem:
    text = str(name)
    bare = text.partition("/")[2] if text.lower().startswith(_PREFIXES) else text
    for key in (text, bare, f"Mbpp/{text}"):
        if key in problems:
            return problems[key]
    raise InputError(
        f"{where}: there is no problem '{shortened(text)}' among {len(problems):,}, such as "
        f"'{next(iter(problems))}'; give the problems of these samples"
    )


def _texts(instance: Any, where: str) -> list[Any]:
    if isinstance(instance.samples, list) and instance.samples:
        return list(instance.samples)
    if instance.prediction is not None:
        return [instance.prediction]
    if instance.error is not None:
        return [None]
    raise InputError(
        f"{where}: this record has no `samples` and no `prediction`; give a file of programs"
    )


def _program(found: Any, problem: Problem, form: Form, longest: int) -> tuple[str | None, str]:
    """Return the program of a sample, and why it is refused, one of which is empty."""
    if isinstance(found, bool):
        raise UsageError(
            "these samples are verdicts, true or false, not programs; give the file of programs"
        )
    if isinstance(found, dict) and isinstance(found.get("completion"), str):
        found, form = found["completion"], "completion"
    if not isinstance(found, str):
        kind = "no text" if found is None else f"a {type(found).__name__}"
        return None, f"there is no program, but {kind}"
    if form == "fenced":
        blocks = _FENCED.findall(found)
        if not blocks:
            return None, "there is no block between fences"
        found = blocks[-1]
    text = f"{problem.prompt}{found}" if form == "completion" else found
    if len(text) > longest:
        return None, f"the program has {len(text):,} characters, more than {longest:,}"
    try:
        text.encode()
    except UnicodeEncodeError:
        return None, "the program is not Unicode"
    return text, ""
