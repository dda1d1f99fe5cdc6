"""Sentences are NLTK's, with the parameters that are set up."""

import nltk
import pytest

from sacreval.errors import InputError, NotSetUpError
from sacreval.io import punkt
from support import tiny_punkt

TEXT = "Mr. Fox sat on 3.5 mats. A dog\nbarked! Nothing"


def test_sentences_are_those_of_nltk(monkeypatch, tmp_path):
    """They equal `nltk.sent_tokenize` with the same parameters."""
    tiny_punkt.set_up(monkeypatch, tmp_path)
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path / "nltk_data")])
    from nltk.tokenize import _get_punkt_tokenizer

    _get_punkt_tokenizer.cache_clear()
    expected = nltk.sent_tokenize(TEXT)
    _get_punkt_tokenizer.cache_clear()
    assert punkt.sentences(TEXT) == expected
    assert expected == ["Mr. Fox sat on 3.5 mats.", "A dog\nbarked!", "Nothing"]


def test_without_punkt(monkeypatch, tmp_path):
    """Without punkt the command that fetches it is named."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    monkeypatch.setenv("NLTK_DATA", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(NotSetUpError, match="run: sacreval setup-metric punkt"):
        punkt.sentences(TEXT)


def test_a_damaged_punkt(monkeypatch, tmp_path):
    """Damaged parameters are one sentence with the command that fetches them anew."""
    english = tiny_punkt.set_up(monkeypatch, tmp_path)
    (english / "ortho_context.tab").write_text("a\tb\tc\n")
    with pytest.raises(InputError, match="no parameters of punkt .*punkt --force"):
        punkt.sentences(TEXT)
