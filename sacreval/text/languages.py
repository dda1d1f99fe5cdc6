"""The multilingual normaliser: Unicode punctuation, and the articles of each language."""

import re
import sys
import unicodedata
from collections.abc import Callable
from functools import cache

LANGUAGES: dict[str, str] = {
    "ar": r"\b\u0627\u0644",
    "de": r"\b(ein|eine|einen|einem|eines|einer|der|die|das|den|dem|des)\b",
    "en": r"\b(a|an|the)\b",
    "es": r"\b(un|una|unos|unas|el|la|los|las)\b",
    "fr": r"\b(un|une|des|le|la|les)\b|\bl['\u2019]",
    "hi": "",
    "it": r"\b(un|uno|una|il|lo|la|i|gli|le)\b",
    "pt": r"\b(um|uma|uns|umas|o|a|os|as)\b",
    "vi": r"\b(của|là|cái|chiếc|những)\b",
    "zh": "",
}
_IDEOGRAPH = re.compile(r"([\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])")


def multilingual(language: str) -> Callable[[str], str]:
    """Create the normaliser of a language.

    It lowercases, drops the language's articles and all Unicode punctuation, collapses white space,
    and treats every Chinese character as a word.

    Args:
        language: A code of `LANGUAGES`, or "" to keep articles.

    Source: the rules of MLQA's evaluation (Lewis et al. 2020); articles of fr, it and pt are
    added in the same way.
    """
    articles = re.compile(LANGUAGES.get(language) or r"(?!)")

    def normalize(text: str) -> str:
        """Lowercase, drop articles and Unicode punctuation; Chinese characters are words."""
        text = articles.sub(" ", text.lower()).translate(punctuation())
        return " ".join(_IDEOGRAPH.sub(r" \1 ", text).split())

    return normalize


@cache
def punctuation() -> dict[int, None]:
    """Return a translation table that drops Unicode punctuation and `string.punctuation`."""
    named = (i for i in range(sys.maxunicode + 1) if unicodedata.category(chr(i))[0] == "P")
    return dict.fromkeys([*named, *map(ord, "$+<=>^`|~")])
