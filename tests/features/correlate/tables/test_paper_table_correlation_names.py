"""Names of metrics in a table of correlations for a paper."""

import pytest

from sacreval.features.correlate.tables.paper_table import metric_names

CHRF = "chrf|char_order:6|word_order:2|beta:2|refs:1|sacreval:0.1.0"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("rouge1_f1_jk", "ROUGE-1 F1"),
        ("rougeLsum_recall", "ROUGE-Lsum recall"),
        ("rouge-l_f1", "ROUGE-L F1"),
        ("rouge-su4_precision", "ROUGE-SU4 precision"),
        ("bertscore_f1", "BERTScore F1"),
        ("METEOR", "METEOR"),
        ("embed_llama-refA", "embed_llama-refA"),
        ("BLEU-refA", "BLEU-refA"),
        ("chrf", "chrF"),
    ],
)
def test_one_name(name, shown):
    """Scores of sacreval and of SacreROUGE have the field's names, others their own."""
    assert metric_names([name], []) == {name: shown}


def test_options_of_signatures():
    """Options that a signature states are part of a name."""
    assert metric_names(["chrf", "bleu"], [CHRF]) == {"chrf": "chrF++", "bleu": "BLEU"}


def test_jackknifed_beside_the_same():
    """A jackknifed score beside the same without jackknifing says so."""
    names = ["bleu", "bleu_jk", "ter_jk"]
    shown = {"bleu": "BLEU", "bleu_jk": "BLEU (jackknifed)", "ter_jk": "TER"}
    assert metric_names(names, []) == shown


def test_two_of_one_name():
    """Two scores of one name keep their identifiers."""
    names = ["rouge-1_f1", "rouge1_f1", "ter"]
    shown = {"rouge-1_f1": "rouge-1_f1", "rouge1_f1": "rouge1_f1", "ter": "TER"}
    assert metric_names(names, []) == shown


def test_aliases_of_a_run():
    """Where a metric is there twice, the one that is named after an alias has its options."""
    plain = CHRF.replace("word_order:2", "word_order:0")
    shown = {"chrf": "chrF2", "chrfpp_jk": "chrF++"}
    assert metric_names(["chrf", "chrfpp_jk"], [CHRF, plain]) == shown
    assert metric_names(["rouge-l_rougeL_f1"], ["rouge|refs:1"]) == {
        "rouge-l_rougeL_f1": "ROUGE-L F1"
    }
