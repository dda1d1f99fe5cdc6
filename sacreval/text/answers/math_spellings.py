"""Spellings of mathematical answers by which MATH's authors, Minerva and lm-eval compare texts."""

from __future__ import annotations

import re
from collections.abc import Callable

from sacreval.errors import RecordError
from sacreval.text.answers.latex import is_placeholder

_UNIT = r"\text{ "
_MATH_MARKS = (r"\left", r"\right", r"^{\circ}", r"^\circ", r"\$")
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
    for mark in _MATH_MARKS:
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
    text = text if cut else _with_braces(text)
    return _slash("\\frac{1}{2}" if text == "0.5" else text)


def _with_braces(text: str) -> str:
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


INVALID = "[invalidanswer]"  # what lm-eval stores for an output without an answer
_EMPTY_SET = "{}"  # in a box, only braces
_END = "I hope it is correct."
_SENTENCE = re.compile(rf"Final Answer: The final answer is(.*?). {re.escape(_END)}")
_REPLACED = (
    ("an ", ""),
    ("a ", ""),
    (".$", "$"),
    (r"\$", ""),
    (r"\ ", ""),
    (" ", ""),
    ("mbox", "text"),
    (r",\text{and}", ","),
    (r"\text{and}", ","),
    (r"\text{m}", r"\text{}"),
)
_WORDS_BEFORE = (
    "square", "ways", "integers", "dollars", "mph", "inches", "ft", "hours", "km", "units",
)  # fmt: skip
_WORDS_AFTER = (
    "sue", "points", "feet", "minutes", "digits", "cents", "degrees", "cm", "gm", "pounds",
    "meters", "meals", "edges", "students", "childrentickets", "multiples",
)  # fmt: skip
_SIGNS_AFTER = (
    r"\text{s}", r"\text{.}", "\\text{\ns}", r"\text{}^2", r"\text{}^3", "\\text{\n}", r"\text{}",
    r"\mathrm{th}", r"^\circ", r"^{\circ}", r"\;", r",\!", "{,}", '"', r"\dots",
)  # fmt: skip
_REMOVED = (*_WORDS_BEFORE, r"\ldots", *_WORDS_AFTER, *_SIGNS_AFTER)
_WORDS = frozenset({*_WORDS_BEFORE, *_WORDS_AFTER})
_COMMAND = re.compile(r"(\\[a-zA-Z]+)")
_GROUPS = re.compile(r"-?\d{1,3}(,\d{3})+")


def final_answer(text: str) -> str:
    """Return the answer in Minerva's closing sentence, "Final Answer: The final answer is ...".

    Source: Lewkowycz et al. 2022, as lm-eval looks for it: the sentence's end may be cut off.
    """
    match = _SENTENCE.search(text + _END)
    if match is None:
        raise RecordError(
            "no 'Final Answer: The final answer is'; check the output, or extract in another way"
        )
    answer = match[1].strip()
    if answer == INVALID or (is_placeholder(answer) and answer != _EMPTY_SET):
        raise RecordError(
            "the answer after 'The final answer is' is empty or a placeholder; check the output"
        )
    return answer


def minerva(answer: str) -> str:
    """Normalise an answer as lm-eval 0.4.13 does.

    Source: lm-eval 0.4.13, minerva_math.
    """
    answer = _checked(answer).split("=")[-1]
    for word in _WORDS_BEFORE + _WORDS_AFTER:
        if word in answer:
            answer = re.sub(rf"(?<!\\)\b{word}\b", "", answer)
    answer = _unwrapped(_without(answer, _outside_commands))
    answer = _braced_fractions(answer)
    answer = re.sub(r"sqrt(\[[^\]]*\])(\w)", r"sqrt\1{\2}", answer)
    answer = re.sub(r"sqrt(?!\[)([^{])", r"sqrt{\1}", answer).replace("$", "")
    return answer.replace(",", "") if _GROUPS.fullmatch(answer) else answer


def minerva_paper(answer: str) -> str:
    """Normalise an answer by the paper's rules, as lm-eval did before.

    Source: Lewkowycz et al. 2022, appendix D.
    """
    answer = _checked(answer).split("=")[-1]
    answer = _unwrapped(_without(answer, lambda text, word: text.replace(word, "")))
    answer = re.sub(r"sqrt([^{])", r"sqrt{\1}", _braced_fractions(answer)).replace("$", "")
    digits = answer.replace(",", "")
    return digits if digits.isdigit() else answer


def _checked(answer: str) -> str:
    if answer.strip() == INVALID:
        raise RecordError(f"{INVALID} is no answer; the output had none")
    return answer


def _without(answer: str, remove: Callable[[str, str], str]) -> str:
    """Drop blanks, articles, units and marks, in the order of the paper's lists."""
    for old, new in _REPLACED:
        answer = answer.replace(old, new)
    for text in _REMOVED:
        if text in answer:
            answer = remove(answer, text) if text in _WORDS else answer.replace(text, "")
    return answer


def _outside_commands(answer: str, word: str) -> str:
    r"""Drop a word, but not from inside a command such as `\left`."""
    parts = _COMMAND.split(answer)
    parts[::2] = [part.replace(word, "") for part in parts[::2]]
    return "".join(parts)


def _unwrapped(answer: str) -> str:
    """Keep what is between the first two dollar signs of a line, and in texts and boxes."""
    return "\n".join(_unwrapped_line(line) for line in answer.split("\n"))


def _unwrapped_line(line: str) -> str:
    parts = line.split("$", 2)
    if len(parts) > 2:  # two dollar signs
        line = f"${parts[1]}$"
    for command in ("text", "textbf", "overline"):
        line = _argument(line, rf"\\{command}\{{([^}}]*)\}}")
    return _argument(line, r"\\boxed\{(.*)\}")


def _argument(line: str, pattern: str) -> str:
    """Replace commands by their arguments, without searching what no brace follows."""
    head, brace, tail = line.rpartition("}")
    return re.sub(pattern, r"\1", head + brace) + tail if brace and "\\" in head else line


def _braced_fractions(answer: str) -> str:
    return re.sub(r"frac([^{])(.)", r"frac{\1}{\2}", answer)
