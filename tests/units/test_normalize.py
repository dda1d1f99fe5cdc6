"""Normalisers: what other tools' normalisers make of small texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacreval.text.normalize import NORMALIZERS, helm, squad

# lighteval 0.13.0 helm_normalizer and drop_normaliser, run 2026-11; "It's 5.50" differs on purpose,
# since lighteval strips the decimal point first and gives 550.0.
HELM = [
    ("half-baked the pie", "half baked pie"),
    ("U.S.A.", "usa"),
    ("1,000 apples", "1000.0 apples"),
    ("The  quick-brown Fox, a dog!", "quick brown fox dog"),
    ("5.50", "5.5"),
    ("1", "1.0"),
    ("twenty-one", "twenty one"),
    ("The 3rd, a cat", "3rd cat"),
    ("It's 5.50", "its 5.5"),
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


@pytest.mark.parametrize(("text", "want"), HELM)
def test_helm(text, want):
    """`helm` normalises as HELM-style scorers do."""
    assert helm(text) == want


@pytest.mark.parametrize(("text", "want"), SQUAD)
def test_squad(text, want):
    """`squad` normalises as SQuAD's script does."""
    assert squad(text) == want


@given(st.text(), st.sampled_from(sorted(NORMALIZERS)))
def test_total(text, name):
    """Every normaliser takes any text, and a second time changes nothing but numbers."""
    once = NORMALIZERS[name](text)
    assert isinstance(once, str)
    if name in {"none", "lower", "strip"}:
        assert NORMALIZERS[name](once) == once


@given(st.text())
def test_squad_words(text):
    """After `squad`, words are apart by single blanks and no article is left."""
    words = squad(text).split(" ")
    assert squad(text) == " ".join(squad(text).split())
    assert not {"a", "an", "the"} & set(words)
