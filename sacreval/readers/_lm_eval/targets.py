"""Targets of an lm-eval log, which are texts there: lists of references, and right choices."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, Literal

from sacreval.readers._lm_eval.results import TaskConfig

Targets = Literal["auto", "text", "list"]
_LONGEST = 2**20  # characters of a target that may be a list
_MOST_DIGITS = 9  # of a place; Python reads no number of some thousand digits


def references(target: Any, doc: Any, config: TaskConfig | None, how: Targets) -> list[Any]:
    """Return the acceptable answers of a row.

    lm-eval writes `str(target)`, so that the list `['7', '8']` is a text. It is read as a list
    where the data set has a list there, or where lm-eval itself reads a template's text as one.

    Args:
        target: The field `target`.
        doc: The row of the data set, decoded.
        config: The task's configuration; None where it is not known.
        how: `auto`, or what targets are.
    """
    if isinstance(target, list):
        return target
    found = as_list(target) if how != "text" else None
    if found is None or (how == "auto" and not _is_list(found, target, doc, config)):
        return [target if isinstance(target, str) else str(target)]
    return [one if isinstance(one, str) else str(one) for one in found]


def as_list(target: Any) -> list[Any] | None:
    """Return the list whose text a target is; None where it is no list's text."""
    if not (isinstance(target, str) and target[:1] == "[" and target[-1:] == "]"):
        return None
    if len(target) > _LONGEST:
        return None
    try:
        found = ast.literal_eval(target)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    return found if str(found) == target and found else None


def _is_list(found: list[Any], target: str, doc: Any, config: TaskConfig | None) -> bool:
    """Return whether a target that may be a list was one, or a text that looks like one."""
    values = list(doc.values()) if isinstance(doc, dict) else []
    how = config.doc_to_target if config else None
    if isinstance(how, str) and isinstance(doc, dict) and how in doc:
        return isinstance(doc[how], list)
    if isinstance(how, list):
        return True
    if isinstance(how, str) and "{{" in how:
        return True  # lm-eval reads the list that a template writes
    if any(one == found for one in values):
        return True
    if any(one == target for one in values):
        return False
    return all(isinstance(one, str) for one in found)  # no answer is written like that


def gold(
    target: Any, texts: Sequence[str], doc: Any, config: TaskConfig | None
) -> int | list[int] | None:
    """Return the places of the right choices.

    Args:
        target: The field `target`: the place, the text, or a list of these, as text.
        texts: Texts of the choices, in order.
        doc: The row of the data set, decoded.
        config: The task's configuration; None where it is not known.

    Returns:
        None where the target is no choice.
    """
    several = target if isinstance(target, list) else as_list(target)
    if several is not None:
        found = [_place(one, texts, is_place=isinstance(one, int)) for one in several]
        return [one for one in found if one is not None] or None
    is_place = isinstance(target, int) or not _is_text_of_doc(str(target), doc, config)
    return _place(target, texts, is_place=is_place)


def _place(target: Any, texts: Sequence[str], *, is_place: bool) -> int | None:
    text = str(target)
    plain = [one.strip() for one in texts]
    if (not is_place or not text.isdecimal()) and text.strip() in plain:
        return plain.index(text.strip())
    return written_place(text, len(texts)) if text.isascii() else None


def written_place(text: str, count: int) -> int | None:
    """Return the place that digits write, if it is one of so many."""
    if not text.isdecimal() or len(text) > _MOST_DIGITS or int(text) >= count:
        return None
    return int(text)


def _is_text_of_doc(target: str, doc: Any, config: TaskConfig | None) -> bool:
    """Return whether digits are the text of a choice, as where the data set holds text there."""
    how = config.doc_to_target if config else None
    if isinstance(how, str) and isinstance(doc, dict) and how in doc:
        return isinstance(doc[how], str)
    return not target.isdecimal()


def numbered_option(doc: Any, contexts: Sequence[str]) -> int | None:
    """Return which context holds the right option, as `answer` and `option1` of Winogrande state.

    Args:
        doc: The row of the data set.
        contexts: The contexts, one for each choice.

    Returns:
        None where `doc` has no such fields, or they do not decide.
    """
    if not isinstance(doc, dict):
        return None
    option = doc.get(f"option{doc.get('answer')}")
    if not isinstance(option, str) or not option:
        return None
    ends = [i for i, context in enumerate(contexts) if context.rstrip().endswith(option)]
    return ends[0] if len(ends) == 1 else None
