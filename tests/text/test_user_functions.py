"""Functions, objects and patterns that the user names."""

import json
import re
import sys

import pytest

from sacreval.errors import NotSetUpError, RecordError, UsageError
from sacreval.text import timed_patterns
from sacreval.text.answers.answer_extractors import by_pattern, extractor
from sacreval.text.normalizers import normalizer
from sacreval.text.tokenizers import check, tokenized
from sacreval.text.user_functions import named, tokens_function, user_function

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
    for made in (user_function, tokens_function):
        made.cache_clear()
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
    ours = [(found.span(), found.groups()) for found in timed_patterns.matches(pattern, text)]
    assert ours == [(found.span(), found.groups()) for found in re.finditer(pattern, text)]


def test_time_is_limited(monkeypatch):
    """A search that takes too long is one sentence, whose advice fits this pattern too."""
    monkeypatch.setattr(timed_patterns, "SECONDS", 0.05)
    with pytest.raises(UsageError, match=r"more than 0.05 seconds on one text; .* unanchored \\s"):
        by_pattern(r"\s+$")(" " * 100_000 + "b")
