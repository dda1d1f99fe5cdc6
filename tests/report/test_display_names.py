"""Names of scores as papers write them."""

from types import SimpleNamespace

import pytest

from sacreval.core.metric import metrics
from sacreval.report.display_names import display_names, written


def result(metric, output, signature="", **fields):
    about = {"alias": None, "renamed": None, "signature": signature or metric} | fields
    return SimpleNamespace(metric=metric, output=output, **about)


@pytest.mark.parametrize(
    ("output", "options", "name"),
    [
        ("bleu", {}, "BLEU"),
        ("bleu", {"max_ngram_order": 2}, "BLEU-2"),
        ("bleu", {"tokenize": "flores200"}, "spBLEU"),
        ("chrf", {}, "chrF2"),
        ("chrf", {"word_order": 2}, "chrF++"),
        ("chrf", {"beta": 1, "word_order": 1}, "chrF1+"),
        ("rouge1_f1", {}, "ROUGE-1 F1"),
        ("rougeLsum_recall", {}, "ROUGE-Lsum recall"),
        ("rougeSU4_f1", {}, "ROUGE-SU4 F1"),
        ("token_f1_f1", {}, "token F1"),
        ("token_f1_recall", {}, "token recall"),
        ("ndcg_at_10", {}, "nDCG@10"),
        ("pass_at_1", {}, "pass@1"),
        ("bertscore_f1", {}, "BERTScore F1"),
        ("wer_hits", {}, "WER hits"),
        ("exact_match", {}, "exact match"),
    ],
)
def test_names_of_the_field(output, options, name):
    """An identifier has the name that papers use, with what the options change in it."""
    assert written(output, options) == name


def test_what_users_name_stays():
    """Outputs of own metrics, judges and suites with names keep them."""
    for one in (
        result("py:mine:bleu", "bleu"),
        result("judge", "bleu"),
        result("bleu", "bleu", alias="old"),
        result("bleu", "bleu", renamed="bleu_score"),
    ):
        assert display_names([one]) == {"bleu": "bleu"}
    assert display_names([result("bleu", "bleu")]) == {"bleu": "BLEU"}
    several = [result("chrf", "chrf", "chrf|word_order:2"), result("ter", "ter")]
    assert display_names(several) == {"chrf": "chrF++", "ter": "TER"}


def test_aliases_in_a_run():
    """An output that a run calls by an alias has the name of the field, unless it is another's."""
    plain = result("chrf", "chrf")
    options = {"signature": "chrf|word_order:2", "alias": "chrfpp"}
    plus = result("chrf", "chrfpp", renamed="chrf", **options)
    assert display_names([plus, plain]) == {"chrfpp": "chrF++", "chrf": "chrF2"}
    assert display_names([result("chrf", "chrfpp_chrf", **options)]) == {"chrfpp_chrf": "chrF++"}
    again = result("rouge", "rouge-l_rougeL_f1", alias="rouge-l")
    found = display_names([result("rouge", "rougeL_f1"), again])
    assert found == {"rougeL_f1": "ROUGE-L F1", "rouge-l_rougeL_f1": "rouge-l_rougeL_f1"}


def test_no_name_stands_for_two():
    """Where two outputs would have one name, both keep their identifiers."""
    both = [result("max-f1", "max_f1"), result("max-f1", "max__f1")]
    found = display_names([*both, result("ter", "ter")])
    assert len(set(found.values())) == 3


def test_no_identifier_is_left():
    """The outputs of every metric that can be created here have names without underscores."""
    for name in metrics:
        try:
            outputs = metrics.get(name)().outputs
        except Exception:  # noqa: BLE001, S112 - it needs options, an extra or files
            continue
        assert not [x for x in outputs if "_" in written(x, {})], name
