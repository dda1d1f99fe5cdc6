"""Answers in LaTeX: the last box of an output, and one spelling for equal answers."""

import re

from sacreval.errors import RecordError

BOX = re.compile(r"\\f?boxed\s*(?=\{)|\\fbox\s*(?=\{)|\\boxed\s+([^\s${}]+)")
UNITS = re.compile(r"\\text\{ .*?\}\s*$")
REMOVED = ("\n", "\\!", "\\left", "\\right", "^{\\circ}", "^\\circ", "\\$", "$", "\\%", "%")
SHORT_NAME = 2  # longest name of a variable before `=`, in characters


def boxed(text: str) -> str:
    r"""Return the content of the last `\boxed{}` or `\fbox{}`, with balanced braces.

    Raises:
        RecordError: If there is no box, or it is not closed.
    """
    found = list(BOX.finditer(text))
    if not found:
        raise RecordError("no \\boxed{} in the output; check it, or extract in another way")
    last = found[-1]
    if last[1] is not None:
        return last[1]
    depth = 0
    for i in range(last.end(), len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return text[last.end() + 1 : i]
    raise RecordError("a \\boxed{ is not closed; check the output")


def latex_answer(text: str) -> str:
    """Return the content of the last box, with one spelling of fractions and without units."""
    return spelled(boxed(text))


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
