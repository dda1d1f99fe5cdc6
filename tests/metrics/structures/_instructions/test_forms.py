"""Instructions about the form of a text; verdicts are those of lm-evaluation-harness 0.4.13."""

import pytest

from sacreval.metrics.structures._instructions.arguments import check_of
from sacreval.metrics.structures.instruction_checks import PREDICATES
from support.sizes import few

PARAGRAPHS, FIRST = (
    "length_constraints:number_paragraphs",
    "length_constraints:nth_paragraph_first_word",
)
PLACES, POST = "detectable_content:number_placeholders", "detectable_content:postscript"
BULLETS, MARKED = (
    "detectable_format:number_bullet_lists",
    "detectable_format:number_highlighted_sections",
)
SECTIONS, TITLE = "detectable_format:multiple_sections", "detectable_format:title"
JSON, TWO = "detectable_format:json_format", "combination:two_responses"
END, QUOTED = "startend:end_checker", "startend:quotation"


def first(word, place=1, count=1):
    return {"num_paragraphs": count, "nth_paragraph": place, "first_word": word}


@pytest.mark.parametrize(
    ("name", "text", "values", "verdict"),
    [
        (PARAGRAPHS, "a *** b\n***\nc", {"num_paragraphs": 3}, True),
        (PARAGRAPHS, "***\na\n***", {"num_paragraphs": 1}, True),
        (PARAGRAPHS, "a *** *** b", {"num_paragraphs": 2}, False),
        (PARAGRAPHS, "a\n\nb", {"num_paragraphs": 1}, True),
        (FIRST, "One.\n\n'Two, three", first("two", 2, 2), True),
        (FIRST, "One.\n\n'Two, three", first("two", 1, 2), False),
        (FIRST, "One.\n\n'Two, three", first("two", 2, 3), False),
        (FIRST, "\n\nOne", first("one"), False),  # a blank paragraph has a place
        (FIRST, "One\n\n", first("ONE"), True),
        (PLACES, "[a] [b\n] [[c]", {"num_placeholders": 2}, True),
        (PLACES, "[a] [b\n]", {"num_placeholders": 2}, False),
        (POST, "Bye.\np. s. more", {"postscript_marker": "P.S."}, True),
        (POST, "Bye.\nP.S more", {"postscript_marker": "P.S."}, False),
        (POST, "P.P.S more", {"postscript_marker": "P.P.S"}, True),
        (POST, "nota bene: x", {"postscript_marker": "Nota"}, True),
        (BULLETS, " * a\n- b\n** c\n*d*", {"num_bullets": 3}, True),
        (BULLETS, "* \n* x", {"num_bullets": 2}, True),
        (BULLETS, "*\n* x", {"num_bullets": 1}, True),  # whose mark is followed by a line end
        (BULLETS, "\n\n\n-a", {"num_bullets": 1}, True),
        (MARKED, "*a* **b**", {"num_highlights": 2}, True),
        (MARKED, "*a* ** **", {"num_highlights": 2}, False),
        (SECTIONS, "Section 1\na\nSection 2\nb",
         {"section_spliter": "Section", "num_sections": 2}, True),
        (SECTIONS, "section 1", {"section_spliter": "Section", "num_sections": 1}, False),
        (JSON, '```json\n{"a": 1}\n```', {}, True),
        (JSON, "{'a': 1}", {}, False),
        (JSON, "[" * 100_000, {}, False),
        (TITLE, "<<a>> b", {}, True),
        (TITLE, "<<\na>>", {}, False),
        (TITLE, "<< >>", {}, False),
        (TITLE, "<<>>", {}, False),
        (TITLE, "x >> <<a", {}, False),
        (TWO, "a ****** b", {}, True),
        (TWO, "******\na\n******\nb\n******", {}, True),
        (TWO, "a ****** a", {}, False),
        (TWO, "a ****** ****** b", {}, False),
        ("combination:repeat_prompt", " Say x. Yes", {"prompt_to_repeat": "say X. "}, True),
        ("combination:repeat_prompt", "Yes. Say x.", {"prompt_to_repeat": "Say x."}, False),
        (END, 'It ends "here now"', {"end_phrase": "Here now "}, True),
        (END, "It ends here now.", {"end_phrase": "here now"}, False),
        (QUOTED, ' "a" ', {}, True),
        (QUOTED, '"', {}, False),
        ("detectable_format:constrained_response", "So: My answer is maybe. Or", {}, True),
        ("detectable_format:constrained_response", "my answer is maybe.", {}, False),
        ("punctuation:no_comma", "a; b", {}, True),
        ("punctuation:no_comma", "a, b", {}, False),
    ],
)  # fmt: skip
def test_forms(name, text, values, verdict):
    """Parts and marks are found as by the official code."""
    assert check_of(name, values, PREDICATES).holds(text) is verdict


@few(1, "sign", ["[", "*", "<<", "\n", " ", "***", '"', "\n-", "a ****** "])
def test_long_texts(sign):
    """A million signs are checked without repeated searches."""
    values = {
        "num_paragraphs": 2, "num_placeholders": 3, "num_bullets": 2, "num_highlights": 2,
        "postscript_marker": "P.S.", "section_spliter": "Section", "num_sections": 2,
        "end_phrase": "a", "prompt_to_repeat": "a", "nth_paragraph": 1, "first_word": "a",
    }  # fmt: skip
    text = sign * (1_000_000 // len(sign)) + "x"
    for name, predicate in PREDICATES.items():
        if not predicate.needs and set(predicate.arguments) <= values.keys():
            given = {key: values[key] for key in predicate.arguments}
            assert check_of(name, given, PREDICATES).holds(text) in {True, False}
