"""Sentences of texts, one text after the other."""

from sacreval.metrics.neural._sentences import files, split, split_each
from support import tiny_punkt

TEXT = "Mr. Fox sat.\n\nOn a mat"


def test_ways_of_splitting(monkeypatch, tmp_path):
    """Punkt knows abbreviations, the rule does not; lines end where the text has line breaks."""
    english = tiny_punkt.set_up(monkeypatch, tmp_path)
    assert split(TEXT, "punkt") == ("Mr. Fox sat.", "On a mat")
    assert split(TEXT, "rule") == ("Mr.", "Fox sat.", "On a mat")
    assert split(TEXT, "lines") == ("Mr. Fox sat.", "On a mat")
    assert split_each(["a. b", "", "c"], "rule") == ("a.", "b", "c")
    assert files("punkt") == (english,)
    assert files("rule") == files("lines") == ()
