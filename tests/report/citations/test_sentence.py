"""The sentences for the section on methods of a paper."""

from sacreval.report.citations.cited import cited
from sacreval.report.citations.sentence import latex, text


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
