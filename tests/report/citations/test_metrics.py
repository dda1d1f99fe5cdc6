"""How a paper names a metric."""

import pytest

from sacreval.core.metric import metrics
from sacreval.report.citations.metrics import is_known, label, used


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


def test_known():
    """Code that is named in a file is not looked up."""
    assert is_known("bleu|refs:1|sacreval:0.1.0")
    assert not is_known("py:mine:score|refs:1|sacreval:0.1.0")
    assert not is_known("no-such-metric|refs:1")
