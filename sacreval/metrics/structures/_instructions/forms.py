"""Instructions about the words and the form of a text, checked within a time limit."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sacreval.errors import RecordError, shortened
from sacreval.metrics.structures._instructions.files import (
    COUNT,
    LETTER,
    RELATION,
    WORD,
    WORDS,
    Predicate,
    compared,
)
from sacreval.text.timed_patterns import REMEDY

SECONDS = 5.0  # for one search; a sound pattern takes microseconds


def count(pattern: str, text: str) -> int:
    """Return the number of matches of a pattern, whatever their case."""
    return sum(1 for _ in _each(pattern, text))


def there(pattern: str, text: str) -> bool:
    """Return whether a pattern matches somewhere in a text, whatever its case."""
    return next(iter(_each(pattern, text)), None) is not None


def _each(pattern: str, text: str) -> Any:
    try:
        yield from _compiled(pattern).finditer(text, timeout=SECONDS)
    except TimeoutError:
        raise RecordError(
            f"the pattern '{shortened(pattern, 60)}' of an instruction takes more than {SECONDS:g} "
            f"seconds; {REMEDY}"
        ) from None


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> Any:
    import regex

    try:
        return regex.compile(pattern, regex.VERSION0 | regex.IGNORECASE)
    except Exception as error:  # noqa: BLE001 - hostile patterns raise many kinds
        reason = " ".join(str(error).split())
        raise RecordError(
            f"'{shortened(pattern, 60)}' of an instruction is not a regular expression ({reason}); "
            "correct it"
        ) from None


_WORD = re.compile(r"\w+")


def _keywords(text: str, keywords: Sequence[str]) -> bool:
    return all(there(word, text) for word in keywords)


def _frequency(text: str, keyword: str, frequency: float, relation: str) -> bool:
    return compared(count(keyword.strip(), text), relation, frequency)


def _forbidden(text: str, forbidden_words: Sequence[str]) -> bool:
    return not any(there(rf"\b{word}\b", text) for word in forbidden_words)


def _letters(text: str, letter: str, let_frequency: float, let_relation: str) -> bool:
    return compared(text.lower().count(letter.strip().lower()), let_relation, let_frequency)


def _language(text: str, language: str) -> bool:
    return not any(map(str.isalpha, text)) or _detected(text) == language


def _words(text: str, num_words: float, relation: str) -> bool:
    return compared(len(_WORD.findall(text)), relation, num_words)


def _sentences(text: str, num_sentences: float, relation: str) -> bool:
    from sacreval.io.resources import sentences

    return compared(len(sentences(text)), relation, num_sentences)


def _capitals(text: str, capital_frequency: float, capital_relation: str) -> bool:
    capitals = sum(word.isupper() for word in _tokens(text))
    return compared(capitals, capital_relation, capital_frequency)


def _all_capitals(text: str) -> bool:
    return text.isupper() and _detected(text.lower()) == "en"


def _no_capitals(text: str) -> bool:
    return text.islower() and _detected(text) == "en"


def _detected(text: str) -> str:
    from sacreval.text.language_detection import likeliest

    return likeliest(text)


def _tokens(text: str) -> list[str]:
    """Return the tokens of a text, as NLTK's word_tokenize splits them."""
    from sacreval.io.resources import sentences

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


_DIVIDER = re.compile(r"\s?\*\*\*\s?")
_BULLETS = (
    re.compile(r"^[^\S\n]*\*[^*].*$", re.MULTILINE),
    re.compile(r"^[^\S\n]*-.*$", re.MULTILINE),
)
_HIGHLIGHTS = (re.compile(r"\*([^\n*]*)\*"), re.compile(r"\*\*([^\n*]*)\*\*"))
_FENCES = ("```json", "```Json", "```JSON", "```")
_POSTSCRIPTS = {"P.P.S": r"p\.\s?p\.\s?s", "P.S.": r"p\.\s?s\."}
_ANSWERS = ("My answer is yes.", "My answer is no.", "My answer is maybe.")
_STOPS = frozenset(".,?!'\"")


def _paragraphs(text: str, num_paragraphs: float) -> bool:
    parts = _DIVIDER.split(text)
    if any(not part.strip() for part in parts[1:-1]):
        return False
    ends = [parts[0], parts[-1]] if len(parts) > 1 else parts
    return len(parts) - sum(not part.strip() for part in ends) == num_paragraphs


def _first_word(text: str, num_paragraphs: float, nth_paragraph: float, first_word: str) -> bool:
    """Check the first word of a paragraph; blank paragraphs have a place, but do not count."""
    parts = text.split("\n\n")
    count = sum(bool(part.strip()) for part in parts)
    if not 1 <= nth_paragraph <= count or count != num_paragraphs:
        return False
    part = parts[int(nth_paragraph) - 1].strip()
    if not part:
        return False
    word = part.split()[0].lstrip("'").lstrip('"')
    end = next((i for i, letter in enumerate(word) if letter in _STOPS), len(word))
    return word[:end].lower() == first_word.lower()


def _placeholders(text: str, num_placeholders: float) -> bool:
    return sum(map(_in_brackets, text.split("\n"))) >= num_placeholders


def _in_brackets(line: str) -> int:
    """Count what is in square brackets, each from the first open bracket to the next closed one."""
    count, at = 0, 0
    while (start := line.find("[", at)) >= 0 and (end := line.find("]", start)) >= 0:
        count, at = count + 1, end + 1
    return count


def _postscript(text: str, postscript_marker: str) -> bool:
    marker = _POSTSCRIPTS.get(postscript_marker, postscript_marker.lower())
    return there(marker, text.lower())


def _bullets(text: str, num_bullets: float) -> bool:
    return sum(len(pattern.findall(text)) for pattern in _BULLETS) == num_bullets


def _constrained(text: str) -> bool:
    return any(answer in text for answer in _ANSWERS)


def _highlights(text: str, num_highlights: float) -> bool:
    parts = (part for pattern in _HIGHLIGHTS for part in pattern.findall(text))
    return sum(bool(part.strip()) for part in parts) >= num_highlights


def _sections(text: str, section_spliter: str, num_sections: float) -> bool:
    pattern = rf"\s?(?-i:{section_spliter.strip()})\s?\d+\s?"
    return count(pattern, text) >= num_sections


def _json(text: str) -> bool:
    text = text.strip()
    for fence in _FENCES:
        text = text.removeprefix(fence)
    try:
        json.loads(text.removesuffix("```").strip())
    except (ValueError, RecursionError):
        return False
    return True


def _title(text: str) -> bool:
    return any(map(_has_title, text.split("\n")))


def _has_title(line: str) -> bool:
    start, end = line.find("<<"), line.rfind(">>")
    title = line[start : end + 2] if 0 <= start <= end - 3 else ""
    return bool(title.lstrip("<").rstrip(">").strip())


def _two_responses(text: str) -> bool:
    parts = text.split("******")
    if any(not part.strip() for part in parts[1:-1]):
        return False
    responses = [part.strip() for part in parts if part.strip()]
    return len(responses) == 2 and responses[0] != responses[1]  # noqa: PLR2004


def _repeats(text: str, prompt_to_repeat: str) -> bool:
    return text.strip().lower().startswith(prompt_to_repeat.strip().lower())


def _ends(text: str, end_phrase: str) -> bool:
    return text.strip().strip('"').lower().endswith(end_phrase.strip().lower())


def _quoted(text: str) -> bool:
    text = text.strip()
    return len(text) > 1 and text[0] == text[-1] == '"'


def _no_comma(text: str) -> bool:
    return "," not in text


FORM_PREDICATES: Mapping[str, Predicate] = {
    "length_constraints:number_paragraphs": Predicate(_paragraphs, {"num_paragraphs": COUNT}),
    "length_constraints:nth_paragraph_first_word": Predicate(
        _first_word, {"num_paragraphs": COUNT, "nth_paragraph": COUNT, "first_word": WORD}
    ),
    "detectable_content:number_placeholders": Predicate(_placeholders, {"num_placeholders": COUNT}),
    "detectable_content:postscript": Predicate(_postscript, {"postscript_marker": WORD}),
    "detectable_format:number_bullet_lists": Predicate(_bullets, {"num_bullets": COUNT}),
    "detectable_format:constrained_response": Predicate(_constrained),
    "detectable_format:number_highlighted_sections": Predicate(
        _highlights, {"num_highlights": COUNT}
    ),
    "detectable_format:multiple_sections": Predicate(
        _sections, {"section_spliter": WORD, "num_sections": COUNT}
    ),
    "detectable_format:json_format": Predicate(_json),
    "detectable_format:title": Predicate(_title),
    "combination:two_responses": Predicate(_two_responses),
    "combination:repeat_prompt": Predicate(_repeats, {"prompt_to_repeat": WORD}),
    "startend:end_checker": Predicate(_ends, {"end_phrase": WORD}),
    "startend:quotation": Predicate(_quoted),
    "punctuation:no_comma": Predicate(_no_comma),
}
