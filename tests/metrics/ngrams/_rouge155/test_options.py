"""Names of the measures of ROUGE-1.5.5."""

from sacreval.metrics.ngrams._rouge155.options import Measures, Reading


def test_names():
    """Measures are in the script's order, and have its names in its output."""
    found = Measures(2, rouge_l=True, weight=1.2, gap=4, skip="both")
    assert found.tags() == ("1", "2", "L", "W", "S4", "SU4")
    assert found.printed_names()[-3:] == ("ROUGE-W-1.2", "ROUGE-S4", "ROUGE-SU4")
    assert Measures(gap=-1, skip="both").printed_names() == ("ROUGE-S*", "ROUGE-SU*")
    assert Measures(3, elements="HM").printed_names() == ("ROUGE-BE-HM",)


def test_word_lists():
    """The kernel reads a word, or a form with its base, on each line."""
    reading = Reading(irregular={"geese": "goose"}, stop=frozenset({"the", "a"}))
    assert reading.irregular_lines() == b"geese\tgoose"
    assert reading.stop_lines() == b"a\nthe"
