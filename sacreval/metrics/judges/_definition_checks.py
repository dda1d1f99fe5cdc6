"""Checks of judge definitions: contradictory parts, undeclared fields, and incomplete prompts."""

from __future__ import annotations

import re
from collections.abc import Callable

from sacreval.asking.openai_body import check_params
from sacreval.asking.templates import Template
from sacreval.core.records import FIELDS
from sacreval.errors import UsageError, nearest, shortened
from sacreval.metrics.judges._definition import INDEX, ITEM, OPPONENT, STEPS, Definition, Step
from sacreval.metrics.judges._scales import ChoicesScale, ListScale, NumberScale

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


MOST_REPEATS = 1000
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
_NOT_ASKED = ("replies", "error", "reference", "instance_id", "system_id", "system_type")


def checked(judge: Definition) -> Definition:
    """Return a definition after checking it."""
    _check_name("judge", judge.judge)
    _check_needs(judge.needs)
    check_params(judge.params)
    if not 1 <= judge.repeats <= MOST_REPEATS:
        raise UsageError(f"repeats is {judge.repeats}; give 1 to {MOST_REPEATS}")
    if judge.steps and (judge.messages or judge.prompt or judge.each or judge.parse):
        raise UsageError("steps: a judge with steps has its prompts there; remove the others")
    known: list[str] = []
    for i, step in enumerate(judge.asked):
        _check_step(judge, f"steps[{i}]." if judge.steps else "", step, known)
        known.append(step.ask)
    _check_verdicts(judge, f"steps[{len(judge.steps) - 1}]." if judge.steps else "")
    check_prompts(judge)
    return judge


def _check_verdicts(judge: Definition, place: str) -> None:
    """Check that the last prompt has what the scale needs."""
    last = judge.asked[-1]
    if not last.parse:
        raise UsageError(f"{place}parse: a rule is missing that reads the verdict; add one")
    if last.each and not isinstance(judge.scale, ListScale):
        raise UsageError("scale: a verdict for each item needs the type list; change it")
    if judge.pair and len(judge.scale.outputs) > 1:
        raise UsageError("scale: the verdict of a pair is one number; use choices or number")


def _check_step(judge: Definition, place: str, step: Step, known: list[str]) -> None:
    """Check one prompt."""
    if judge.steps:
        _check_name(f"{place}ask", step.ask)
        if step.ask in known:
            raise UsageError(f"{place}ask: two steps are '{step.ask}'; rename one")
    if bool(step.messages) == bool(step.prompt):
        raise UsageError(f"{place}messages: give either messages or a prompt")
    fields = {*judge.needs, *([OPPONENT] if judge.pair else ()), *([STEPS] if known else ())}
    if step.each:
        with_steps = {*fields, *known}
        _with_key(f"{place}each", lambda: _check_fields(step.list_of_items(), with_steps))
        fields |= {ITEM, INDEX}
    key = f"{place}messages" if step.messages else f"{place}prompt"
    _with_key(key, lambda: _check_templates(step, fields))


def _check_templates(step: Step, fields: set[str]) -> None:
    """Check that all templates of a prompt read declared fields only."""
    for template in step.templates():
        _check_fields(template, fields)


def _with_key(key: str, check: Callable[[], object]) -> None:
    """Run a check; its error names the key that it is about."""
    try:
        check()
    except UsageError as error:
        raise UsageError(f"{key}: {error}") from None


def _check_name(key: str, name: str) -> None:
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{key} is '{shortened(name)}'; use a letter, then letters, digits, - and _, at most 64"
        )


def _check_needs(needs: tuple[str, ...]) -> None:
    allowed = [name for name in FIELDS if name not in _NOT_ASKED]
    for name in needs:
        if name not in allowed:
            raise UsageError(
                f"needs: there is no field '{shortened(name)}'; {nearest(name, allowed)}"
            )
    if not needs or len(set(needs)) < len(needs):
        raise UsageError("needs: name each field once, and at least one")


def _check_fields(template: Template | None, fields: set[str]) -> None:
    """Check that a template reads declared fields only."""
    for name in template.fields if template else ():
        if name not in fields:
            raise UsageError(undeclared(name, fields))
