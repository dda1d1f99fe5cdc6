"""Normalisers: named functions from text to text, applied to both texts before a comparison."""

import re
import string
import sys
import unicodedata
from collections.abc import Callable
from functools import cache, reduce

from sacreval.errors import UsageError, nearest
from sacreval.text.answers.latex import latex_answer
from sacreval.text.answers.math_spellings import hendrycks, minerva, minerva_paper
from sacreval.text.answers.numbers_in_text import after_hashes, number
from sacreval.text.answers.value import value
from sacreval.text.user_functions import SCHEME, text_function

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

    Source: the rules of MLQA's evaluation (Lewis et al. 2020); articles of fr, it and pt are
    added in the same way.
    """
    articles = LANGUAGES.get(language) or r"(?!)"  # compiled when it is used

    def normalize(text: str) -> str:
        """Lowercase, drop articles and Unicode punctuation; Chinese characters are words."""
        text = re.sub(articles, " ", text.lower()).translate(punctuation())
        return " ".join(_IDEOGRAPH.sub(r" \1 ", text).split())

    return normalize


@cache
def punctuation() -> dict[int, None]:
    """Return a translation table that drops Unicode punctuation and `string.punctuation`."""
    named = (i for i in range(sys.maxunicode + 1) if unicodedata.category(chr(i))[0] == "P")
    return dict.fromkeys([*named, *map(ord, "$+<=>^`|~")])


_ARTICLE_WORDS = frozenset({"a", "an", "the"})
ARTICLES = re.compile(r"\b(a|an|the)\b")
_LETTERED_NUMBERS = frozenset({"inf", "infinity", "nan"})
BLANKED = str.maketrans(dict.fromkeys(string.punctuation, " "))
PUNCTUATION = str.maketrans("", "", string.punctuation)
_PUNCTUATION_BYTES = string.punctuation.encode()
_BLANKED_BYTES = bytes.maketrans(_PUNCTUATION_BYTES, b" " * len(_PUNCTUATION_BYTES))


def unchanged(text: str) -> str:
    """Return the text as it is."""
    return text


def squad(text: str) -> str:
    """Lowercase, drop ASCII punctuation and English articles, collapse white space.

    Source: the evaluation script of SQuAD 1.1 (Rajpurkar et al. 2016).
    """
    text = _bare(text.lower())
    words = text.split()
    if "".join(words).isalnum():  # articles can only be whole words: no search is needed
        return " ".join([word for word in words if word not in _ARTICLE_WORDS])
    return " ".join(ARTICLES.sub(" ", text).split())


def _bare(text: str) -> str:
    """Drop ASCII punctuation."""
    if text.isascii():  # bytes are translated several times as fast
        return text.encode().translate(None, _PUNCTUATION_BYTES).decode()
    return text.translate(PUNCTUATION)


def quac(text: str) -> str:
    """Lowercase, drop ASCII punctuation, and drop articles between spaces.

    Tabs and line ends do not separate words, unlike in `squad`.

    Source: fmeval's rule for quasi-exact match, after QuAC (Choi et al. 2018).
    """
    words = _bare(text.lower()).split(" ")
    return " ".join(word for word in words if word not in {"", "a", "an", "the"})


def triviaqa(text: str) -> str:
    """Lowercase and drop ASCII punctuation."""
    return _bare(text.lower())


def jury(text: str) -> str:
    """Lowercase, replace ASCII punctuation by spaces, collapse white space.

    Source: Jury 2.3, for its overlap metrics.
    """
    if text.isascii():  # bytes are translated several times as fast
        return " ".join(text.encode().translate(_BLANKED_BYTES).decode().lower().split())
    return " ".join(text.translate(BLANKED).lower().split())


def braces(text: str) -> str:
    """Drop one brace at the start and one at the end."""
    return text.removeprefix("{").removesuffix("}")


def bigbench(text: str) -> str:
    """Start a new line after a full stop between spaces."""
    return text.replace(" . ", ".\n")


def without_punctuation(text: str) -> str:
    """Drop Unicode punctuation and `string.punctuation`."""
    return text.translate(punctuation())


def drop(text: str) -> str:
    """Normalise word by word, splitting at hyphens and converting numbers to floats.

    A word that is a number keeps its decimal point.

    Source: DROP's evaluation script (Dua et al. 2019), which HELM-style scorers copy.
    """
    return _by_word(text, lambda word: word if _is_number(word) else word.translate(PUNCTUATION))


def helm_lighteval(text: str) -> str:
    """Normalise like `drop`, but drop decimal points before parsing numbers: 5.50 becomes 550.0.

    Source: lighteval 0.13, kept only to compare with its numbers.
    """
    return _by_word(text, lambda word: word.translate(PUNCTUATION))


def _by_word(text: str, strip: Callable[[str], str]) -> str:
    parts = map(str.lower, text.replace("-", " ").split(" "))
    words = (_plain_word(part if part.isalpha() else strip(part)) for part in parts)
    return " ".join(" ".join(words).split())


def _plain_word(word: str) -> str:
    if word.isalpha() and word not in _LETTERED_NUMBERS:  # as most words
        return "" if word in _ARTICLE_WORDS else word
    word = str(float(word)) if _is_number(word) else word
    return ARTICLES.sub(" ", word).strip()


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


NORMALIZERS: dict[str, Callable[[str], str]] = {
    "none": unchanged,
    "lower": str.lower,
    "strip": str.strip,
    "squad": squad,
    "quac": quac,
    "triviaqa": triviaqa,
    "jury": jury,
    "number": number,
    "punctuation": without_punctuation,
    "braces": braces,
    "bigbench": bigbench,
    "drop": drop,
    "helm": drop,
    "helm-lighteval": helm_lighteval,
    "gsm8k": after_hashes,
    "math": latex_answer,
    "value": value,
    "hendrycks": hendrycks,
    "minerva": minerva,
    "minerva-paper": minerva_paper,
    **{f"multilingual-{code}": multilingual(code) for code in LANGUAGES},
    "multilingual": multilingual(""),
}

Normalizer = str
"""A normaliser, or several joined by `+`, applied from left to right."""


@cache
def normalizer(names: Normalizer) -> Callable[[str], str]:
    """Return a normaliser, or the composition of several.

    Args:
        names: Names joined by `+`, such as `squad` or `strip+lower`; `py:MODULE:FUNCTION` is the
            user's function from text to text.

    Returns:
        A function from text to text. `gsm8k` and `math` extract an answer, and raise RecordError
        if there is none; `minerva` and `minerva-paper` raise it for `[invalidanswer]`.

    Raises:
        UsageError: If there is no normaliser of that name.
    """
    chain = [_named(name) for name in names.split("+")]
    return chain[0] if len(chain) == 1 else lambda text: reduce(lambda x, f: f(x), chain, text)


def _named(name: str) -> Callable[[str], str]:
    if name.startswith(SCHEME):
        return text_function(name.removeprefix(SCHEME))
    if name not in NORMALIZERS:
        known = [*NORMALIZERS, f"{SCHEME}MODULE:FUNCTION"]
        raise UsageError(f"There is no normaliser '{name}'; {nearest(name, known)}")
    return NORMALIZERS[name]
