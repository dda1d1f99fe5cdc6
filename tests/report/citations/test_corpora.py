"""References of corpora, from their recipes."""

from sacreval.report.citations.corpora import corpus_entry


def test_corpora():
    """An entry of a corpus has the families, year and title of its recipe, else its citation."""
    bagel, gsm8k, tac = map(corpus_entry, ("begin", "gsm8k", "tac2008"))
    assert bagel.fields["author"] == "Dziri and Rashkin and Linzen and Reitter"
    assert (gsm8k.short, gsm8k.fields["note"]) == ("Cobbe et al. 2021", "arXiv:2110.14168.")
    assert tac.fields["note"] == "Text Analysis Conference 2008, summarization track (NIST)."
    assert corpus_entry("wcep").short == "Gholipour Ghalandari et al. 2020"
