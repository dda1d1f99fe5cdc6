"""Replies as they are joined to a record."""

import msgspec

from sacreval.core.record_parts import RecordReply, TokenLogprob


def test_what_is_written():
    """Defaults are left out, and a reply is read again as it was."""
    reply = RecordReply(ask="judge", text="4", logprobs=(TokenLogprob("4", -0.1, {"4": -0.1}),))
    line = msgspec.json.encode(reply)
    assert set(msgspec.json.decode(line)) == {"ask", "text", "logprobs"}
    assert msgspec.json.decode(line, type=RecordReply) == reply
