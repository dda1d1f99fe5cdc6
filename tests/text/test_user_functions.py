"""Functions of texts that the user names."""

import sys

import pytest

from sacreval.errors import RecordError, UsageError
from sacreval.text.answers.answers import extractor
from sacreval.text.normalize import normalizer
from sacreval.text.tokenizers import check, tokenized
from sacreval.text.user_functions import tokens_function, user_function

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
