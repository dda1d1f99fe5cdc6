"""`file:`: replies of an earlier run."""

import msgspec
import pytest

from sacreval.asking.requests import Message, Reply, request
from sacreval.asking.runners._from_spec import runner_from_spec
from sacreval.errors import InputError

ASKED = [request(messages=(Message("user", word),)) for word in "ab"]


def test_replay(tmp_path):
    """Each request has its reply of the file; one without fails, and others are not used."""
    kept = [Reply(id=ASKED[1].id, text="B", model="m"), Reply(id="0" * 32, text="another")]
    path = tmp_path / "replies.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in kept))
    first, second = runner_from_spec(f"file:{path}").replies(iter(ASKED))
    assert second == kept[0]
    assert (first.error.kind, first.attempts) == ("other", 0)
    assert "has no reply to this request" in first.error.message


def test_missing(tmp_path):
    """A file that is not there is a sentence."""
    with pytest.raises(InputError):
        list(runner_from_spec(f"file:{tmp_path}/none.jsonl").replies(ASKED))
