r"""The spelling of answers by which the authors of MATH compare them as texts."""

from __future__ import annotations

import re

_UNIT = r"\text{ "
_REMOVED = (r"\left", r"\right", r"^{\circ}", r"^\circ", r"\$")
_SHORT_NAME = 2  # longest left side of an equation that is dropped, in characters
_BOTH = 2  # characters of a fraction without braces


def hendrycks(answer: str) -> str:
    """Normalise an answer; where the authors' program fails, the answer stays as it is.

    Source: Hendrycks et al. 2021, `is_equiv`.
    """
    spelled = _spelled(answer)
    return answer if spelled is None else spelled


def _spelled(answer: str) -> str | None:
    r"""Return the spelling; None where the program fails.

    It fails if the answer has two units, ends in `\sqrt` or `\frac`, or is a quotient of other
    things than whole numbers.
    """
    text = answer.replace("\n", "").replace(r"\!", "").replace("\\\\", "\\")
    text = text.replace("tfrac", "frac").replace("dfrac", "frac")
    for mark in _REMOVED:
        text = text.replace(mark, "")
    if text.count(_UNIT) > 1:
        return None
    text = text.partition(_UNIT)[0].replace(r"\%", "")
    text = text.replace(" .", " 0.").replace("{.", "{0.")
    text = f"0{text}" if text.startswith(".") else text
    name, _, value = text.partition("=")
    if text.count("=") == 1 and len(name) <= _SHORT_NAME:
        text = value
    if not all(text.split(r"\sqrt")[1:]):
        return None
    text = re.sub(r"\\sqrt(?!\{)(.)", r"\\sqrt{\1}", text, flags=re.DOTALL)
    text = text.replace(" ", "")
    cut = [part for part in text.split(r"\frac")[1:] if len(part) < _BOTH and part != "{"]
    if cut and not cut[0]:
        return None
    text = text if cut else _braced_fractions(text)
    return _slash("\\frac{1}{2}" if text == "0.5" else text)


def _braced_fractions(text: str) -> str:
    r"""Add braces to the arguments of `\frac`."""
    first, *rest = text.split(r"\frac")
    return first + "".join(r"\frac" + _braced(part) for part in rest)


def _braced(part: str) -> str:
    if part.startswith("{"):
        return part
    below = part[1] if part[1] == "{" else f"{{{part[1]}}}"
    return f"{{{part[0]}}}{below}{part[2:]}"


def _slash(text: str) -> str | None:
    """Write a text of the form a/b as a fraction; None if a or b is no whole number."""
    if text.count("/") != 1:
        return text
    try:
        above, below = map(int, text.split("/"))
    except ValueError:
        return None
    return rf"\frac{{{above}}}{{{below}}}" if text == f"{above}/{below}" else text
