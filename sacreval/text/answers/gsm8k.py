"""Answers of GSM8K, as its authors and lm-eval read them."""

import re

from sacreval.errors import RecordError

FLEXIBLE = re.compile(r"-?[$0-9.,]{2,}|-?[0-9]+")  # lm-eval's
HASHES = re.compile(r"#### (-?[0-9.,]+)")
MARKED = re.compile(r"(?:####|\bA:)(.*)")  # GSM8K's references, and its authors' models
_NUMBER = re.compile(r"-?(?:\d+(?:\.\d+)?|\.\d+)")
_MARKS = str.maketrans("", "", ",$")


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
    found = FLEXIBLE.findall(text)
    if not found:
        raise RecordError("no number in the output; check it, or extract in another way")
    return _compared(found[-1])


def _compared(found: str) -> str:
    """Drop commas, dollar signs and one full stop at the end."""
    return found.translate(_MARKS).removesuffix(".")


def gsm8k(text: str) -> str:
    """Return the text after the last `####` or `A:` without white space, commas, $ and final zeros.

    Zeros are dropped at the end of decimals. A text that is only a number is its own answer.

    Source: the solutions that Cobbe et al. 2021 published, with which their flags agree.
    """
    marked = MARKED.findall(text)
    answer = _without_final_zeros(marked[-1] if marked else text)
    if not answer or not (marked or _NUMBER.fullmatch(answer)):
        raise RecordError("nothing after #### or A:; check the output, or extract in another way")
    return answer


def _without_final_zeros(text: str) -> str:
    """Drop white space, commas, dollar signs and trailing decimal zeros."""
    text = "".join(text.split()).translate(_MARKS)
    return re.sub(r"(\.\d*?)0+$", r"\1", text).removesuffix(".")
