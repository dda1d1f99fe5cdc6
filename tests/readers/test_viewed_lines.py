"""JSONL read as views: the same records, lines and messages as by msgspec alone."""

import json
import random

import pytest

from sacreval import native
from sacreval.core.record_views import RecordViews
from sacreval.errors import InputError
from sacreval.readers.jsonl import JsonlReader
from support.json_lines_at_random import damaged, lines_at_random, written

pytestmark = pytest.mark.skipif(not native.available(), reason="needs the compiled kernels")


def outcome(path):
    """Return the records, lines and ids of a file, or the message."""
    try:
        batches = list(JsonlReader().read(str(path)))
    except InputError as error:
        return str(error)
    records = [one for batch in batches for one in batch]
    ids = [name for batch in batches for name in batch.instance_ids]
    places = [batch.where(i) for batch in batches for i in range(len(batch))]
    texts = [(batch.predictions, batch.column("references")) for batch in batches]
    flat = [pair for columns in texts for pair in zip(*columns, strict=True)]
    return records, ids, places, flat


def alike(path, monkeypatch):
    """Check that a file is read the same with and without the extension; return what is read."""
    found = outcome(path)
    with monkeypatch.context() as without:
        without.setenv("SACREVAL_NO_NATIVE", "1")
        assert found == outcome(path)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_files_with_some_damaged_lines(tmp_path, monkeypatch, seed):
    """Files with few or many lines that are no records are read the same, or refused the same."""
    random_ = random.Random(seed)
    path, messages = tmp_path / "a.jsonl", 0
    for bad in (0, 1, 2, 5, 20):
        lines = [b'{"prediction": "p", "reference": "r"}'] * 40
        for i in random_.sample(range(40), bad):
            line = written(random_)
            lines[i] = damaged(random_, line) if random_.random() < 0.3 else line
        path.write_bytes(random_.choice((b"\n", b"\r\n", b"\n\n \n")).join(lines))
        messages += isinstance(alike(path, monkeypatch), str)
    assert messages < 5


def test_lines_alone(tmp_path, monkeypatch):
    """A file of one damaged line is read, or refused, with the same words."""
    path, messages = tmp_path / "a.jsonl", set()
    for line in lines_at_random(9, 400):
        path.write_bytes(line)
        found = alike(path, monkeypatch)
        if isinstance(found, str):
            messages.add(found.partition(": ")[2][:25])
    assert len(messages) > 10


def test_other_lines_stand_between(tmp_path):
    """Records that msgspec reads keep their places between those that are views."""
    lines = [{"prediction": f"p{i}", "references": ["r"]} for i in range(9)]
    lines[0], lines[4] = ({**lines[i], "meta": {"x": 1e300}} for i in (0, 4))
    lines[5] |= {"error": ""}
    path = tmp_path / "a.jsonl"
    path.write_text("\n\n".join(map(json.dumps, lines)) + "\n")
    batches = list(JsonlReader().read(str(path)))
    assert [text for batch in batches for text in batch.predictions] == [f"p{i}" for i in range(9)]
    assert [n for batch in batches for n in batch.lines] == list(range(1, 19, 2))
    views = [isinstance(batch.instances, RecordViews) for batch in batches]
    assert views == [False, True, False, False, True]
