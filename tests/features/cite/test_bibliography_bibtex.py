"""BibTeX of references."""

from sacreval.features.cite.bibliography import Entry, bibtex


def test_special_characters():
    """Characters that are special in LaTeX are escaped once, addresses are not."""
    entry = Entry("x", {"title": r"a_b & 5\% #1", "howpublished": "https://x.org/a_b"})
    assert r"{a\_b \& 5\% \#1}" in bibtex(entry)
    assert r"{\url{https://x.org/a_b}}" in bibtex(entry)


def test_addresses():
    """Addresses and DOIs are as they are, since styles set them."""
    made = bibtex(Entry("x", {"title": "T", "url": "https://x.org/a_b", "doi": "10.1/a_b"}))
    assert "  url = {https://x.org/a_b},\n  doi = {10.1/a_b}," in made
