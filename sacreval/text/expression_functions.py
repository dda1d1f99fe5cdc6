"""Functions that JMESPath expressions have here beside JMESPath's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jmespath.functions import Functions, signature

from sacreval.text.answers.parsed_values import parsed_number
from sacreval.text.answers.yes_no import yes_or_no

MOST_CHARACTERS = 10_000_000  # of a text that a function returns
MOST_PARTS = 1_000_000  # of a text that is split
OWN = ("split", "lower", "strip", "replace", "number", "yes_no")
MAY_FAIL = ("number", "to_number", "yes_no")
"""Functions that are null where a text is not what they look for."""

_TEXT: Any = {"types": ["string", "null"]}
_FIXED: Any = {"types": ["string"]}
_ANY: Any = {"types": []}


class OwnFunctions(Functions):
    """JMESPath's functions, and those of `OWN`, which are null for null.

    Attributes:
        made: Number of characters that functions have returned since it was set to 0.
    """

    made = 0

    @signature(_FIXED, _TEXT)
    def _func_split(self, separator: str, text: str | None) -> list[str] | None:
        """Return the parts of a text between separators."""
        if not separator:
            raise ValueError("the separator of split is empty")
        if text is None:
            return None
        if (parts := text.count(separator)) > MOST_PARTS:
            raise ValueError(f"the text would be split into {parts:,} parts")
        return text.split(separator)

    @signature(_TEXT)
    def _func_lower(self, text: str | None) -> str | None:
        """Return a text in lower case."""
        return None if text is None else text.lower()

    @signature(_TEXT)
    def _func_strip(self, text: str | None) -> str | None:
        """Return a text without white space at its ends."""
        return None if text is None else text.strip()

    @signature(_FIXED, _FIXED, _TEXT)
    def _func_replace(self, old: str, new: str, text: str | None) -> str | None:
        """Return a text with every `old` replaced by `new`."""
        if not old:
            raise ValueError("the text that replace looks for is empty")
        if text is None:
            return None
        self._allow(len(text) + text.count(old) * (len(new) - len(old)))
        return text.replace(old, new)

    @signature(_FIXED, {"types": ["array-string"]})
    def _func_join(self, glue: str, texts: Sequence[str]) -> str:
        """Return texts joined, as JMESPath's own function does."""
        self._allow(sum(map(len, texts)) + len(glue) * max(0, len(texts) - 1))
        return glue.join(texts)

    @signature(_ANY)
    def _func_number(self, value: Any) -> int | float | None:
        """Return a number, or the number that a text is; null for anything else."""
        if isinstance(value, str):
            return parsed_number(value)
        return value if type(value) in {int, float} else None

    @signature(_ANY)
    def _func_yes_no(self, value: Any) -> bool | None:
        """Return true or false, also of a text that says yes or no; null for anything else."""
        if isinstance(value, str):
            return yes_or_no(value)
        return value if isinstance(value, bool) else None

    def _allow(self, characters: int) -> None:
        """Check the length of a text before it is made, together with those made before.

        Raises:
            ValueError: If it is more than `MOST_CHARACTERS`.
        """
        self.made += characters
        if self.made > MOST_CHARACTERS:
            raise ValueError(f"the text would have more than {MOST_CHARACTERS:,} characters")
