"""The verdict of math-verify on a pair of texts; imported by processes that can be killed alone."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

_DELIMITED = re.compile(r"(?<!\\)(?:\$.*(?<!\\)\$|\\\(|\\\[)|\\boxed", re.DOTALL)
_FORMS = {"text": "{}", "latex": "${}$", "boxed": r"\boxed{{{}}}"}


class Side(NamedTuple):
    r"""How the answer of one side is found; the names in brackets are math-verify's own.

    Args:
        form: What a text without delimiters of LaTeX is put between.
        extraction: What is looked for (`extraction_config`).
        boxed_priority: Rank of boxes among all that may be an answer (`boxed_match_priority`).
        without_anchor: Whether any formula may be the answer (`try_extract_without_anchor`).
        malformed_operators: Whether formulas such as `\frac12` are mended.
        fallback: Whether the text of an answer is kept beside its meaning (`fallback_mode`).
        candidates: Whether other answers are tried where one has no meaning (`extraction_mode`).
    """

    form: str = "text"
    extraction: tuple[str, ...] = ("latex", "expr")
    boxed_priority: int = 50
    without_anchor: bool = True
    malformed_operators: bool = True
    fallback: str = "first_match"
    candidates: str = "any_match"


def start() -> Callable[..., str]:
    """Return the function that the processes compute, after a first pair.

    The library builds its parser with the first formula, which would count towards its time.
    """
    logging.disable(logging.CRITICAL)  # it would report that its own limits of time are off
    side = Side(form="latex")
    verdict({}, side, side, r"\frac{1}{2}", "x+1")
    return verdict


def verdict(
    compare: Mapping[str, Any],
    reference_side: Sequence[Any],
    prediction_side: Sequence[Any],
    reference: str,
    prediction: str,
) -> str:
    """Return the verdict on a pair: equal, different, unparsed_reference or unparsed_prediction.

    The library compares all that it found on one side with all on the other, and a comparison that
    raises an exception counts as different. The texts of the answers are compared last there, and
    first here: equal texts decide the verdict, while comparing their meaning may take any time.
    """
    expected = _parsed(_side(reference_side), reference)
    if not expected:
        return "unparsed_reference"
    predicted = _parsed(_side(prediction_side), prediction)
    if not predicted:
        return "unparsed_prediction"
    pairs = [(gold, other) for gold in expected for other in predicted]
    if any(_same_text(*pair) for pair in pairs) or any(_equal(*pair, compare) for pair in pairs):
        return "equal"
    return "different" if _has_meaning(predicted) else "unparsed_prediction"


def _side(values: Sequence[Any]) -> Side:
    side = Side(*values)
    return side._replace(extraction=tuple(side.extraction))


def _same_text(reference: Any, prediction: Any) -> bool:
    texts = isinstance(reference, str) and isinstance(prediction, str)
    return texts and bool(reference.strip()) and reference.strip() == prediction.strip()


def _equal(reference: Any, prediction: Any, options: Mapping[str, Any]) -> bool:
    from math_verify import verify

    try:
        return bool(
            verify([reference], [prediction], timeout_seconds=0, raise_on_error=True, **options)
        )
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - counts as different, as in the library
        return False


def _has_meaning(parsed: Sequence[Any]) -> bool:
    """Return whether anything but the text of an answer was found."""
    return len(parsed) > 1 or not isinstance(parsed[0], str)


@lru_cache(maxsize=64)
def _parsed(side: Side, text: str) -> Sequence[Any]:
    """Return the meaning of an answer and its text; empty if nothing was found."""
    from math_verify import parse

    try:
        parsed: Sequence[Any] = parse(
            text if _DELIMITED.search(text) else _FORMS[side.form].format(text),
            extraction_config=_targets(side),
            fallback_mode=side.fallback,
            extraction_mode=side.candidates,
            parsing_timeout=0,
            raise_on_error=True,
        )
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - nothing was found, as in the library
        return ()
    return parsed


def _targets(side: Side) -> list[Any]:
    """Create what the library looks for; where nothing differs, it is its own default."""
    from math_verify.parser import (
        ExprExtractionConfig,
        LatexExtractionConfig,
        StringExtractionConfig,
    )

    usual = LatexExtractionConfig().normalization_config
    from dataclasses import replace

    normal = replace(usual, malformed_operators=side.malformed_operators)
    targets = {
        "latex": lambda: LatexExtractionConfig(
            try_extract_without_anchor=side.without_anchor,
            boxed_match_priority=side.boxed_priority,
            normalization_config=normal,
        ),
        "expr": lambda: ExprExtractionConfig(try_extract_without_anchor=side.without_anchor),
        "string": lambda: StringExtractionConfig(try_extract_without_anchor=side.without_anchor),
    }
    return [targets[name]() for name in side.extraction]
