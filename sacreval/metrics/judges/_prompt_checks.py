"""Checks that the prompts of a judge hold what differs between records, orders and items."""

from __future__ import annotations

import re

from sacreval.errors import UsageError, nearest, shortened
from sacreval.metrics.judges._definition import INDEX, ITEM, OPPONENT, STEPS, Definition, Step
from sacreval.metrics.judges._label_scales import ChoicesScale
from sacreval.metrics.judges._scales import NumberScale

_STEP = re.compile(rf"(?<![\w.\"]){STEPS}\.\"?([A-Za-z][\w-]*)")
_REMEDIES = {
    OPPONENT: "it is for judges with `pair`; add that key",
    ITEM: "it is for prompts with `each`; add that key",
    INDEX: "it is for prompts with `each`; add that key",
    STEPS: "it is for steps after the first; move the prompt there",
}


def undeclared(name: str, fields: set[str]) -> str:
    """Return a sentence on a field that a template reads and that is not declared."""
    remedy = _REMEDIES.get(name, "add it to needs, or correct the name")
    return (
        f"'{shortened(name)}' is not among the needed fields ({', '.join(sorted(fields))}); "
        f"{remedy}"
    )


def check_prompts(judge: Definition) -> None:
    """Check what the prompts read, and what they leave out."""
    known: list[Step] = []
    for i, step in enumerate(judge.asked):
        place = f"steps[{i}]." if judge.steps else ""
        _check_items(place, step, known)
        _check_steps(place, step, [earlier.ask for earlier in known])
        known.append(step)
    read = {name for step in judge.asked for name in _names(step)}
    first = "steps[0].messages" if judge.steps else "messages" if judge.messages else "prompt"
    if judge.pair and not {OPPONENT, "prediction"} <= read:
        raise UsageError(f"{first}: a pair needs {{{{prediction}}}} and {{{{opponent}}}}; add them")
    if not read & set(judge.needs):
        field = judge.needs[0]
        raise UsageError(
            f"{first}: it has no field of the record, so that all records would have one verdict; "
            f"add {{{{{field}}}}}"
        )
    _check_places(judge)


def _names(step: Step) -> set[str]:
    """Return the fields that a prompt reads, also by `each`."""
    templates = (*step.templates(), *filter(None, [step.list_of_items()]))
    return {name for template in templates for name in template.fields}


def _check_items(place: str, step: Step, known: list[Step]) -> None:
    """Check that a prompt about items has the item, and that an earlier step gives a list."""
    if not step.each:
        return
    if not {ITEM, INDEX} & {name for template in step.templates() for name in template.fields}:
        key = f"{place}messages" if step.messages else f"{place}prompt"
        raise UsageError(f"{key}: the prompt about each item is without {{{{item}}}}; add it")
    source = next((earlier for earlier in known if earlier.ask == step.each.strip()), None)
    if source is not None and not source.parse:
        raise UsageError(
            f"{place}each: the reply to '{source.ask}' is a text, since that step has no `parse`; "
            "add rules that read a list, such as lines: {}"
        )


def _check_steps(place: str, step: Step, known: list[str]) -> None:
    """Check that a prompt reads earlier steps only."""
    for template in step.templates():
        for part in template.parts:
            names = _STEP.findall(part.text) if part.find else []
            if wrong := next((name for name in names if name not in known), None):
                key = f"{place}messages" if step.messages else f"{place}prompt"
                raise UsageError(
                    f"{key}: no earlier step is '{shortened(wrong)}'; {nearest(wrong, known)}"
                )


def _check_places(judge: Definition) -> None:
    """Check that a JSON rule names the place of the verdict where it is one value."""
    is_single = isinstance(judge.scale, ChoicesScale) or (
        isinstance(judge.scale, NumberScale) and len(judge.scale.names) == 1
    )
    key = f"steps[{len(judge.steps) - 1}].parse" if judge.steps else "parse"
    for i, rule in enumerate(judge.asked[-1].parse):
        if is_single and rule.json is not None and rule.json.paths == ("@",):
            raise UsageError(
                f"{key}[{i}].json: an object is no verdict on this scale; name its place, as in "
                f"at: {next(iter(rule.json.schema)).rstrip('?')}"
            )
