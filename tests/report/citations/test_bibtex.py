"""BibTeX of references."""

from sacreval.report.citations.bibliography import Entry
from sacreval.report.citations.bibtex import bibtex


def test_special_characters():
    """Characters that are special in LaTeX are escaped once, addresses are not."""
    entry = Entry("x", {"title": r"a_b & 5\% #1", "howpublished": "https://x.org/a_b"})
    assert r"{a\_b \& 5\% \#1}" in bibtex(entry)
    assert r"{\url{https://x.org/a_b}}" in bibtex(entry)
