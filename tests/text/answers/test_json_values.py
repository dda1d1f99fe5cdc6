"""JSON among other text: which value is the answer, and which texts have none."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sacreval.errors import RecordError
from sacreval.text.answers.answers import extractor
from sacreval.text.answers.json_values import json_objects, json_value

FENCED = '```json\n{"answer": 4}\n```'
ANSWERS = [
    ("answer", 'As source [1] says: {"answer": 4}', 4),
    ("answer", '{"answer": 4}\nUse {x} with care.', 4),
    ("answer", '{{"answer": 4}}', 4),
    ("answer", '{"answer": null} {"answer": 4}', 4),
    ("answer", '{"answer": 4} and again {"answer": 4}', 4),
    ("answer", f'For example {{"answer": 3}}.\n{FENCED}\nSee [2].', 4),
    ("answer", f'```json\n{{"answer": 3}}\n```\n{FENCED}', 4),
    ("answer", f"{FENCED}\n```sh\nls [a-z]*\n```", 4),
    ("answer", '```json\n{"answer": 4}', 4),
    ("answer", '<think>{"answer": 3, "answer": 2}</think>{"answer": 4}', 4),
    ("answer", '{"answer": "<think> ```"} [1]', "<think> ```"),
    ("length(answer)", '{"answer": 4} {"answer": "four"}', 4),
    ("[0]", 'As {"source": 1} says: [4]', 4),
    ("@", '[1] {"answer": 4}', {"answer": 4}),
    ("[].a", "[1] [{}]", []),
    ("@", "[]", []),
    ("@", "4", 4),
]
NONE = [
    ("answer", "no JSON", "contains no JSON"),
    ("answer", r"x^{} is \boxed{4} in f[]", "contains no JSON"),
    ("answer", '{"b": 4}', "nothing at answer"),
    ("answer", '{"b": {"answer": 4}}', "nothing at answer"),
    ("answer", '{"answer": 3} {"answer": 4}', "several different answers"),
    ("answer", '<think>{"answer": 4}', "reasoning is not closed"),
    ("answer", '{"answer": 4, "answer": 4}', "repeats a key"),
    ("answer", '{"answer": NaN}', "NaN, which is not a JSON number"),
    ("answer", '{"answer": 1e999}', "too large"),
    ("answer", '{"answer": "\\ud800"}', "half of a character"),
    ("answer", '{"answer":' * 2000 + "4" + "}" * 2000, "nested too deeply"),
]
WORDS = ["see [1]", "{x}", "[", "]", "{", "}", '"', "\\boxed{4}", "x^{}", "a[]", "\n", "`"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)


def is_answer(value):
    """Return whether a value of JSON is an answer: neither null nor a blank text."""
    return value is not None and (not isinstance(value, str) or bool(value.strip()))


PROSE = st.lists(st.sampled_from([*WORDS, "Result:", "so"]), max_size=6).map(" ".join)


@pytest.mark.parametrize(("path", "text", "answer"), ANSWERS)
def test_the_answer(path, text, answer):
    """The last code fence counts before the text, objects before lists, and equal answers once."""
    assert extractor(f"json:{path}")(text) == answer


@pytest.mark.parametrize(("path", "text", "why"), NONE)
def test_no_answer(path, text, why):
    """Several answers, cut reasoning, and what is not strictly JSON are no answer."""
    with pytest.raises(RecordError, match=why):
        extractor(f"json:{path}")(text)


@given(VALUES.filter(is_answer), PROSE, PROSE, st.booleans(), st.booleans())
@settings(max_examples=200, deadline=None)
def test_among_other_text(value, before, after, fenced, thought):
    """An object in any surroundings is read back equal, or there is no answer."""
    text = json.dumps({"answer": value})
    text = f"```json\n{text}\n```" if fenced else text
    draft = '<think>{"answer": 0} or {"answer": [</think>' if thought else ""
    with suppress(RecordError):
        assert extractor("json:answer")(f"{draft}{before} {text} {after}") == value
    assert extractor("json:answer")(f"See [1]. {draft}{text} Use {{x}}.") == value
    assert json_objects(f"See [1]. {draft}{text} Use {{x}}.") == [{"answer": value}]


def test_objects():
    """Objects inside of lists are objects, those inside of objects and of texts are not."""
    text = '[{"a": {"b": 1}}, [{"c": 2}], 3] "{" {"d": "{}"} {}'
    assert json_objects(text) == [{"a": {"b": 1}}, {"c": 2}, {"d": "{}"}]
    assert json_objects("{}") == [{}]


def test_whole_values():
    """A text that is JSON as a whole is its value; repeated keys are refused."""
    texts = ["4", ' {"a": [1]} ', "null", "x", '{"a": 1, "a": 1}', "[" * 100_000, "NaN", "1e999"]
    assert list(map(json_value, texts)) == [4, {"a": [1]}, None, None, None, None, None, None]


@pytest.mark.parametrize(
    "text",
    [
        *(piece * 100_000 for piece in ("[", "{", '{"a":', "[1,", '["', '{"a"', "[[1,2", "[ ")),
        "[" * 900 + "1," * 100_000,
        "[" * 900 + '"' + "x" * 100_000,
        '{"a":1,"a":1}' * 10_000,
    ],
    ids=lambda text: text[:6],
)
def test_brackets_that_begin_nothing(text):
    """Many brackets are read in bounded work: one that grew with their square would not end."""
    for find in (extractor("json:a"), json_objects):
        with suppress(RecordError, ValueError):
            assert find(text) == []
