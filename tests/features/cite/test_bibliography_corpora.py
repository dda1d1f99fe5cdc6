"""References of corpora, from their recipes."""

import pytest

from sacreval.features.cite.bibliography import corpus_called, corpus_entry, corpus_label

pytestmark = pytest.mark.usefixtures("recipes_once")


def test_corpora():
    """An entry of a corpus has the families, year and title of its recipe, else its citation."""
    bagel, gsm8k, tac = map(corpus_entry, ("begin", "gsm8k", "tac2008"))
    assert bagel.fields["author"] == "Dziri and Rashkin and Linzen and Reitter"
    assert (gsm8k.short, gsm8k.fields["note"]) == ("Cobbe et al. 2021", "arXiv:2110.14168.")
    assert tac.fields["note"] == "Text Analysis Conference 2008, summarization track (NIST)."
    assert corpus_entry("wcep").short == "Gholipour Ghalandari et al. 2020"


def test_papers_of_the_bibliography():
    """A corpus has the authors and the journal that the bibliography has of its paper."""
    found = corpus_entry("fabbri2020")
    assert (found.key, found.type, found.short) == (
        "corpus-fabbri2020",
        "article",
        "Fabbri et al. 2021",
    )
    assert found.fields["author"].startswith("Fabbri, Alexander R. and ")
    longer = corpus_entry("wmt23").fields["title"]  # the recipe has it without its second half
    assert longer.endswith("Metrics Might Be Guilty but References Are Not Innocent")


def test_labels():
    """A corpus has its name in papers, where recipe and paper agree on it."""
    labels = [corpus_label(x) for x in ("fabbri2020", "xquad", "wmt23", "womens-clothing-reviews")]
    assert labels == ["SummEval", "XQuAD", "WMT23", "womens-clothing-reviews"]


def test_what_a_word_calls():
    """A corpus is found by its name or what papers call it, in any case; nothing else is."""
    assert corpus_called("fabbri2020") == "fabbri2020"
    assert corpus_called("SummEval") == corpus_called("summeval") == "fabbri2020"
    assert corpus_called("REALSumm") == "bhandari2020"
    assert corpus_called("WMT23") == "wmt23"
    for word in ("SummEval.json", "results/SummEval", "---", "opin"):
        assert corpus_called(word) is None
