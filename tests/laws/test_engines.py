"""The laws of engines, backends, directions and replies on cases of their own."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from laws.of_engines import COVERED, check_jackknife, check_random_unicode
from laws.of_replies import READERS
from laws.of_scripts import SCRIPTS, distinguishing, warned
from sacreval import native
from sacreval.core.contract.declarations import direction
from sacreval.core.contract.metric_records import rows_with_leave_one_out
from sacreval.core.contract.metric_values import ReadsReplies
from sacreval.core.metric import MeanMetric, metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.execution.local import Local
from sacreval.execution.serialization import slices
from sacreval.metrics._wrappers import extracted
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows import text_samples
from sacreval.scoring.rows.text_samples import UnseenTokens
from support.backends import check
from support.sizes import long
from support.specimens import instances
from support.variants import identify, variants


@pytest.mark.long
@pytest.mark.parametrize("metric", COVERED, ids=identify)
def test_many_texts(metric):
    """The laws of random Unicode and of jackknifing hold for more texts than are tried usually."""
    check_random_unicode(metric, 150)
    check_jackknife(metric, "official", 40)


def test_a_transform_is_never_left_out():
    """WER with a transform has no kernel: neither WER nor what is put around it ignores it."""
    wer = metrics.get("wer")(transform="standardize")
    around = extracted(wer, extract="last-number")
    pair = Batch([Instance(prediction="It's the END, ok!", references=["it is the end ok"])])
    for refused in (
        lambda: wer.with_engine("native"),
        lambda: around.with_engine("native"),
        lambda: rows_with_leave_one_out(replace(wer, engine="native"), pair),
    ):
        with pytest.raises(UsageError, match="transform:standardize"):
            refused()
    assert wer.reduce(wer.rows(pair)[0])["wer"] == 0.4


@pytest.mark.skipif(not native.available(), reason="the kernels were not built")
@pytest.mark.parametrize("times", [1, long(4)])
def test_threads(times):
    """Rows made by the kernels on several threads at once are the rows made here."""
    natives = [metric.with_engine("native") for metric in variants()[0] if metric.covers_native()]
    of_texts = [metric for metric in natives if not metric.example]
    batch = Batch(instances(metrics.get("bleu")) * times)
    check(Local(4), list(slices(batch, 5)), *of_texts, leave_one_out=True)


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
    assert distinguishing(cls(**options), texts)
    assert not warned(cls(**options), texts)


def test_few_texts_of_a_batch_are_looked_at(monkeypatch):
    """Of 4,096 records some thirty are looked at, evenly spread, and odd ones are let pass."""
    seen = []
    monkeypatch.setattr(text_samples, "_text", lambda r: seen.append(r) or r.prediction)
    texts = ["今天天气很好我们一起去公园"] + ["fine weather"] * 4095
    batch = Batch([Instance(prediction=text, references=["x"]) for text in texts])
    watch = UnseenTokens([Entry(metrics.get("rouge")())])
    assert list(watch.watch([batch])) == [batch]
    assert text_samples.SAMPLE <= len(seen) <= 2 * text_samples.SAMPLE
    assert watch.notices() == []


@dataclass(frozen=True, kw_only=True)
class Forgetful(MeanMetric):
    """A metric that declares the direction of one of its two outputs."""

    name: ClassVar[str] = "forgetful"
    higher_is_better: ClassVar[Mapping[str, bool | None]] = {"a": True}
    outputs = ("a", "b")

    def scores(self, _prediction, _prepared):
        """Score nothing."""
        return 0.0, 0.0


def test_a_forgotten_direction_is_an_error_that_names_the_output():
    """An output without a declared direction is refused, not taken for better high."""
    assert direction(Forgetful(), "a") is True
    with pytest.raises(UsageError, match="forgetful: higher_is_better has no 'b'; add it"):
        direction(Forgetful(), "b")


def test_which_metrics_read_replies():
    """A metric that reads replies names the key of its own, and no other metric has one."""
    assert READERS
    for name in metrics:
        assert ("replies" in metrics.get(name).needs) == (name in {m.name for m in READERS})
    assert all(isinstance(m, ReadsReplies) and m.reply_key for m in READERS)
    assert not any(isinstance(m, ReadsReplies) for m in variants()[0] if "replies" not in m.needs)
