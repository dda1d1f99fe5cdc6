"""Answers in LaTeX: the last box of an output, marks around an answer, and one spelling."""

import re

from sacreval.errors import RecordError

_BOX = re.compile(r"\\f?boxed\s*(?=\{)|\\fbox\s*(?=\{)|\\boxed\s+([^\s${}]+)")
_BRACE = re.compile(r"[{}]")
_WORD = re.compile(
    r"(?![A-Za-z]+\$)[^\w\\\s]*(?:[A-Za-z]{2}|[A-Za-z]\s+[A-Za-z])|[^\w\\\s]+(?:\s|$)"
)
_BLANKS = (
    r"(?:[\s~$.\u2026?_]|(?<!\\)[{}]|\\[ ,;:!_]|\\[lc]?dots\b|\\q?quad\b"
    r"|\\text[a-z]*(?=\s*\{)|\\f?boxed\b)*"
)
_PLACEHOLDER = re.compile(
    rf"{_BLANKS}(?:[<(\[]{{0,2}}(?:(?:insert|the|your|my|final|correct|numeric(?:al)?)\s+){{0,4}}"
    rf"answer(?:\s+here)?[>)\]]{{0,2}}{_BLANKS})?",
    re.IGNORECASE,
)
_LONGEST_PLACEHOLDER = 100  # characters
_EMPHASIS = re.compile(r"\*+|_+|`+")
_FORMULAS = (("$$", "$$"), ("$", "$"), (r"\(", r"\)"), (r"\[", r"\]"))
_MOST_MARKS = 20  # around one answer, each of which costs a copy of it
UNITS = re.compile(r"\\text\{ .*?\}\s*$")
REMOVED = ("\n", "\\!", "\\left", "\\right", "^{\\circ}", "^\\circ", "\\$", "$", "\\%", "%")
SHORT_NAME = 2  # longest name of a variable before `=`, in characters


def boxed(text: str) -> str:
    r"""Return the content of the last `\boxed{}` or `\fbox{}` that has any, with balanced braces.

    A box that is mentioned has none: one that is empty, has dots or a placeholder such as
    `\text{your answer}`, or `\boxed` before a word.
    """
    boxes = list(_BOX.finditer(text))
    ends = _closing_braces(text) if boxes else {}
    for box in reversed(boxes):
        if box[1] is not None:
            if not _WORD.match(text, box.start(1)):
                return box[1]
            continue
        if box.end() not in ends:
            raise RecordError("a \\boxed{ is not closed; check the output")
        start, end = box.end() + 1, ends[box.end()]
        if not is_placeholder(text[start:end]):
            return text[start:end]
    raise RecordError("no \\boxed{} with content in the output; check it, or extract otherwise")


def is_placeholder(text: str) -> bool:
    r"""Return whether a text is nothing, dots, blanks, or a slot such as `\text{your answer}`."""
    return len(text) <= _LONGEST_PLACEHOLDER and _PLACEHOLDER.fullmatch(text) is not None


def _closing_braces(text: str) -> dict[int, int]:
    """Return the place of each brace that is closed, and of the brace that closes it."""
    opened: list[int] = []
    closed: dict[int, int] = {}
    for brace in _BRACE.finditer(text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened:
            closed[opened.pop()] = brace.start()
    return closed


def latex_answer(text: str) -> str:
    """Return the content of the last box, with one spelling of fractions and without units."""
    return spelled(unmarked(boxed(text)))


def unmarked(text: str, *, most: int = _MOST_MARKS) -> str:
    r"""Return an answer without the marks that are around all of it, in any order.

    These are blanks, a full stop, `**`, `__` and other marks of emphasis, backticks, signs around a
    formula such as `$` and `\(`, and a box. Marks of emphasis that the answer has inside, too, stay
    as they are, since `*` and `_` are signs of formulas.

    Args:
        text: The answer.
        most: The largest number of marks, one in another.
    """
    text = _without_stop(text)
    emphasis = _EMPHASIS.match(text) if most else None
    if emphasis is None:
        inside = _inside(text) if most else None
        return text if inside is None else unmarked(inside, most=most - 1)
    mark = emphasis[0]
    inside = text[len(mark) : -len(mark)]
    if not inside or not text.endswith(mark) or inside[-1] == mark[0]:
        return text
    answer = unmarked(inside, most=most - 1)
    return text if mark in answer else answer


def _without_stop(text: str) -> str:
    text = text.strip()
    return text if text.endswith("..") else text.removesuffix(".").rstrip()


def _inside(text: str) -> str | None:
    """Return what is in a box, or between signs around a formula; None if the text is neither."""
    for start, end in _FORMULAS:
        if text.startswith(start) and text.endswith(end) and len(text) > len(start):
            return text[len(start) : -len(end)]
    box = _BOX.match(text)
    if box is None:
        return None
    if box[1] is not None:
        return box[1] if box.end() == len(text) else None
    is_whole = _closing_braces(text).get(box.end()) == len(text) - 1
    return text[box.end() + 1 : -1] if is_whole else None


def spelled(answer: str) -> str:
    r"""Normalise an answer.

    Spaces, units, degree, dollar and percent signs are dropped; `\dfrac` and `\tfrac` become
    `\frac`; `\frac12` and `1/2` become `\frac{1}{2}`; `\sqrt3` becomes `\sqrt{3}`; `.5` becomes
    `0.5`, and an answer of 0.5 becomes `\frac{1}{2}`; a short `x=` is dropped.

    Source: the answer rules of MATH (Hendrycks et al. 2021).
    """
    answer = answer.replace("\\\\", "\\").replace("tfrac", "frac").replace("dfrac", "frac")
    answer = UNITS.sub("", answer)
    for mark in REMOVED:
        answer = answer.replace(mark, "")
    answer = re.sub(r"(^|[ {])\.(?=\d)", r"\g<1>0.", answer)
    name, equals, value = answer.partition("=")
    if equals and "=" not in value and len(name.strip()) <= SHORT_NAME:
        answer = value
    answer = re.sub(r"\\sqrt\s*(\w)", r"\\sqrt{\1}", answer).replace(" ", "")
    answer = _braced_fractions(answer)
    return "\\frac{1}{2}" if answer == "0.5" else _slash(answer)


def _braced_fractions(text: str) -> str:
    """Add braces to one-character numerators and denominators."""
    text = re.sub(r"\\frac(\w)(\w)", r"\\frac{\1}{\2}", text)
    text = re.sub(r"\\frac(\w)(?=\{)", r"\\frac{\1}", text)
    return re.sub(r"(\\frac\{[^{}]*\})(\w)", r"\1{\2}", text)


def _slash(text: str) -> str:
    """Convert a text of the form a/b to a fraction."""
    whole = re.fullmatch(r"(-?\d+)/(-?\d+)", text)
    return f"\\frac{{{whole[1]}}}{{{whole[2]}}}" if whole else text
