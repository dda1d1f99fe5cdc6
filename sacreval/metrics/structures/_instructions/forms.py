"""Instructions about the form of a text: its parts, marks, beginning and end."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from sacreval.metrics.structures._instructions import patterns
from sacreval.metrics.structures._instructions.arguments import COUNT, WORD, Predicate

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
    return patterns.there(marker, text.lower())


def _bullets(text: str, num_bullets: float) -> bool:
    return sum(len(pattern.findall(text)) for pattern in _BULLETS) == num_bullets


def _constrained(text: str) -> bool:
    return any(answer in text for answer in _ANSWERS)


def _highlights(text: str, num_highlights: float) -> bool:
    found = (part for pattern in _HIGHLIGHTS for part in pattern.findall(text))
    return sum(bool(part.strip()) for part in found) >= num_highlights


def _sections(text: str, section_spliter: str, num_sections: float) -> bool:
    pattern = rf"\s?(?-i:{section_spliter.strip()})\s?\d+\s?"
    return patterns.count(pattern, text) >= num_sections


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
    found = [part.strip() for part in parts if part.strip()]
    return len(found) == 2 and found[0] != found[1]  # noqa: PLR2004


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
