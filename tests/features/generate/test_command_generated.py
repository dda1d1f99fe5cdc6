"""Outputs of generate: one state for each kind of reply, and none of them an empty output."""

import pytest

from sacreval.asking.requests import Failure, Reply, request
from sacreval.core.records import Instance
from sacreval.features.generate.command import Outputs
from sacreval.features.generate.generation_requests import Asked

ASKED = request(prompt="a", kind="completion")
FILTER, CUT = "a content filter ended the reply", "the reply is cut at the limit of tokens"


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (None, "not asked: the model was not asked"),
        ({"error": Failure("timeout", "60 s")}, "failed: timeout, 60 s"),
        ({"error": Failure("filtered")}, "refused: filtered"),
        ({"text": "", "finish_reason": "content_filter"}, f"refused: {FILTER}"),
        ({"text": "", "refusal": "No."}, "refused: No."),
        ({"text": None}, "failed: the reply has no text"),
        ({"text": "a", "finish_reason": "length"}, f"truncated: {CUT}"),
    ],
)  # fmt: skip
def test_a_reply_that_is_no_answer_is_an_error(reply, error):
    """The record has the reason, and no prediction."""
    replies = {} if reply is None else {ASKED.id: Reply(id=ASKED.id, **reply)}
    outputs = Outputs(replies, "m")
    (found,) = outputs.of([Asked(Instance(input="a"), [ASKED])])
    assert (found.error, found.prediction, found.system_id) == (error, None, "m")
    assert outputs.states == {error.partition(":")[0]: 1}


def test_one_failed_sample_fails_the_record():
    """A record never has fewer samples than others."""
    more = request(prompt="a", kind="completion", repeat=1)
    replies = {ASKED.id: Reply(id=ASKED.id, text="x")}
    (found,) = Outputs(replies, "m", several=True).of([Asked(Instance(), [ASKED, more])])
    assert (found.samples, found.error) == (None, "not asked: the model was not asked")
    replies[more.id] = Reply(id=more.id, text="y")
    (found,) = Outputs(replies, "m", several=True).of([Asked(Instance(), [ASKED, more])])
    assert (found.samples, found.error) == (["x", "y"], None)
