"""JMESPaths, functions and patterns that the user names."""

import json
import re
import sys

import pytest

from sacreval.errors import InputError, NotSetUpError, RecordError, UsageError
from sacreval.text import timed_patterns
from sacreval.text.answers.answer_extractors import by_pattern, extractor
from sacreval.text.expressions import (
    MOST_CHARACTERS,
    MOST_PARTS,
    compiled,
    fields_of,
    first_fields,
    may_fail,
)
from sacreval.text.normalizers import normalizer
from sacreval.text.tokenizers import check, tokenized
from sacreval.text.user_functions import named, tokens_function, user_function


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("lenght(a)", "no function lenght"),
        ("a.join(' ', [lenght(b)])", "no function lenght"),
        ("length(a, b)", "length does not take 2 arguments"),
        ("|".join(["a", *["[@, @]"] * 40]), "repeats its data more than 1,000 times"),
        ("|".join(["a", *["join('', [@, @])"] * 40]), "repeats its data more than 1,000 times"),
        ("map(&" * 12 + "[@, @]" + ", [@, @])" * 12, "repeats its data more than 1,000 times"),
        ("a[::0]", "the step of a slice is 0"),
        ("a[?b > `1`].c[1:2:0]", "the step of a slice is 0"),
    ],
)
def test_wrong_paths(path, said):
    """Functions there are not, wrong numbers of arguments and steps of 0 are found."""
    with pytest.raises(UsageError, match=said):
        compiled(path, "--map")


def test_long_paths():
    """Expressions that name much, and repeat little, are no error."""
    assert compiled(" || ".join(f"a{i}.b[0]" for i in range(90)), "--map")({"a9": {"b": [1]}}) == 1
    assert compiled("a[*].{x: b, y: c} | [?x > `1`].y | [0]", "--map")({"a": []}) is None


@pytest.mark.parametrize(
    ("expression", "fields"),
    [
        ("meta.num1", ["meta"]),
        ("sources[0]", ["sources"]),
        ("join(' ', sources)", ["sources"]),
        ("[input, meta.input, input]", ["input", "meta"]),
        ("{a: meta.x, b: gold}", ["meta", "gold"]),
        ("choices[?gold].text | [0]", ["choices"]),
        ("sort_by(samples, &score)[-1]", ["samples"]),
        ("samples[].text", ["samples"]),
        ("meta.a || input", ["meta", "input"]),
        ("`1`", []),
        ("@", []),
        ("[0]", []),
    ],
)
def test_first_fields(expression, fields):
    """Fields of the data itself are listed, and not those of what they hold."""
    assert first_fields(expression) == fields


def applied(expression, data):
    return compiled(expression, "--map a=")(data)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("split(', ', a)", ["x", "Y "]),
        ("lower(a)", "x, y "),
        ("strip(a)", "x, Y"),
        ("replace(',', ';', a)", "x; Y "),
        ("map(&number(@), split(',', b))", [1, 2.5, None]),
        ("number(c)", 3),
        ("number(d)", None),
        ("yes_no(e)", True),
        ("yes_no(d)", True),
        ("yes_no(a)", None),
        ("length(a)", 5),
        ("join('-', split(', ', a))", "x-Y "),
        ("split(',', a) | [0]", "x"),
    ],
)
def test_values(expression, value):
    """Each function returns what its documentation says."""
    data = {"a": "x, Y ", "b": "1, 2.5,x", "c": 3, "d": True, "e": "Yes, it is"}
    assert applied(expression, data) == value


@pytest.mark.parametrize("name", ["split", "lower", "strip", "replace", "number", "yes_no"])
def test_null_for_null(name):
    """Each function of our own is null for null, so that a record without an output stays one."""
    first = {"split": "',', ", "replace": "'a', 'b', "}.get(name, "")
    assert applied(f"{name}({first}a)", {}) is None


@pytest.mark.parametrize(
    ("expression", "data", "said"),
    [
        ("split(b, a)", {"a": "x", "b": ""}, "separator of split is empty"),
        ("replace(b, 'x', a)", {"a": "x", "b": ""}, "looks for is empty"),
        ("lower(a)", {"a": 3}, 'received: "number"'),
        ("split(',', a)", {"a": "," * (MOST_PARTS + 1)}, "parts"),
        ("replace('a', a, a)", {"a": "a" * 5000}, f"{MOST_CHARACTERS:,} characters"),
        ("join(a, [a, a, a])", {"a": "a" * 3_000_000}, f"{MOST_CHARACTERS:,} characters"),
        (
            "map(&replace('a', @, @), a)",
            {"a": ["a" * 2000] * 3},
            f"{MOST_CHARACTERS:,} characters",
        ),
    ],
)  # fmt: skip
def test_limits(expression, data, said):
    """Empty separators, other types and results without bounds are errors of the input."""
    with pytest.raises(InputError, match=said):
        applied(expression, data)


def test_limits_are_of_one_record():
    """What functions made of one record does not count for the next."""
    search = compiled("replace('a', 'bbbb', a)", "--map a=")
    for _ in range(5):
        assert len(search({"a": "a" * 1_000_000})) == 4_000_000


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("split(a, ',')", r"write split\(SEPARATOR, TEXT\)"),
        ("replace(a, 'x', 'y')", r"write replace\(OLD, NEW, TEXT\)"),
        ("split(',')", "split does not take 1 arguments"),
        ("spilt(',', a)", "did you mean 'split'"),
    ],
)
def test_wrong_calls(expression, said):
    """Arguments in the order of other languages and misspelt names are said at once."""
    with pytest.raises(UsageError, match=said):
        compiled(expression, "--map a=")


def test_what_may_fail():
    """Expressions that may be null for a text are known, and the fields that they read."""
    assert may_fail("[number(a.b)]")
    assert not may_fail("lower(a)")
    assert fields_of("number(a.b) || c[0]") == {"a", "b", "c"}


CODE = """
from sacreval.errors import RecordError

LIMIT = 3

def last(text):
    return text.split()[-1] if text else None

def upper(text):
    return text.upper()

def length(text):
    return len(text)

def no_answer(text):
    raise RecordError("not here; look elsewhere")

def pairs(text):
    return [text, "a b"]
"""

KINDS = "py:MODULE:FUNCTION"


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A module of the user, in the working directory."""
    (tmp_path / "my_texts.py").write_text(CODE)
    monkeypatch.chdir(tmp_path)
    yield
    for function in (user_function, tokens_function):
        function.cache_clear()
    sys.modules.pop("my_texts", None)


@pytest.mark.usefixtures("mine")
def test_extractor_normaliser_and_tokenizer():
    """A function takes the place of a name, also among others."""
    assert extractor("py:my_texts:last")("the cat") == "cat"
    assert extractor("boxed+py:my_texts:last+first-word")("the cat") == "cat"
    assert extractor("py:my_texts:length")("abc") == 3
    assert normalizer("strip+py:my_texts:upper+lower")(" A ") == "a"
    assert tokenized("a B", "py:my_texts:upper", lowercase=True) == ["A", "B"]


@pytest.mark.usefixtures("mine")
def test_failures_concern_one_record():
    """Exceptions and results of another type are errors of the record."""
    for call, said in [
        (lambda: extractor("py:my_texts:last")(""), "returned None"),
        (lambda: extractor("py:my_texts:last")(" "), "raised IndexError"),
        (lambda: extractor("py:my_texts:no_answer")("a"), "^not here"),
        (lambda: normalizer("py:my_texts:length")("a"), "returned int"),
        (lambda: tokenized("a", "py:my_texts:length", lowercase=False), "no list of tokens"),
        (lambda: tokenized("a", "py:my_texts:pairs", lowercase=False), "no list of tokens"),
    ]:
        with pytest.raises(RecordError, match=said):
            call()


@pytest.mark.usefixtures("mine")
def test_what_is_no_function():
    """A name that cannot be called, or is not there, is refused before any record is read."""
    with pytest.raises(UsageError, match="is not a function"):
        check("py:my_texts:LIMIT")
    with pytest.raises(UsageError, match="has no 'lowre'"):
        normalizer("py:my_texts:lowre")
    with pytest.raises(UsageError, match="write py:MODULE:FUNCTION"):
        normalizer("py:my_texts")


def test_found():
    """The object is that of the module."""
    assert named("json:loads", KINDS) is json.loads


def test_working_directory(tmp_path, monkeypatch):
    """A module of the working directory is found."""
    (tmp_path / "own_names_of_a_test.py").write_text("found = 3")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", ["/nowhere", *__import__("sys").path])
    assert named("own_names_of_a_test:found", KINDS) == 3


@pytest.mark.parametrize(
    ("path", "kind", "said"),
    [
        ("json", UsageError, "py:json: write py:MODULE:FUNCTION"),
        ("a b:c", UsageError, "write py:MODULE:FUNCTION"),
        ("json:lods", UsageError, "json has no 'lods'; did you mean 'loads'"),
        ("own.py:f", UsageError, "name the module, not its file: py:own:f"),
        ("no_such_module_x:y", NotSetUpError, "install its package"),
        ("broken_names_of_a_test:y", NotSetUpError, r"cannot be imported \(ImportError: a b\)"),
    ],
)
def test_bad(path, kind, said, tmp_path, monkeypatch):
    """What is not there is a sentence of one line."""
    (tmp_path / "broken_names_of_a_test.py").write_text("raise ImportError('a\\nb')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(kind, match=said):
        named(path, KINDS)


@pytest.mark.parametrize(
    "pattern",
    [
        r"\d+", r"a{2}", r"a{2,}", r"x{,3}y", r"{e}", r"(?:cat){e<=1}", r"[{]", r"\{1}", r"a{e",
        r"a{1,2}{s}",         r"(?i)Answer: (\w+)", r"\\{d}", r"(?P<n>.)(?P=n)", r"^.$", r"\bé\b",
    ],
)  # fmt: skip
def test_matches_are_those_of_re(pattern):
    """Braces that are no quantifiers are letters, and all else is as `re` has it."""
    text = "aa ANSWER: xy {e} cat{e<=1} cst{e<=1} a{e a{1,2}{s} aaa{s} \\d 42 é {1} xxy y \\{d}"
    ours = [(match.span(), match.groups()) for match in timed_patterns.matches(pattern, text)]
    assert ours == [(match.span(), match.groups()) for match in re.finditer(pattern, text)]


def test_time_is_limited(monkeypatch):
    """A search that takes too long is one sentence, whose advice fits this pattern too."""
    monkeypatch.setattr(timed_patterns, "SECONDS", 0.05)
    with pytest.raises(UsageError, match=r"more than 0.05 seconds on one text; .* unanchored \\s"):
        by_pattern(r"\s+$")(" " * 100_000 + "b")
