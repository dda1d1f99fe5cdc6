"""Answers in LaTeX: the last box of an output, and one spelling for equal ones."""

import re

from sacreval.errors import RecordError

BOX = re.compile(r"\\f?boxed\s*(?=\{)|\\fbox\s*(?=\{)|\\boxed\s+([^\s${}]+)")
UNITS = re.compile(r"\\text\{ .*?\}\s*$")
REMOVED = ("\n", "\\!", "\\left", "\\right", "^{\\circ}", "^\\circ", "\\$", "$", "\\%", "%")
SHORT_NAME = 2  # characters before `=` that are taken for a variable's name


def boxed(text: str) -> str:
    r"""Find what the last `\boxed{}` or `\fbox{}` holds, braces balanced.

    Raises:
        RecordError: If there is no box, or it is not closed.
    """
    found = list(BOX.finditer(text))
    if not found:
        raise RecordError("no \\boxed{} in the output; look at it, or extract in another way")
    last = found[-1]
    if last[1] is not None:
        return last[1]
    depth = 0
    for i in range(last.end(), len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return text[last.end() + 1 : i]
    raise RecordError("a \\boxed{ is not closed; look at the output")


def latex_answer(text: str) -> str:
    """Find the last box and write it in one way; see `spelled`."""
    return spelled(boxed(text))


def spelled(answer: str) -> str:
    r"""Write an answer in one way.

    Spaces, units, degree, dollar and percent signs go; `\dfrac` and `\tfrac` are `\frac`;
    `\frac12` and `1/2` are `\frac{1}{2}`; `\sqrt3` is `\sqrt{3}`; `.5` is `0.5`, and 0.5 is a
    half; a short `x=` goes.

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
    """Put braces around one-character parts of fractions."""
    text = re.sub(r"\\frac(\w)(\w)", r"\\frac{\1}{\2}", text)
    text = re.sub(r"\\frac(\w)(?=\{)", r"\\frac{\1}", text)
    return re.sub(r"(\\frac\{[^{}]*\})(\w)", r"\1{\2}", text)


def _slash(text: str) -> str:
    """Write a bare a/b as a fraction."""
    whole = re.fullmatch(r"(-?\d+)/(-?\d+)", text)
    return f"\\frac{{{whole[1]}}}{{{whole[2]}}}" if whole else text
