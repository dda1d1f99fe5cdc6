"""Main outputs among scores in files: parts and jackknifed twins of others are left out."""

import pytest

from sacreval.features.correlate.data.main_outputs import INDEX, generate, main_outputs
from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row


def _data(*names, empty=(), of_reference=()):
    def row(system, kind):
        given = {
            n: None if n in empty or (n in of_reference and kind == "peer") else 1.0 for n in names
        }
        return Row(system, "1", kind, given, {}, "here")

    return score_set([row("a", "peer"), row("b", "peer"), row("human", "reference")])


def _chosen(*names, human_texts=False, **data):
    return main_outputs(_data(*names, **data), names, human_texts=human_texts)


def test_index():
    """The index is what the metrics say; the module writes it where it is run as a program."""
    assert INDEX.read_text(encoding="utf-8") == generate()


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("rouge1_f1", ["rouge1_precision", "rouge1_recall"]),
        ("rouge5_f1", ["rouge5_recall"]),
        ("wer", ["wer_hits", "wer_deletions"]),
        ("en_wer", ["en_wer_hits"]),
        ("bertscore_f1", ["bertscore_precision"]),
    ],
)
def test_parts_of_known_metrics(whole, parts):
    """Parts of sacreval's metrics are left out beside the main output, jackknifed or not."""
    assert _chosen(*parts, whole).names == [whole]
    twins = [f"{name}_jk" for name in (*parts, whole)]
    assert _chosen(*twins).names == [f"{whole}_jk"]


def test_each_type_of_rouge_is_a_metric():
    """ROUGE-1, ROUGE-2 and ROUGE-L are metrics of their own."""
    names = ["rouge1_f1", "rouge2_f1", "rougeL_f1"]
    assert _chosen(*names) == (names, None)


@pytest.mark.parametrize(
    "names", [["mine", "mine_precision", "mine_recall"], ["rouge1_recall"], ["a_wer", "wer_hits"]]
)
def test_other_scores_stay(names):
    """Scores of unknown metrics, and parts whose main output is not there, are metrics."""
    assert _chosen(*names) == (names, None)


def test_jackknifed_twins():
    """Jackknifed scores are used where human texts take part, and nowhere beside plain ones."""
    names = ["bleu", "bleu_jk", "chrf_jk", "mine", "rouge-1_f1", "rouge-1_jk_f1"]
    assert _chosen(*names).names == ["bleu", "chrf_jk", "mine", "rouge-1_f1"]
    assert _chosen(*names, human_texts=True).names == [
        "bleu_jk",
        "chrf_jk",
        "mine",
        "rouge-1_jk_f1",
    ]


def test_jackknifed_scores_that_systems_lack():
    """Plain scores are used where only human texts have jackknifed ones."""
    chosen = _chosen("bleu", "bleu_jk", human_texts=True, of_reference=["bleu_jk"])
    assert chosen.names == ["bleu"]


def test_jackknifed_scores_without_a_value():
    """A jackknifed score that nobody has is gone, without a word; a plain one stays."""
    assert _chosen("bleu", "bleu_jk", "mine", empty=["bleu_jk", "mine"]) == (["bleu", "mine"], None)


def test_note():
    """One line names what was left out, and how to have it."""
    names = ["rouge1_f1", "rouge1_precision", "rouge1_recall", "rouge1_f1_jk"]
    assert _chosen(*names).note == (
        "Left out: rouge1_precision, rouge1_recall (parts of other scores); rouge1_f1_jk "
        "(jackknifed). --metric NAME or --metric all has them."
    )
    assert _chosen("rouge1_f1").note is None
