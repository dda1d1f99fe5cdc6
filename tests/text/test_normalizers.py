"""Normalisers: what other tools' normalisers make of small texts."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacreval.core.options.docstrings import arguments
from sacreval.errors import RecordError
from sacreval.scoring.entries.wrapper_options import Wrapping
from sacreval.text.answers.value import value
from sacreval.text.normalizers import (
    ARTICLES,
    NORMALIZERS,
    PUNCTUATION,
    drop,
    helm_lighteval,
    squad,
)
from support.mirror import CHECKOUT
from support.texts import text

# lighteval 0.13.0, helm_normalizer and drop_normaliser, which part over decimal points.
HELM = [
    ("half-baked the pie", "half baked pie"),
    ("U.S.A.", "usa"),
    ("1,000 apples", "1000.0 apples"),
    ("The  quick-brown Fox, a dog!", "quick brown fox dog"),
    ("1", "1.0"),
    ("twenty-one", "twenty one"),
    ("The 3rd, a cat", "3rd cat"),
]
# fmeval 1.2.3 normalize_text, and SQuAD's evaluate-v1.1.py, which agree on these.
SQUAD = [
    ("Amazon.com, Inc.", "amazoncom inc"),
    ("a b", "b"),
    ("The An A the", ""),
    ("state-of-the-art", "stateoftheart"),
    (" Quentin   Tarantino\t", "quentin tarantino"),
    ("theatre another a.", "theatre another"),
    ("«Été» – l’eau", "«été» – l’eau"),
    ("naïve\u00a0the\u2003café", "naïve café"),
]


@pytest.mark.parametrize(("text", "want"), [*HELM, ("5.50", "5.5"), ("It's 5.50", "its 5.5")])
def test_drop(text, want):
    """`drop` normalises as DROP's script does, and keeps decimal points."""
    assert drop(text) == want


@pytest.mark.parametrize(("text", "want"), [*HELM, ("5.50", "550.0"), ("It's 5.50", "its 550.0")])
def test_helm_lighteval(text, want):
    """`helm_lighteval` normalises as lighteval does, decimal points lost."""
    assert helm_lighteval(text) == want


@pytest.mark.parametrize(("text", "want"), SQUAD)
def test_squad(text, want):
    """`squad` normalises as SQuAD's script does."""
    assert squad(text) == want


@given(st.text(), st.sampled_from(sorted(NORMALIZERS)))
def test_total(text, name):
    """Every normaliser takes any text, or says that it holds no answer."""
    try:
        once = NORMALIZERS[name](text)
    except RecordError:
        assert name in {"gsm8k", "math", "minerva", "minerva-paper"}
        return
    assert isinstance(once, str)
    if name in {"none", "lower", "strip"}:
        assert NORMALIZERS[name](once) == once


def test_each_is_documented():
    """Every normaliser stands in the table of docs/tasks.md, and in the help of --normalize."""
    docs = (CHECKOUT / "docs" / "tasks.md").read_text(encoding="utf-8")
    table = docs.partition("## Normalisers")[2].partition("## ")[0]
    words = {word for line in table.splitlines() for word in line.split("|")[1:2]}
    named = set(" ".join(words).replace("`", "").split())
    plain = {name for name in NORMALIZERS if not name.startswith("multilingual-")}
    assert plain <= named
    help_text = arguments(Wrapping)["normalize"]
    assert all(name in help_text for name in plain - {"helm-lighteval"})


@given(st.text())
def test_squad_words(text):
    """After `squad`, words are apart by single blanks and no article is left."""
    words = squad(text).split(" ")
    assert squad(text) == " ".join(squad(text).split())
    assert not {"a", "an", "the"} & set(words)


@pytest.mark.parametrize(
    ("texts", "want"),
    [
        ([r"\frac{1}{2}", "0.5", "1/2", r"50\%", "$.5$", r"\dfrac12", "2^{-1}", "x = 0.5"], "0.5"),
        ([r"1\frac{1}{2}", "1.50", "3/2", r"\frac{3}{2}", "1+1/2"], "1.5"),
        ([r"\sqrt{4}", "2", "2.0", r"\sqrt[3]{8}", r"4^{\frac{1}{2}}", r"10\div5"], "2"),
        ([r"2\pi", r"2\cdot\pi", r"\pi\times2", "(1+1)\\pi"], "6.28318530718"),
        (["-4", "-2^2", "-(2)(2)", "6-10"], "-4"),
        (["1,234", "1234", "$1234$", r"\$1,234"], "1234"),
        (["-0", "0.0", "0/5"], "0"),
        (["1234567890123456", "1,234,567,890,123,456.0"], "1234567890123456"),
    ],
)
def test_values(texts, want):
    """Formulas that come to one number are written alike."""
    assert {value(text) for text in texts} == {want}


@pytest.mark.parametrize(
    "text",
    [
        "Friday", "3x", "1,2", "(1,2)", "[1,2)", "2 3", "5%3", "3$4", "3 $ 4", r"3\$4", r"1\!2",
        "1/0", "9^9^9^9", "10^400", "(-1)^{0.5}",
        r"\sqrt{-1}", "(1", "1)", "^2", "", "__import__('os')", "(" * 99 + "1", "5 cm", "1e5",
        "1" * 101, "12345678901234567", "-" * 100, r"\frac" * 19, "1_000",
    ],
)  # fmt: skip
def test_no_values(text):
    """What is no closed formula of a real number stays as it is."""
    assert value(text) == text


@given(st.text(alphabet="0123456789.,+-*/^(){}[] \\fracsqtpi%$", max_size=110))
def test_values_of_anything(text):
    """Any text has a value in no time, and a value is its own value, but for the last digits."""
    once = value(text)
    assert value(once) == once


def searched_squad(text):
    """SQuAD's script, which searches for articles in every text."""
    return " ".join(ARTICLES.sub(" ", text.lower().translate(PUNCTUATION)).split())


def searched_words(text, *, keep_numbers):
    """DROP's script, which tries to read every word as a number and searches for articles."""

    def number(word):
        try:
            return str(float(word))
        except ValueError:
            return None

    words = []
    for part in re.split(r"[ -]", text):
        word = part.lower()
        word = word if keep_numbers and number(word) else word.translate(PUNCTUATION)
        words.append(ARTICLES.sub(" ", number(word) or word).strip())
    return " ".join(" ".join(words).split())


def test_without_a_search():
    """Random texts are normalised as by searching for articles and numbers everywhere."""
    random = Random(8)
    odd = [
        "inf",
        "-nan",
        "Infinity",
        "NaN",
        "\u0663",
        "\u00b2",
        "a_b",
        "The-a",
        "\u0391\u03a3",
        "an1",
    ]
    for _ in range(3000):
        answer = text(random, 8) + " ".join(random.choices(odd, k=random.randint(0, 3)))
        assert squad(answer) == searched_squad(answer), answer
        assert drop(answer) == searched_words(answer, keep_numbers=True), answer
        assert helm_lighteval(answer) == searched_words(answer, keep_numbers=False), answer
