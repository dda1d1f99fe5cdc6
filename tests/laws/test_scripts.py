"""Notices of scripts that a metric's tokenizer does not know; `of_scripts.py` has the laws."""

import pytest

from laws.of_scripts import SCRIPTS, told_apart, warned
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows import empty_outputs
from sacreval.scoring.rows.empty_outputs import UnseenTokens


@pytest.mark.parametrize(
    ("name", "options", "script"),
    [
        ("rouge", {"tokenize": "intl"}, "Hindi"),
        ("rouge", {"tokenize": "zh"}, "Chinese"),
        ("bleu", {"tokenize": "zh"}, "Chinese"),
        ("bleu", {"tokenize": "char"}, "Thai"),
        ("ter", {"normalized": True, "asian_support": True}, "Chinese"),
        ("token-f1", {"normalize": "multilingual"}, "Chinese"),
        ("jaccard", {"unit": "character"}, "Thai"),
        ("factual-knowledge", {"words": False}, "Chinese"),
    ],
)
def test_the_remedy_helps(name, options, script):
    """With the option that the notice names, texts are told apart and nothing is said."""
    cls = metrics.get(name)
    texts = SCRIPTS[script]
    said = warned(cls(), texts)
    assert all(option.replace("_", "-") in said[0] for option in options if option != "words")
    assert told_apart(cls(**options), texts)
    assert not warned(cls(**options), texts)


def test_few_texts_of_a_batch_are_looked_at(monkeypatch):
    """Of 4,096 records some thirty are looked at, evenly spread, and odd ones are let pass."""
    seen = []
    monkeypatch.setattr(empty_outputs, "_text", lambda one: seen.append(one) or one.prediction)
    texts = ["今天天气很好我们一起去公园"] + ["fine weather"] * 4095
    batch = Batch([Instance(prediction=text, references=["x"]) for text in texts])
    watch = UnseenTokens([Entry(metrics.get("rouge")())])
    assert list(watch.watch([batch])) == [batch]
    assert empty_outputs.SAMPLE <= len(seen) <= 2 * empty_outputs.SAMPLE
    assert watch.notices() == []
