"""Laws of all extractors and of all functions of expressions."""

import random
from contextlib import suppress

import pytest

from sacreval.errors import SENTENCE, InputError, RecordError
from sacreval.scoring.entries.wrapper_options import Wrapping
from sacreval.text.answers.answer_extractors import (
    EXTRACTORS,
    NONE,
    WITH_ARGUMENT,
    WRITTEN,
    extractor,
)
from sacreval.text.expressions import OWN, OwnFunctions, compiled
from sacreval.text.normalizers import NORMALIZERS, normalizer
from sacreval.text.tokenizers import TOKENIZERS
from support.mirror import CHECKOUT
from support.program import ends

ARGUMENTS = {
    "regex": "regex:(a+)",
    "json": "json:a",
    "list": "list:;",
    "closest-label": "closest-label:good,bad",
    "after-thinking": "after-thinking:last-number",
    "py": "py:string:capwords",
}
SPECS = [*EXTRACTORS, *ARGUMENTS.values(), "boxed+yes-no+number"]
PIECES = [
    "yes", "no", "42", "-3.5", "1,000", "$", "\\boxed{", "}", "####", "The answer is", "A",
    "(B)", "\n", " ", "\t", ";", "[", "]", '"', "{", '"a": 1', "é", "日本", "\u200f", "\x00",
    "</think>", ".",
]  # fmt: skip
PAGE = (CHECKOUT / "docs" / "values.md").read_text()


def texts(seed, count=200):
    """Draw texts of pieces that extractors look for."""
    draw = random.Random(seed)
    return ["".join(draw.choices(PIECES, k=draw.randrange(12))) for _ in range(count)]


def test_arguments_are_complete():
    """Every extractor with an argument has an example here, and is written out in messages."""
    assert ARGUMENTS.keys() == WITH_ARGUMENT.keys() == WRITTEN.keys()


@pytest.mark.parametrize("spec", SPECS)
def test_an_answer_or_a_record_error(spec):
    """An extractor finds the same answer each time, or none, whatever the text."""

    def found(text):
        try:
            return extractor(spec)(text)
        except RecordError as error:
            return f"none: {error}"

    for text in texts(spec):
        assert found(text) == found(text)
        assert isinstance(found(text), str | list | int | float | bool | dict)
        assert len(str(found(""))) < SENTENCE


@pytest.mark.long
@pytest.mark.parametrize("spec", SPECS)
def test_time_grows_with_length(spec):
    """The time that a text takes grows with its length, not with its square."""
    for piece in ("1", "a", "\n", "answer: ", "\\boxed{", "yes no ", ";", "[", "A "):
        with ends(), suppress(RecordError):
            extractor(spec)(piece * 50_000)


def test_extractors_are_documented():
    """Each extractor is in --help and on the page of values."""
    for name in (*EXTRACTORS, *WRITTEN.values()):
        head, colon, _ = name.partition(":")
        assert f"{head}{colon}" in (Wrapping.__doc__ or "")
        assert name == NONE or f"`{head}{colon}" in PAGE


def test_functions_are_documented():
    """Each function of our own is on the page of values, with its arguments."""
    assert [name for name in OWN if f"`{name}(" not in PAGE] == []


def test_functions_of_jmespath_are_kept():
    """All functions of JMESPath are there beside our own."""
    from jmespath.functions import Functions

    assert OwnFunctions.FUNCTION_TABLE.keys() == Functions.FUNCTION_TABLE.keys() | {*OWN}


@pytest.mark.parametrize("name", OWN)
def test_functions_refuse_in_one_sentence(name):
    """A function returns a value of JSON for any value, or one sentence says why it does not."""
    first = {"split": "',', ", "replace": "'a', 'b', "}.get(name, "")
    call = compiled(f"{name}({first}a)", "--map x=")
    for value in (None, True, 1, 2.5, "x", "", [], ["a"], {}, {"a": 1}):
        refused = []
        try:
            found = call({"a": value})
        except InputError as error:
            refused, found = [str(error)], None
        assert isinstance(found, str | list | int | float | bool | None), value
        assert all(len(sentence) < SENTENCE for sentence in refused), value


def test_normalisers_return_texts():
    """A normaliser returns a text or refuses the record, whatever the text."""
    for name in NORMALIZERS:
        for text in texts(name, 50):
            with suppress(RecordError):
                assert isinstance(normalizer(name)(text), str), (name, text)


def test_tokenizers_are_in_the_help(cli):
    """--help of a metric with tokenizers names each."""
    shown = cli("evaluate", "bleu", "--help").out
    assert [name for name in TOKENIZERS if name not in shown] == []
