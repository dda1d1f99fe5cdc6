"""Choice of the reader of a log by what the file holds."""

import pytest

from sacreval.errors import UsageError
from sacreval.readers import _by_content
from sacreval.readers._by_content import by_content
from support.toy_log import ToyLog


class Other(ToyLog):
    """A log of another tool that looks the same."""


def test_choice(tmp_path, monkeypatch):
    """One reader that recognises a file is chosen; two are refused; records have none."""
    log, records = tmp_path / "log.json", tmp_path / "records.jsonl"
    log.write_text('{"toy": 1}')
    records.write_text('{"prediction": "toy", "meta": {"toy": 1}}')
    monkeypatch.setattr(_by_content, "_recognising", lambda: [("toy", ToyLog)])
    assert by_content(str(log)) == "toy"
    assert by_content(str(records)) is None
    monkeypatch.setattr(_by_content, "_recognising", lambda: [("toy", ToyLog), ("other", Other)])
    with pytest.raises(UsageError, match="a file of toy or of other; name its reader"):
        by_content(str(log))
