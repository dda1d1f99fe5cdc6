"""Instructions about the words and the form of a text, by NAME with arguments or in YAML files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sacreval.core.options.field_types import TEXT, TEXTS, Kind
from sacreval.core.options.specs import split_spec, write_spec
from sacreval.errors import InputError, RecordError, UsageError, nearest, shortened
from sacreval.text.timed_patterns import REMEDY

COUNT = Kind(
    "a whole number from 0",
    lambda v: (type(v) is int or (type(v) is float and v.is_integer())) and v >= 0,
)
RELATION = Kind("`less than` or `at least`", lambda v: v in ("less than", "at least"))
LETTER = Kind("one character", lambda v: isinstance(v, str) and len(v.strip()) == 1)
WORD = Kind("text that is not empty", lambda v: TEXT.accepts(v) and bool(v.strip()))
WORDS = Kind("a list of texts that are not empty", lambda v: TEXTS.accepts(v) and all(v))


class Predicate(NamedTuple):
    """An instruction that can be checked.

    Args:
        holds: Returns whether a text follows it, from the text and the arguments by name.
        arguments: Name of each argument to its type; all are required.
        needs: What must be set up: `punkt`, `language`, or nothing.
    """

    holds: Callable[..., bool]
    arguments: Mapping[str, Kind] = {}
    needs: str = ""


class Check(NamedTuple):
    """An instruction with its arguments.

    Args:
        name: Its name, such as `punctuation:no_comma`.
        predicate: What is checked.
        values: The arguments.
    """

    name: str
    predicate: Predicate
    values: Mapping[str, Any]

    def holds(self, text: str) -> bool:
        """Return whether a text follows the instruction; one without a visible character never."""
        return bool(text.strip()) and self.predicate.holds(text, **self.values)


def check_of(name: Any, values: Any, known: Mapping[str, Predicate]) -> Check:
    """Return a check; arguments that are null are not there, as in the data set of IFEval."""
    if not isinstance(name, str) or name not in known:
        raise UsageError(
            f"there is no instruction '{shortened(str(name))}'; {nearest(str(name), known)}"
        )
    if not isinstance(values or {}, Mapping):
        raise UsageError(f"the arguments of {name} are no object; write name and value of each")
    predicate = known[name]
    arguments = {key: value for key, value in (values or {}).items() if value is not None}
    for key in arguments:
        if key not in predicate.arguments:
            raise UsageError(
                f"{name} has no argument '{shortened(str(key))}'; "
                f"{nearest(str(key), predicate.arguments)}"
            )
    for key, kind in predicate.arguments.items():
        if not kind.accepts(arguments.get(key)):
            raise UsageError(f"{name} needs {key}, {kind.description}; add or correct it")
    return Check(name, predicate, arguments)


def compared(count: int, relation: str, threshold: float) -> bool:
    """Return whether a count is less than a threshold, or at least as large."""
    return count < threshold if relation == "less than" else count >= threshold


def resolved(specs: Sequence[str]) -> tuple[str, ...]:
    """Return specs of checks, those of YAML files in their place."""
    return tuple(
        spec for text in specs for spec in (_listed(text[1:]) if text[:1] == "@" else [text])
    )


def of_spec(spec: str, known: Mapping[str, Predicate]) -> Check:
    """Return the check of a spec."""
    name, values = split_spec(spec)
    return check_of(name, values, known)


def _listed(path: str) -> Iterator[str]:
    from sacreval.io.formats.yaml_files import read

    data = read(path).data
    if not isinstance(data, list) or not data:
        raise InputError(
            f"{path}: no list of checks; write one a line, as in '- punctuation:no_comma'"
        )
    for i, check in enumerate(data, 1):
        name, values = check, None
        if isinstance(check, Mapping) and len(check) == 1:
            [(name, values)] = check.items()
        if not isinstance(name, str) or not isinstance(values or {}, Mapping):
            raise InputError(
                f"{path}: check {i} is neither a name nor a name with arguments; write "
                "'- length_constraints:number_words: {num_words: 10, relation: at least}'"
            )
        try:
            yield write_spec(name, {str(key): value for key, value in (values or {}).items()})
        except (TypeError, UsageError) as error:
            raise InputError(
                f"{path}: check {i}: {error}; write texts, numbers and lists"
            ) from None


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
    return len(responses) == 2 and responses[0] != responses[1]


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
