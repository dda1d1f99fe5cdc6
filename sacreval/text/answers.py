"""Extract the answer from a model's output, or raise RecordError if there is none."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from sacreval.errors import RecordError, UsageError, nearest, one_line, shortened
from sacreval.text.latex import boxed
from sacreval.text.letters import letter
from sacreval.text.minerva import final_answer
from sacreval.text.thinking import after_thinking

NUMBER = re.compile(r"-?\$?(?:\d[\d,]*(?:\.\d+)?|\.\d+)")
FLEXIBLE = re.compile(r"-?[$0-9.,]{2,}|-?[0-9]+")  # lm-eval's
HASHES = re.compile(r"#### (-?[0-9.,]+)")
MARKED = re.compile(r"(?:####|\bA:)(.*)")  # GSM8K's references, and its authors' models
SEPARATORS = str.maketrans("", "", ",$")


def last_number(text: str) -> str:
    """Return the last number, without currency sign and thousands separators."""
    found = NUMBER.findall(text)
    if not found:
        raise RecordError("no number in the output; check it, or extract in another way")
    return str(found[-1]).translate(SEPARATORS)


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
    return found.translate(SEPARATORS).removesuffix(".")


def number(text: str) -> str:
    """Drop white space, thousands separators, dollar signs and trailing decimal zeros."""
    text = "".join(text.split()).translate(SEPARATORS)
    return re.sub(r"(\.\d*?)0+$", r"\1", text).removesuffix(".")


def gsm8k(text: str) -> str:
    """Return the text after the last `####` or `A:`, normalised by `number`.

    A text that is only a number is its own answer.

    Source: the solutions that Cobbe et al. 2021 published, with which their flags agree.
    """
    marked = MARKED.findall(text)
    answer = number(marked[-1] if marked else text)
    if not answer or not (marked or NUMBER.fullmatch(answer)):
        raise RecordError("nothing after #### or A:; check the output, or extract in another way")
    return answer


def by_pattern(pattern: str) -> Callable[[str], str]:
    """Create the function that returns a regular expression's last match, or its first group.

    Args:
        pattern: The regular expression.

    Raises:
        UsageError: If it is empty or not a regular expression.
    """
    if not pattern:
        raise UsageError("regex: needs a pattern; write one after it, as in 'regex:Answer: (.*)'")
    named = shortened(pattern)
    try:
        compiled = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        why = str(error) if isinstance(error, re.error) else one_line(error)
        raise UsageError(f"regex:{named} is not a regular expression ({why})") from None

    def find(text: str) -> str:
        matches = list(compiled.finditer(text))
        if not matches:
            raise RecordError(f"no match of {named}; check the output, or change the pattern")
        last = matches[-1]
        return str(last[1] if compiled.groups else last[0]).strip()

    return find


def by_path(path: str) -> Callable[[str], str]:
    """Create the function that applies a JMESPath expression to the JSON in an output.

    Args:
        path: The JMESPath expression.

    Raises:
        UsageError: If it is not a JMESPath expression.
    """
    import msgspec

    from sacreval.text.expressions import compiled

    search = compiled(path, "json:", wrong=RecordError)
    named = shortened(path)

    def find(text: str) -> str:
        inside = re.search(r"[\[{].*[\]}]", text, re.DOTALL)
        try:
            found: Any = search(msgspec.json.decode(inside[0] if inside else text))
        except (msgspec.DecodeError, UnicodeError):
            raise RecordError("the output contains no JSON; check it") from None
        except RecursionError:
            raise RecordError("the output's JSON is nested too deeply; check it") from None
        if found is None:
            raise RecordError(f"the output's JSON has nothing at {named}; check it")
        return found if isinstance(found, str) else msgspec.json.encode(found).decode()

    return find


def thoughtless(spec: str) -> Callable[[str], str]:
    """Create the function that drops reasoning before it extracts the answer in another way.

    Args:
        spec: The other extractor.
    """
    find = extractor(spec or "none")
    return lambda text: find(after_thinking(text))


EXTRACTORS: dict[str, Callable[[str], str]] = {
    "none": str,
    "last-number": last_number,
    "boxed": boxed,
    "letter": letter,
    "gsm8k": gsm8k,
    "gsm8k-strict": gsm8k_strict,
    "gsm8k-flexible": gsm8k_flexible,
    "final-answer": final_answer,
}
MADE: dict[str, Callable[[str], Callable[[str], str]]] = {
    "regex": by_pattern,
    "json": by_path,
    "after-thinking": thoughtless,
}


@cache
def extractor(spec: str) -> Callable[[str], str]:
    """Return an extractor.

    Args:
        spec: `last-number`, `boxed`, `final-answer`, `letter`, `gsm8k`, `gsm8k-strict`,
            `gsm8k-flexible`, `regex:PATTERN`, `json:JMESPATH`, `none`, or `after-thinking:` before
            any of them.

    Returns:
        A function from output to answer, which raises RecordError if there is none.

    Raises:
        UsageError: If there is no extractor of that name.
    """
    name, colon, argument = spec.partition(":")
    if colon and name in MADE:
        return MADE[name](argument)
    if spec not in EXTRACTORS:
        known = [*EXTRACTORS, "regex:PATTERN", "json:JMESPATH", "after-thinking:NAME"]
        raise UsageError(f"There is no extractor '{spec}'; {nearest(spec, known)}")
    return EXTRACTORS[spec]
