"""What every metric inherits: contexts, references left out, signatures, directions."""

from hashlib import sha256
from typing import ClassVar

import pytest

from sacreval.core.metric import metrics, without_one
from sacreval.core.records import Instance
from sacreval.errors import UsageError
from sacreval.execution.cache.cache_keys import head
from sacreval.io.official_programs import Place, store
from support.share import BATCH, Share


def test_a_context_is_prepared_once():
    """Records with equal references share what is prepared."""
    Share.prepared.clear()
    Share().rows(BATCH)
    assert Share.prepared == [(["abcd"],)]


def test_references_are_left_out_in_turn():
    """Each reference is left out once, in order."""
    record = Instance(prediction="a", references=["x", "y", "z"])
    assert [one.references for one in without_one(record)] == [["y", "z"], ["x", "z"], ["x", "y"]]
    assert Share().parts(record) == 3


def test_signature_and_equality():
    """The signature has every option; the engine is none, and does not tell metrics apart."""
    assert Share(scale=2.0).signature() == "share|scale:2.0"
    assert metrics.get("bleu")(engine="official") == metrics.get("bleu")().with_engine("native")


def test_no_kernel():
    """A metric without a kernel is refused the native engine."""
    with pytest.raises(UsageError, match="share"):
        Share().with_engine("native")


def test_an_output_without_a_direction_is_an_error():
    """A mapping of directions must have every output."""

    class Odd(Share):
        higher_is_better: ClassVar = {"other": True}

    with pytest.raises(UsageError, match="'share'"):
        Odd().is_higher_better("share")


def test_official_programs(monkeypatch, tmp_path):
    """The user's program computes official rows once it is set up; cached ones are not used."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    metric = metrics.get("rouge-1.5.5")(engine="official")
    own = head(metric, "rows")
    assert (metric.official_program(), metric.computed_by()) == (None, "definition")
    script = tmp_path / "ROUGE-1.5.5.pl"
    script.write_text("print 1;")
    store("rouge-1.5.5", Place(str(script), sha256(script.read_bytes()).hexdigest()))
    assert (metric.official_program(), metric.computed_by()) == (script, "official")
    assert head(metric, "rows") != own
    native = metric.with_engine("native")
    assert (native.official_program(), native.computed_by()) == (None, "native")
