"""Numbers in running text, and answers of GSM8K as its authors and lm-eval read them."""

from __future__ import annotations

import re
from collections import deque
from functools import cache
from unicodedata import decimal

from sacreval.errors import RecordError, shortened
from sacreval.text.scripts import UNSPACED

_MINUS = "-\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d"  # hyphens, short dashes, minus signs
_CURRENCY = "$\uff04\uffe1\uffe5\uffe6" + "".join(
    map(chr, [*range(0xA2, 0xA6), *range(0x20A0, 0x20D0)])
)
_LETTER = rf"[^\W_{UNSPACED[1:-1]}]"  # of a script with spaces between words; ASCII digits too
_MARKS = "\u0300-\u036f\u0900-\u0dff"  # accents, and the vowel signs of Indic scripts
_CLOSING = r")\]}" "\u00bb\u2019\u201d\u300d\u300f\u3011\uff09\uff3d"
_FIXED_BLANKS = "\u00a0\u2009\u202f"  # no-break, thin and narrow no-break space
_JOINT = rf"(?:[.,'_\u2019\u060c\u066b\u066c\uff0c\uff0e{_FIXED_BLANKS}]|\{{,\}}|\\,)"
_FOLDED = str.maketrans(
    {"\u066b": ".", "\uff0e": ".", "\u066c": ","}
    | dict.fromkeys(_FIXED_BLANKS, "\u00a0")
    | dict.fromkeys(_MINUS, "-")
)
_NUMBER = (
    "(?:[1-9][0-9]{0,2}([,\u00a0])[0-9]{3}(?:\\1[0-9]{3})*|[1-9][0-9]?(?: [0-9]{3}){2,}|[0-9]*)"
    r"(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
)
_BEFORE = 6  # characters: at most three signs, as in `-$.5`, and three that decide what these are
_SEPARATORS = str.maketrans("", "", ", \u00a0")


@cache
def _tokens() -> re.Pattern[str]:
    """Compile the pattern of what looks like a number, from its first digit."""
    return re.compile(
        rf"""\d (?: \d{{0,2}} (?: [ ]\d{{3}} (?!\d) )+ | \d* ) (?: {_JOINT} \d+ )*
             (?P<exponent> [eE] [+{_MINUS}]? \d (?: {_LETTER} | \d | {_JOINT} \d )* )?""",
        re.VERBOSE,
    )


@cache
def _signs() -> re.Pattern[str]:
    """Compile the pattern of the signs before a number's first digit, and what decides on them.

    A dash is a minus unless it follows a letter, a number or a closing bracket. A point after a
    letter, a closing bracket or another point is no decimal point.
    """
    return re.compile(
        rf"""(?: (?<! {_LETTER} ) (?<! [\d%\u2030\u00b0\u2010-\u2015{_CLOSING}{_MARKS}{_MINUS}] )
                 (?<! \d["'{_CURRENCY}] ) (?<! \d\s[{_CURRENCY}] ) (?P<minus> [{_MINUS}] ) )?
             [{_CURRENCY}]?
             (?P<point> (?<! {_LETTER} ) (?<! [\d.{_CLOSING}{_MARKS}] ) \. )?
             (?P<word> (?<= {_LETTER} ) )? \Z""",
        re.VERBOSE,
    )


def last_number(text: str) -> str:
    """Return the last number, without currency sign and thousands separators.

    The decimal sign is a full stop. Thousands separators, always before three digits, are commas,
    and no-break and thin spaces; ordinary spaces are if there are two or more after at most two
    digits, as in `1 234 567`. Digits are of one script, any of Unicode's. An exponent is read, as
    in `1e3`. A hyphen in a word or between numbers is no minus.
    """
    last = deque(_tokens().finditer(text), maxlen=1)
    if not last:
        raise RecordError("no number in the output; check it, or extract in another way")
    return _read(last[0])


def only_number(text: str) -> str:
    """Return the only number, without currency sign and thousands separators.

    Numbers are read as by `last_number`. A number that is repeated is one, in any spelling.
    """
    numbers = map(_read, _tokens().finditer(text))
    first = next(numbers, None)
    if first is None:
        raise RecordError("no number in the output; check it, or extract in another way")
    if any(float(other) != float(first) for other in numbers):
        raise RecordError("several numbers in the output; check it, or extract by last-number")
    return first


def number(text: str) -> str:
    """Drop thousands separators, currency signs and trailing decimal zeros of a number.

    Spaces before three digits are separators here. Other texts lose white space at their ends.
    """
    stripped = text.strip()
    bare = stripped.removesuffix(".").strip(_CURRENCY).strip().replace(" ", "\u00a0")
    token = _tokens().search(bare)
    if not token or not _is_whole(token):
        return stripped
    try:
        return re.sub(r"(\.\d*?)0+\Z", r"\1", _read(token)).removesuffix(".")
    except RecordError:
        return stripped


def _is_whole(token: re.Match[str]) -> bool:
    """Return whether a text is what looks like a number, with nothing but signs before it."""
    text, start, end = token.string, *token.span()
    return end == len(text) and bool(re.fullmatch(rf"[{_MINUS}]?[{_CURRENCY}]?\.?", text[:start]))


def _read(token: re.Match[str]) -> str:
    """Return a number in ASCII, without separators."""
    before = token.string[max(0, token.start() - _BEFORE) : token.start()]
    signs = next(_signs().finditer(before))  # empty where there are none
    written = (signs["point"] or "") + token[0]
    plain = _folded(written)
    if (token["exponent"] and signs["word"] is not None) or not re.fullmatch(_NUMBER, plain):
        raise RecordError(
            f"'{shortened(written)}' cannot be read as a number without guessing; check the "
            "output, or extract in another way"
        )
    return ("-" if signs["minus"] else "") + plain.translate(_SEPARATORS)


def _folded(written: str) -> str:
    """Return digits, if all are of one script, signs and separators in one spelling."""
    plain = written.translate(_FOLDED).replace("{,}", ",").replace("\\,", "\u00a0")
    zeros = {ord(sign) - decimal(sign) for sign in plain if sign.isdecimal()}
    return "".join(str(decimal(sign, sign)) for sign in plain) if len(zeros) == 1 else plain


FLEXIBLE = re.compile(r"-?[$0-9.,]{2,}|-?[0-9]+")  # lm-eval's
HASHES = re.compile(r"#### (-?[0-9.,]+)")
MARKED = re.compile(r"(?:####|\bA:)(.*)")  # GSM8K's references, and its authors' models
_GSM8K_NUMBER = re.compile(r"-?(?:\d+(?:\.\d+)?|\.\d+)")
_GSM8K_MARKS = str.maketrans("", "", ",$")


def after_hashes(text: str) -> str:
    """Return the first number after `#### `, as in GSM8K's references, without commas.

    Source: Cobbe et al. 2021.
    """
    match = HASHES.search(text)
    if match is None:
        raise RecordError("no number after '#### '; check the text, or extract in another way")
    return match[1].replace(",", "")


def gsm8k_strict(text: str) -> str:
    """Return the first number after `#### ` as lm-eval's strict match compares it.

    Source: lm-eval, gsm8k, filter strict-match.
    """
    return _compared(after_hashes(text))


def gsm8k_flexible(text: str) -> str:
    """Return the last number as lm-eval's flexible extraction compares it.

    Source: lm-eval, gsm8k, filter flexible-extract.
    """
    numbers = FLEXIBLE.findall(text)
    if not numbers:
        raise RecordError("no number in the output; check it, or extract in another way")
    return _compared(numbers[-1])


def _compared(text: str) -> str:
    """Drop commas, dollar signs and one full stop at the end."""
    return text.translate(_GSM8K_MARKS).removesuffix(".")


def gsm8k(text: str) -> str:
    """Return the text after the last `####` or `A:` without white space, commas, $ and final zeros.

    Zeros are dropped at the end of decimals. A text that is only a number is its own answer.

    Source: the solutions that Cobbe et al. 2021 published, with which their flags agree.
    """
    marked = MARKED.findall(text)
    answer = _without_final_zeros(marked[-1] if marked else text)
    if not answer or not (marked or _GSM8K_NUMBER.fullmatch(answer)):
        raise RecordError("nothing after #### or A:; check the output, or extract in another way")
    return answer


def _without_final_zeros(text: str) -> str:
    """Drop white space, commas, dollar signs and trailing decimal zeros."""
    text = "".join(text.split()).translate(_GSM8K_MARKS)
    return re.sub(r"(\.\d*?)0+$", r"\1", text).removesuffix(".")
