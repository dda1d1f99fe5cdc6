"""Answers by plain rules: short ones, whole values, JSON, and what follows a model's reasoning."""

import json
from collections import Counter
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sacreval.errors import RecordError, UsageError
from sacreval.text.answers.answer_extractors import extractor
from sacreval.text.answers.json_values import (
    after_thinking,
    json_objects,
    json_value,
    parsed,
    parsed_boolean,
    parsed_list,
    parsed_number,
)
from sacreval.text.answers.short_answers import right_answers, score_answer, token_f1

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
PROSE = st.lists(st.sampled_from([*WORDS, "Result:", "so"]), max_size=6).map(" ".join)


@pytest.mark.parametrize(
    ("how", "text", "answer"),
    [
        ("first-line", "\n\n  Paris \nFrance", "Paris"),
        ("first-word", "**Positive**, I think", "Positive"),
        ("first-word", "-3 degrees", "-3"),
        ("first-word", "— C# it is", "C#"),
        ("first-word", "'don't'", "don't"),
        ("number", " 1e-3 ", "1e-3"),
        ("yes-no", "Yes, it is.", "yes"),
        ("list:,", "a, b,, c ", ["a", "b", "c"]),
        (r"list:\n", "a\n\nb", ["a", "b"]),
        ("list:<OR>", "London<OR>Paris", ["London", "Paris"]),
        ("list:,", "", []),
        ("closest-label:good,bad", "Bad.", "bad"),
        ("boxed+last-number", "so 7", "7"),
        ("boxed+last-number", r"3 or \boxed{4}", "4"),
        ("after-thinking:boxed+last-number", "1</think>2", "2"),
        ("last-number+regex:a+b", "aab", "aab"),
    ],
)  # fmt: skip
def test_answers(how, text, answer):
    """Each rule finds what its documentation says."""
    assert extractor(how)(text) == answer


@pytest.mark.parametrize(
    ("how", "text", "why"),
    [
        ("first-line", " \n ", "no line"),
        ("first-word", "... !", "no word"),
        ("number", "between 3 and 5", "several numbers"),
        ("number", "none", "no number"),
        ("yes-no", "maybe", "does not say yes or no"),
        ("boxed+last-number", "nothing", "no number"),
    ],
)
def test_no_answer(how, text, why):
    """An output without an answer is an error of its record."""
    with pytest.raises(RecordError, match=why):
        extractor(how)(text)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("list:", "needs a separator"),
        ("closest-label", "needs labels"),
        ("closest-label:a", "needs labels"),
        ("boxed+lastnumber", "did you mean 'last-number'"),
        ("py:mine", "write py:MODULE:FUNCTION"),
    ],
)
def test_wrong_names(how, said):
    """A wrong name or a missing argument is said when the extractor is made."""
    with pytest.raises(UsageError, match=said):
        extractor(how)


@pytest.mark.parametrize(
    ("references", "one", "two"),
    [(["The cat!", "the"], ["cat", ""], ["cat"]), ([], [""], [""]), (["a"], [""], [""])],
)
def test_right_answers(references, one, two):
    """Answers are normalised; 2.0 drops those that are then empty, and nothing is one answer."""
    assert right_answers(references, version="1.1") == one
    assert right_answers(references, version="2.0") == two


def test_answered_by_hand():
    """`cat sat` is not `cat`, and shares one word: F1 2 / 3, with the better of two answers."""
    assert score_answer("The cat sat", ["dog", "cat"], version="1.1") == (0.0, pytest.approx(2 / 3))
    assert score_answer("a Cat.", ["cat"], version="1.1") == (1.0, 1.0)


@pytest.mark.parametrize(("version", "f1"), [("1.1", 0.0), ("2.0", 1.0)])
def test_no_short_answer(version, f1):
    """An empty output equals an empty answer; its F1 is 0 in 1.1 and 1 in 2.0."""
    assert score_answer("", [""], version=version) == (1.0, f1)


def test_repeated_words():
    """`go go` and `go` share one of three words: 2 / 3."""
    assert token_f1("go go", "go", empty=0.0) == pytest.approx(2 / 3)


def test_f1_of_random_words():
    """F1 is that of counted words, also where all words or none are shared."""
    random = Random(9)
    seen = set()
    for _ in range(500):
        a, b = (" ".join(random.choices("abcd", k=random.randint(0, 3))) for _ in range(2))
        left, right = Counter(a.split()), Counter(b.split())
        total = left.total() + right.total()
        want = 2 * (left & right).total() / total if total else 0.25
        assert token_f1(a, b, empty=0.25) == want
        seen.add(want)
    assert {0.0, 0.25, 1.0} < seen


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3.5", 3.5), (" 42\n", 42), ("-2", -2), ("+1e-3", 0.001), (".5", 0.5), ("5.", 5.0),
        ("007", 7), ("1" * 500, None), ("٣", 3),
    ],
)  # fmt: skip
def test_numbers(text, number):
    """A text that is a number is that number; one too large for a float is infinite."""
    assert parsed_number(text) == (float("inf") if number is None else number)


@pytest.mark.parametrize(
    "text", ["", "abc", "1,5", "1,000", "1_000", "nan", "inf", "0x10", "1 2", "5%", "$5", "-", "."]
)
def test_no_numbers(text):
    """Separators, signs of units and special values are not guessed at."""
    assert parsed_number(text) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("False", False), (" YES ", True), ("no", False), ("1", None), ("y", None)],
)
def test_truth_values(text, value):
    """True, false, yes and no are read in any case, and nothing else."""
    assert parsed_boolean(text) is value


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ('["a", 1]', ["a", 1]), ("['a', 'b']", ["a", "b"]), ("[('a', 'b')]", [["a", "b"]]),
        ("[]", []), ("[laughs]", None), ("a, b", None), ('{"a": 1}', None), ("[" * 300, None),
        ("[__import__('os')]", None), ("[" * 5000 + "]" * 5000, None),
    ],
)  # fmt: skip
def test_lists(text, items):
    """Lists as JSON and Python write them are read; code and other texts are not."""
    assert parsed_list(text) == items


def test_any_value():
    """Any JSON is read, also with True of Python; other texts are None."""
    values = map(parsed, ['{"a": [1]}', "True", "+3", "x", ""])
    assert list(values) == [{"a": [1]}, True, 3, None, None]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("<think>\\boxed{1}</think>\\boxed{2}", "\\boxed{2}"),
        ("\\boxed{1}</think> <THINK>again</Think>\\boxed{2}", "\\boxed{2}"),
        ("[THINK]a[/THINK]b", "b"),
        ("no marks", "no marks"),
    ],
)
def test_dropped(text, rest):
    """What is before the last closing mark is dropped, with or without an opening one."""
    assert after_thinking(text) == rest


def test_not_closed():
    """Reasoning that is cut has no answer."""
    with pytest.raises(RecordError, match="not closed"):
        after_thinking("<think>\\boxed{1}")


def test_before_an_extractor():
    """`after-thinking:` may precede any extractor; alone it returns the rest."""
    assert extractor("after-thinking:boxed")("<think>\\boxed{1}</think>so \\boxed{2}") == "2"
    assert extractor("after-thinking:")("a</think>b") == "b"


def is_answer(value):
    """Return whether a value of JSON is an answer: neither null nor a blank text."""
    return value is not None and (not isinstance(value, str) or bool(value.strip()))


@pytest.mark.parametrize(("path", "text", "answer"), ANSWERS)
def test_the_answer(path, text, answer):
    """The last code fence counts before the text, objects before lists, and equal answers once."""
    assert extractor(f"json:{path}")(text) == answer


@pytest.mark.parametrize(("path", "text", "why"), NONE)
def test_no_json_answer(path, text, why):
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
