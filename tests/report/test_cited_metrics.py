"""How a paper names a metric."""

import pytest

from sacreval.core.metric import metrics
from sacreval.report.cited_metrics import in_words, is_known, label, named, owner, used


def test_used():
    """Options that differ from the defaults are named, and versions of libraries."""
    found = used("chrf|char_order:6|word_order:2|refs:1|sacreval:0.1.0|sacrebleu:2.6.0")
    assert found.metric == "chrf"
    assert found.options == ("word order 2",)
    assert dict(found.libraries)["sacrebleu"] == "2.6.0"
    assert used(metrics.get("chrf")().signature()).options == ()


@pytest.mark.parametrize(("name", "text"), [("bleu", "BLEU"), ("chrf", "chrF"), ("ter", "TER")])
def test_label(name, text):
    """A metric has its name in the field."""
    assert label(metrics.get(name)) == text


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        ("chrf", {}, "chrF"),
        ("chrf", {"word_order": 2}, "chrF++"),
        ("bleu", {"max_ngram_order": 1}, "BLEU-1"),
        ("rouge", {}, "ROUGE-N, ROUGE-L and ROUGE-Lsum"),
        ("rouge", {"types": ["1", "L"]}, "ROUGE-1 and ROUGE-L"),
    ],
)
def test_options_in_names(name, options, text):
    """Options that change the name of a metric in papers are in its label."""
    assert named(name, options).label == text
    assert not any(one.startswith("types") for one in named(name, options).options)
    assert used(f"{metrics.get(name)(**options).signature()}|sacreval:0.1.0").label == text


def test_known():
    """Code that is named in a file is not looked up."""
    assert is_known("bleu|refs:1|sacreval:0.1.0")
    assert not is_known("py:mine:score|refs:1|sacreval:0.1.0")
    assert not is_known("no-such-metric|refs:1")


@pytest.mark.parametrize(
    ("outputs", "parts"),
    [
        ((), ()),
        (("rouge1_f1", "rougeL_f1"), ("F1",)),
        (("rouge1_f1", "rouge1_recall"), ("recall and F1",)),
        (("rouge1_f1_jk",), ("F1", "jackknifed over references")),
        (("rouge1_f1_jk", "rouge1_f1"), ("F1", "with and without jackknifing over references")),
    ],
)
def test_parts(outputs, parts):
    """Of precision, recall and F1 those that were used are named, and jackknifing."""
    assert used("rouge|refs:2|sacreval:0.1.0", outputs).parts == parts


def test_parts_that_the_label_names():
    """What the name of a metric says is not said twice."""
    assert used("token-f1|refs:2|sacreval:0.1.0", ["token_f1_f1"]).parts == ()


def test_owner():
    """An output belongs to the metric with the longest name that it begins with."""
    signatures = ["rouge|refs:1", "rouge-we|refs:1", "bleu|refs:1"]
    assert owner("rouge_we1_f1_jk", signatures) == signatures[1]
    assert owner("rouge1_f1", signatures) == signatures[0]
    assert owner("COMET", signatures) is None


def test_owner_of_the_same_metric_twice():
    """An output that is named after an alias belongs to the metric with the options of that."""
    plus, plain = "chrf|word_order:2|refs:1", "chrf|word_order:0|refs:1"
    for signatures in ([plus, plain], [plain, plus]):
        assert owner("chrfpp_jk", signatures) == plus
        assert owner("chrf", signatures) == plain


def test_in_words():
    """Names are joined by commas, the last one by and."""
    assert [in_words(x) for x in ([], ["a"], ["a", "b", "c"])] == ["", "a", "a, b and c"]
