"""Sentences are split by punkt, by rule or by lines."""

from sacreval.metrics.neural._sentences import files, split, split_each
from support import tiny_punkt


def test_ways_of_splitting(monkeypatch, tmp_path):
    """punkt knows abbreviations, the rule does not, and lines are sentences."""
    english = tiny_punkt.set_up(monkeypatch, tmp_path)
    text = "mr. cat sat. it is\n\nhere"
    assert split(text, "punkt")[0] == "mr. cat sat."
    assert split(text, "rule") == ("mr.", "cat sat.", "it is", "here")
    assert split(text, "lines") == ("mr. cat sat. it is", "here")
    assert split_each(["a. b", "c"], "rule") == ("a.", "b", "c")
    assert (files("punkt"), files("lines")) == ((english,), ())
