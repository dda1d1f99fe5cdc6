"""What every metric inherits: contexts, references left out, signatures, directions."""

from typing import ClassVar

import pytest

from sacreval.core.contract.leave_one_out import part_count
from sacreval.core.metric import metrics, without_one
from sacreval.core.records import Instance
from sacreval.errors import UsageError
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
    assert part_count(Share(), record) == 3


def test_signature_and_equality():
    """The signature has every option; the engine is none, and does not tell metrics apart."""
    assert Share(scale=2.0).signature() == "share|scale:2.0"
    assert metrics.get("bleu")(engine="official") == metrics.get("bleu")().with_engine("native")


def test_an_output_without_a_direction_is_an_error():
    """A mapping of directions must have every output."""

    class Odd(Share):
        higher_is_better: ClassVar = {"other": True}

    with pytest.raises(UsageError, match="'share'"):
        Odd().is_higher_better("share")


def test_no_kernel():
    """A metric without a kernel is refused the native engine."""
    with pytest.raises(UsageError, match="share"):
        Share().with_engine("native")
