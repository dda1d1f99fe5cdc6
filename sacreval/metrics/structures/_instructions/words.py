"""Instructions about words, letters and languages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sacreval.metrics.structures._instructions import patterns
from sacreval.metrics.structures._instructions.arguments import (
    COUNT,
    LETTER,
    RELATION,
    WORD,
    WORDS,
    Predicate,
    compared,
)

_WORD = re.compile(r"\w+")


def _keywords(text: str, keywords: Sequence[str]) -> bool:
    return all(patterns.there(word, text) for word in keywords)


def _frequency(text: str, keyword: str, frequency: float, relation: str) -> bool:
    return compared(patterns.count(keyword.strip(), text), relation, frequency)


def _forbidden(text: str, forbidden_words: Sequence[str]) -> bool:
    return not any(patterns.there(rf"\b{word}\b", text) for word in forbidden_words)


def _letters(text: str, letter: str, let_frequency: float, let_relation: str) -> bool:
    return compared(text.lower().count(letter.strip().lower()), let_relation, let_frequency)


def _language(text: str, language: str) -> bool:
    return not any(map(str.isalpha, text)) or _detected(text) == language


def _words(text: str, num_words: float, relation: str) -> bool:
    return compared(len(_WORD.findall(text)), relation, num_words)


def _sentences(text: str, num_sentences: float, relation: str) -> bool:
    from sacreval.io.punkt import sentences

    return compared(len(sentences(text)), relation, num_sentences)


def _capitals(text: str, capital_frequency: float, capital_relation: str) -> bool:
    found = sum(word.isupper() for word in _tokens(text))
    return compared(found, capital_relation, capital_frequency)


def _all_capitals(text: str) -> bool:
    return text.isupper() and _detected(text.lower()) == "en"


def _no_capitals(text: str) -> bool:
    return text.islower() and _detected(text) == "en"


def _detected(text: str) -> str:
    from sacreval.text.language_detection import likeliest

    return likeliest(text)


def _tokens(text: str) -> list[str]:
    """Return the tokens of a text, as NLTK's word_tokenize splits them."""
    from sacreval.io.punkt import sentences

    return [token for sentence in sentences(text) for token in _tokenizer().tokenize(sentence)]


@lru_cache(maxsize=1)
def _tokenizer() -> Any:
    from nltk.tokenize.destructive import NLTKWordTokenizer

    return NLTKWordTokenizer()


WORD_PREDICATES: Mapping[str, Predicate] = {
    "keywords:existence": Predicate(_keywords, {"keywords": WORDS}),
    "keywords:frequency": Predicate(
        _frequency, {"keyword": WORD, "frequency": COUNT, "relation": RELATION}
    ),
    "keywords:forbidden_words": Predicate(_forbidden, {"forbidden_words": WORDS}),
    "keywords:letter_frequency": Predicate(
        _letters, {"letter": LETTER, "let_frequency": COUNT, "let_relation": RELATION}
    ),
    "language:response_language": Predicate(_language, {"language": WORD}, "language"),
    "length_constraints:number_words": Predicate(
        _words, {"num_words": COUNT, "relation": RELATION}
    ),
    "length_constraints:number_sentences": Predicate(
        _sentences, {"num_sentences": COUNT, "relation": RELATION}, "punkt"
    ),
    "change_case:capital_word_frequency": Predicate(
        _capitals, {"capital_frequency": COUNT, "capital_relation": RELATION}, "punkt"
    ),
    "change_case:english_capital": Predicate(_all_capitals, {}, "language"),
    "change_case:english_lowercase": Predicate(_no_capitals, {}, "language"),
}
