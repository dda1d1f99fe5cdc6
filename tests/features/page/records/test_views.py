"""What the page marks for each metric."""

import pytest

from sacreval.core.metric import metrics
from sacreval.features.page.records.views import views
from sacreval.metrics._wrappers import extracted


@pytest.mark.parametrize(
    ("name", "options", "output", "kind", "orders"),
    [
        ("bleu", {"max_ngram_order": 2}, "bleu", "ngrams", (1, 2)),
        ("google-bleu", {"min_len": 2}, "google_bleu", "ngrams", (2, 3, 4)),
        ("rouge", {}, "rouge2_recall", "ngrams", (2,)),
        ("rouge", {}, "rougeL_f1", "subsequence", ()),
        ("token-f1", {}, "token_f1_f1", "ngrams", (1,)),
        ("wer", {}, "wer", "edits", ()),
        ("edit-distance", {}, "edit_similarity", "edits", ()),
    ],
)
def test_kinds(name, options, output, kind, orders):
    """n-grams have their orders, ROUGE-L a subsequence, error rates their edits."""
    view = views(metrics.get(name)(**options))[output]
    assert (view.kind, view.orders) == (kind, orders)


def test_tokens_are_those_of_the_metric():
    """Texts are split with the options of the metric."""
    chrf = views(metrics.get("chrf")(lowercase=True))["chrf"]
    assert list(chrf.splitting.compared("A b")) == ["a", "b"]
    wer = views(metrics.get("wer")(transform="standardize"))["wer"]
    assert list(wer.splitting.compared("A B")) == ["a", "b"]


@pytest.mark.parametrize(
    "metric",
    [
        metrics.get("length")(),
        metrics.get("chrf")(char_order=0, word_order=2),
        extracted(metrics.get("wer")(), extract="letter"),
    ],
    ids=["of no tokens", "of no characters", "of answers"],
)  # fmt: skip
def test_no_marks(metric):
    """Metrics without tokens, chrF of words alone and metrics of answers have no marks."""
    assert views(metric) == {}
