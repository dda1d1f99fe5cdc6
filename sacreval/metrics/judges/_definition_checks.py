"""Checks of judge definitions: parts that contradict each other, and undeclared fields."""

from __future__ import annotations

import re
from collections.abc import Callable

from sacreval.asking.openai_body import check_params
from sacreval.asking.templates import Template
from sacreval.core.records import FIELDS
from sacreval.errors import UsageError, nearest, shortened
from sacreval.metrics.judges._definition import INDEX, ITEM, OPPONENT, STEPS, Definition, Step
from sacreval.metrics.judges._label_scales import ListScale
from sacreval.metrics.judges._prompt_checks import check_prompts, undeclared

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
