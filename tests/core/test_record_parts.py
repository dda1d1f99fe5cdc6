"""Error spans as they stand in files."""

import msgspec
import pytest

from sacreval.core.record_parts import ErrorSpan, RecordReply, TokenLogprob


@pytest.mark.parametrize(("reference", "more"), [(None, {}), (0, {"reference": 0})])
def test_json(reference, more):
    """A span has the fields of comet-score, and the reference where there are several."""
    fields = {"text": "rot", "confidence": 0.5, "severity": "major", "start": 9, "end": 12}
    span = ErrorSpan(**fields, reference=reference)
    assert msgspec.to_builtins(span) == fields | more
    assert msgspec.convert(fields | more, ErrorSpan) == span


def test_what_is_written():
    """Defaults are left out, and a reply is read again as it was."""
    reply = RecordReply(ask="judge", text="4", logprobs=(TokenLogprob("4", -0.1, {"4": -0.1}),))
    line = msgspec.json.encode(reply)
    assert set(msgspec.json.decode(line)) == {"ask", "text", "logprobs"}
    assert msgspec.json.decode(line, type=RecordReply) == reply
