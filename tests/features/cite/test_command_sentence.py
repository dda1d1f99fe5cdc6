"""The sentences for the section on methods of a paper."""

import pytest

from sacreval.features.cite.cited import Cited, Statistic, cited
from sacreval.features.cite.command import latex, text


def test_text():
    """Metrics have their options, and each is cited by authors and year."""
    found = text(cited(["chrf++", "ter"]))
    assert "with word order 2" in found
    assert "Popović 2015" in found
    assert "TER (" in found
    assert found.endswith(".")


def test_latex():
    """In LaTeX keys are cited, and special characters are escaped."""
    found = latex(cited(["bleu"]))
    assert r"\citep{papineni2002" in found
    assert "%" not in found.replace(r"\%", "")


def test_percent_in_latex():
    """The beginning of a sentence is escaped too, so that a level does not begin a comment."""
    stated = Statistic("wilson", "Intervals (95 %) are computed by")
    found = Cited(sizes=["3 systems (n = 9)"], statistics=[stated])
    assert r"Intervals (95 \%) are computed by" in latex(found)
    assert "Intervals (95 %) are computed by" in text(found)


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("bootstrap-both", "the bootstrap over systems and inputs"),
        ("jackknife-z-systems", "the jackknife of Fisher's z over systems"),
        ("perm-inputs", "a permutation test that exchanges two metrics' scores of whole inputs"),
    ],
)
def test_methods_of_correlations_in_words(method, said):
    """Methods of correlations are named by what is drawn, and over what."""
    found = Cited(statistics=[Statistic(method, "Correlations are compared by", ("seed 1",))])
    assert f"Correlations are compared by {said}" in text(found)


def test_a_corpus_without_metrics():
    """A corpus stands between commas where metrics are not stated."""
    corpus = cited(["fabbri2020"]).corpora
    found = text(Cited(sizes=["3 systems and 9 inputs"], corpora=corpus))
    assert "for 3 systems and 9 inputs, on SummEval (Fabbri et al. 2021), are computed" in found
