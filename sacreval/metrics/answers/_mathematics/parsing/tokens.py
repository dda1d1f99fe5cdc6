r"""Tokens of answers in LaTeX or plain text, and units of measurement.

A token is a number (`1000`, `0.25`, `1e5`), a letter, a command (`\frac`), a sign, a word
(`"cm`, with a quotation mark before it), or the start or end of an environment (`\begin:pmatrix`).
Marks without a meaning, such as `\left`, `\,` and dollar signs around formulas, are dropped.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from sacreval.metrics.answers._mathematics.parsing.work_limits import (
    DEEPEST,
    LONGEST,
    undecided,
    unparsed,
)
from sacreval.text.answers.latex import unmarked

Dimensions = tuple[tuple[str, int], ...]


class Unit(NamedTuple):
    """A unit.

    Args:
        dimensions: Names of base quantities with exponents, in their order; a word that is no
            known unit is a quantity of its own.
        size: Number of base units in one.
        known: Whether all its words are known units.
    """

    dimensions: Dimensions
    size: Fraction
    known: bool = True


_TABLE = """
length: m meter metre = 1; mm millimeter millimetre = 1/1000; cm centimeter centimetre = 1/100
length: dm decimeter decimetre = 1/10; km kilometer kilometre = 1000; in inch inche = 127/5000
length: ft foot feet = 381/1250; yd yard = 1143/1250; mi mile = 201168/125
time: s sec second = 1; min minute = 60; h hr hour = 3600; day = 86400; week = 604800
time: ms millisecond = 1/1000
mass: g gram gm = 1; kg kilogram = 1000; mg milligram = 1/1000; lb pound lbs = 45359237/100000
mass: oz ounce = 45359237/1600000; ton tonne = 1000000
money: $ dollar usd buck = 1; cent penny pennie = 1/100
volume: L l liter litre = 1/1000; ml mL milliliter millilitre = 1/1000000
volume: gallon gal = 473176473/125000000000
angle: rad radian = 1
month: month = 1; year yr = 12
item: item = 1; dozen = 12
""".strip()
_DEGREES = frozenset({"degree", "deg", "circ"})
_PERCENTS = frozenset({"percent", "pct"})
_WORD = re.compile(r"[A-Za-z$]+|[/^]|-?\d+|\S")
_POWERS = {"square": 2, "sq": 2, "squared": 2, "cubic": 3, "cubed": 3}
_IGNORED = {"of", "the", "a", "an", ".", ",", "·", r"\\times"}


@cache
def _table() -> dict[str, tuple[str, Fraction]]:
    table = {}
    for line in _TABLE.splitlines():
        quantity, _, entries = line.partition(":")
        for entry in entries.split(";"):
            names, _, size = entry.partition("=")
            table.update(dict.fromkeys(names.split(), (quantity, Fraction(size.strip()))))
    return table


def is_unit(word: str) -> bool:
    """Return whether a word of at least two letters is a known unit."""
    return _known(word) is not None or word.lower().removesuffix("s") in _DEGREES


def is_degree(text: str) -> bool:
    """Return whether a text is the unit of angles, degrees."""
    return text.strip().lower().removesuffix("s") in _DEGREES


def is_percent(text: str) -> bool:
    """Return whether a text is the unit of hundredths in words, percent."""
    return text.strip().lower().replace(" ", "").removesuffix("s") in _PERCENTS


def _known(word: str) -> tuple[str, Fraction] | None:
    table = _table()
    for name in (word, word.removesuffix("s"), word.lower(), word.lower().removesuffix("s")):
        if name in table:
            return table[name]
    return None


@lru_cache(maxsize=1024)
def unit(text: str) -> Unit:
    """Read a unit such as `miles per hour`, `cm^2` or `square feet`.

    Args:
        text: The unit.

    Raises:
        UndecidedError: If an exponent is too large.
    """
    parts: list[_Part] = []
    below = power = 1
    words = iter(
        _WORD.findall(text.lower().replace("mph", "miles/hour") if "mph" in text else text)
    )
    for word in words:
        if word in {"/", "per"}:
            below = -1
        elif word == "^" or word.lower() in {"squared", "cubed"}:
            exponent = _exponent(next(words, "") if word == "^" else word.lower())
            if parts:
                parts[-1] = parts[-1]._replace(exponent=parts[-1].exponent * exponent)
        elif word.lower() in _POWERS:
            power = _POWERS[word.lower()]
        elif word.lower() not in _IGNORED:
            parts.append(_Part(word, _known(word), below * power))
            power = 1
    return _product(parts)


class _Part(NamedTuple):
    """A word of a unit with its exponent."""

    word: str
    known: tuple[str, Fraction] | None
    exponent: int


def _exponent(word: str) -> int:
    if word in _POWERS:
        return _POWERS[word]
    if not re.fullmatch(r"-?\d", word):
        undecided("a unit with an exponent of this kind")
    return int(word)


def _product(parts: list[_Part]) -> Unit:
    size = Fraction(1)
    powers: dict[str, int] = {}
    for word, known, exponent in parts:
        quantity, factor = known or (word.lower().removesuffix("s"), Fraction(1))
        size *= factor**exponent
        if quantity == "volume":  # in litres
            quantity, exponent = "length", 3 * exponent  # noqa: PLW2901
        powers[quantity] = powers.get(quantity, 0) + exponent
    dimensions = tuple(sorted((name, n) for name, n in powers.items() if n))
    return Unit(dimensions, size, all(part.known for part in parts))


_TOKEN = re.compile(
    r"(?P<skip>\s+|\\[,;:!> ]|~|\\(?:left|right|[bB]igg?[lrm]?|displaystyle|textstyle|limits"
    r"|q?quad|mathop|strut|rm|bf|it|mathrm(?=\s*[^\s{]))(?![a-zA-Z])\.?)"
    r"|\\(?:text|textrm|textbf|textit|textnormal|mathrm|mathbf|mathit|mathsf|mbox|operatorname\*?"
    r"|boldsymbol)\s*\{(?P<text>[^{}]*)\}"
    r"|\\(?P<environment>(?:begin|end)\{[a-z*]+\})"
    r"|(?P<repeating>\d*\.\d*\\(?:overline|bar)\s*(?:\{\d+\}|\d))"
    r"|(?P<mixed>\d+ +\d+ ?/ ?\d+(?![\d./]))"
    r"|(?P<thousands>[1-9]\d{0,2}(?:,\d{3})+(?!\d)(?:\.\d+)?)"
    r"|(?P<spaced>[1-9]\d{0,2}(?:(?:\{,\}|\\!,|,\\!|,?\\,|,?\\ |[ \u00a0\u202f])\d{3})+(?![\d/])"
    r"(?:\.\d+)?)"
    r"|(?P<number>(?:\d+(?:\.\d+|\{,\}\d+)?|\.\d+)(?:[eE](?:[+-]\d+|\d+(?![\d.])))?)"
    r"|(?P<run>[A-Za-z]+)"
    r"|(?P<sign>\\[A-Za-z]+\*?|\\\\|\\[{}|%$#&]|<=|>=|!=|\*\*|\.\.\.|[-+*/^_=<>(){}\[\],;:!|&%$'])"
)
OR, AND, ELLIPSIS = r"\or", r"\and", r"\ldots"
_PLAIN = {  # of words and signs to the commands that they stand for
    **dict.fromkeys(("<=", r"\leq", r"\leqslant", r"\leqq"), r"\le"),
    **dict.fromkeys((">=", r"\geq", r"\geqslant", r"\geqq"), r"\ge"),
    **dict.fromkeys(("!=", r"\neq"), r"\ne"),
    **dict.fromkeys(("*", r"\cdot", r"\ast", r"\bullet"), r"\times"),
    **dict.fromkeys((r"\dfrac", r"\tfrac", r"\cfrac"), r"\frac"),
    **dict.fromkeys((r"\dbinom", r"\tbinom"), r"\binom"),
    **dict.fromkeys(("...", r"\dots", r"\cdots", r"\dotsc", r"\dotsb", r"\vdots"), r"\ldots"),
    **dict.fromkeys((r"\degree", r"\degrees"), r"\circ"),
    **dict.fromkeys((r"\emptyset", r"\varnothing"), r"\empty"),
    **dict.fromkeys((r"\lbrace", r"\{"), r"\{"),
    **dict.fromkeys((r"\rbrace", r"\}"), r"\}"),
    **dict.fromkeys((r"\lvert", r"\rvert", r"\vert", r"\mid"), "|"),
    **dict.fromkeys((r"\lbrack",), "["),
    **dict.fromkeys((r"\rbrack",), "]"),
    **dict.fromkeys((r"\lt",), "<"),
    **dict.fromkeys((r"\gt",), ">"),
    **dict.fromkeys((r"\implies", r"\Rightarrow", r"\to", r"\rightarrow"), r"\to"),
    **dict.fromkeys((r"\backslash", r"\smallsetminus"), r"\setminus"),
    **dict.fromkeys((r"\lor", r"\vee"), OR),
    **dict.fromkeys((r"\land", r"\wedge"), AND),
    ";": ",",
    **dict.fromkeys((r"\%",), "%"),
    **dict.fromkeys((r"\vartheta",), r"\theta"),
    **dict.fromkeys((r"\varphi",), r"\phi"),
    **dict.fromkeys((r"\varepsilon",), r"\epsilon"),
    r"\$": "$",
    "**": "^",
    r"\div": "/",
    r"\colon": ":",
    r"\lg": r"\log",
}
WORDS = {
    **{
        name: f"\\{name}"
        for name in (
            "sqrt", "sin", "cos", "tan", "cot", "sec", "csc", "ln", "log", "exp", "pi", "binom",
            "arcsin", "arccos", "arctan", "infty", "frac", "floor", "ceil", "alpha", "beta",
            "gamma", "theta", "lambda", "phi", "abs", "pm",
        )
    },
    **dict.fromkeys(("infinity", "inf", "oo", "Infinity"), r"\infty"),
    "and": AND,
    "or": OR,
    **dict.fromkeys(("union", "U"), r"\cup"),
}  # fmt: skip
_UNICODE = str.maketrans(
    {
        "−": "-", "–": "-", "×": r"\times ", "·": r"\times ", "⋅": r"\times ", "÷": "/",  # noqa: RUF001
        "√": r"\sqrt ", "π": r"\pi ", "∞": r"\infty ", "≤": "<=", "≥": ">=", "≠": "!=",
        "∪": r"\cup ", "∩": r"\cap ", "∈": r"\in ", "°": r"^\circ ", "±": r"\pm ", "∓": r"\mp ",  # noqa: RUF001
        "²": "^2", "³": "^3", "½": r"\frac12 ", "¼": r"\frac14 ", "¾": r"\frac34 ",
        "⅓": r"\frac13 ",
        "⅔": r"\frac23 ", "∅": r"\empty ", "ℝ": r"\mathbb{R}", "∖": r"\setminus ", "…": "...",  # noqa: RUF001
        "θ": r"\theta ", "α": r"\alpha ", "β": r"\beta ", "λ": r"\lambda ", "φ": r"\phi ",  # noqa: RUF001
        "＝": "=", "，": ",", "（": "(", "）": ")", "\u00a0": " ", "\u202f": " ",  # noqa: RUF001
    }
)  # fmt: skip
OPENING = frozenset({"(", "[", "{", r"\{", r"\lfloor", r"\lceil", r"\langle"})
CLOSING = frozenset({")", "]", "}", r"\}", r"\rfloor", r"\rceil", r"\rangle"})
_KEPT = {"e", "i", "d", "R", "C", "N", "Z", "Q", "T"}  # upright letters that are letters
_INNER = re.compile(r"[\d(){}\[\]+\-./%]*|\([A-Za-z]\)")  # no words
_LONG_WORD = 4


def tokens(text: str, *, commas: bool = True) -> list[str]:
    """Split an answer into tokens."""
    if len(text) > LONGEST:
        undecided("too long")
    text = unmarked(text.translate(_UNICODE) if not text.isascii() else text)
    pieces: list[str] = []
    place = depth = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            unparsed(f"the character {text[place]!r}")
        place = match.end()
        kind = match.lastgroup
        if kind == "skip":
            continue
        if kind == "sign":
            sign = match[0]
            sign = _PLAIN.get(sign, sign)
            depth += (sign in OPENING) - (sign in CLOSING)
            if not 0 <= depth <= DEEPEST:
                undecided("nested too deeply") if depth > 0 else unparsed("a bracket too many")
            pieces.append(sign)
        else:
            _add(pieces, kind or "", match, whole=commas and not depth)
    if depth:
        unparsed("a bracket that is not closed")
    return pieces


def _add(pieces: list[str], kind: str, match: re.Match[str], *, whole: bool) -> None:
    """Append the tokens of a match that is no sign."""
    text = match[0]
    if kind == "number":
        pieces.append(text.replace("{,}", "."))
    elif kind == "run":
        pieces.extend(_run(text, pieces, match))
    elif kind == "thousands":
        pieces.extend([text.replace(",", "")] if whole else re.findall(r",|[^,]+", text))
    elif kind == "spaced":
        pieces.append(re.sub(r"[^\d.]", "", text))
    elif kind == "environment":
        pieces.append("\\" + match["environment"].replace("{", ":").rstrip("}"))
    elif kind == "mixed":
        number, above, below = re.findall(r"\d+", text)
        pieces.extend(["(", number, "+", above, "/", below, ")"])
    elif kind == "repeating":
        pieces.append("~" + re.sub(r"\\[a-z]+|\s", "", text))
    else:
        pieces.extend(_text(match["text"]))


def _text(content: str) -> list[str]:
    r"""Return the tokens of `\text{content}`."""
    plain = content.strip()
    if not plain:
        return []
    if plain in _KEPT or plain in WORDS:
        return [WORDS.get(plain, plain)]
    if plain.strip(", ") in {"and", "or", ""}:
        return [WORDS.get(plain.strip(", "), ",")]
    if _INNER.fullmatch(plain):
        return tokens(plain)
    return ['"' + plain]


def _run(run: str, pieces: list[str], match: re.Match[str]) -> list[str]:
    """Return the tokens of letters: a function, a unit or word after a number, or variables."""
    if len(run) == 1:
        return [run]
    if run in WORDS:
        return [WORDS[run]]
    after_blank = match.string[match.start() - 1 : match.start()].isspace()
    counted = pieces and (pieces[-1][0] in '0123456789"' or pieces[-1] in {"}", ")"})
    if counted and (is_unit(run) or (after_blank and len(run) >= _LONG_WORD - 1)):
        return ['"' + run]
    return list(run) if is_product(run) else ['"' + run]


def is_product(run: str) -> bool:
    """Return whether letters are variables side by side, and no word, function or command."""
    return run.isalpha() and len(run) < _LONG_WORD and run not in WORDS
