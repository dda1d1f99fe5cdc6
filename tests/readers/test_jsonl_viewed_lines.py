"""Files read as views: the same records, lines and messages as line by line."""

import json
import random
from pathlib import Path

import pytest

from sacreval import native
from sacreval.core.record_views import RecordViews, TextViews
from sacreval.errors import InputError
from sacreval.readers.jsonl import JsonlReader
from sacreval.readers.parallel_text import ParallelTextReader
from support.json_lines_at_random import damaged, lines_at_random, text, written

pytestmark = pytest.mark.skipif(not native.available(), reason="needs the compiled kernels")

ENDS = (b"\n", b"\n", b"\n", b"\r\n", b"\r\r\n")
BAD = (b"\xff", b"\xc0\x80", b"\xe2\x82", b"\xed\xa0\x80", b"\xf4\x90\x80\x80")


def outcome(path):
    """Return the records, lines and ids of a file, or the message."""
    try:
        batches = list(JsonlReader().read(str(path)))
    except InputError as error:
        return str(error)
    records = [record for batch in batches for record in batch]
    ids = [name for batch in batches for name in batch.instance_ids]
    places = [batch.where(i) for batch in batches for i in range(len(batch))]
    texts = [(batch.predictions, batch.column("references")) for batch in batches]
    flat = [pair for columns in texts for pair in zip(*columns, strict=True)]
    return records, ids, places, flat


def alike(path, monkeypatch):
    """Check that a file is read the same with and without the extension; return what is read."""
    first = outcome(path)
    with monkeypatch.context() as without:
        without.setenv("SACREVAL_NO_NATIVE", "1")
        assert first == outcome(path)
    return first


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
        reading = alike(path, monkeypatch)
        if isinstance(reading, str):
            messages.add(reading.partition(": ")[2][:25])
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


def aligned_outcome(paths):
    """Return what is read of each record, or the message."""
    reader = ParallelTextReader(references=tuple(paths[1:]), as_is=True)
    try:
        batches = list(reader.read(paths[0]))
    except InputError as error:
        return str(error)
    return [
        (record, batch.predictions[i], batch.references[i], batch.where(i), batch.instance_ids[i])
        for batch in batches
        for i, record in enumerate(batch)
    ]


def aligned_alike(paths, monkeypatch):
    """Check that files are read the same with and without the extension; return what is read."""
    first = aligned_outcome(paths)
    with monkeypatch.context() as without:
        without.setenv("SACREVAL_NO_NATIVE", "1")
        assert first == aligned_outcome(paths)
    return first


def aligned_text(random_, count):
    """Return lines at random, of which the last may have no end."""
    lines = [text(random_).replace("\n", " ").encode() + random_.choice(ENDS) for _ in range(count)]
    return b"".join(lines).removesuffix(random_.choice((b"\n", b"no")))


@pytest.mark.parametrize("files", [1, 2, 3])
def test_files_at_random(tmp_path, monkeypatch, files):
    """Texts, blank lines, line ends, lengths and bytes that are not UTF-8 are read the same."""
    random_ = random.Random(files)
    paths, messages = [str(tmp_path / f"{k}.txt") for k in range(files)], set()
    for _ in range(60):
        count = random_.choice((1, 3, 30))
        for path in paths:
            content = aligned_text(random_, count + (random_.random() < 0.1))
            if random_.random() < 0.2:
                i = random_.randrange(len(content) + 1)
                content = content[:i] + random_.choice(BAD) + content[i:]
            Path(path).write_bytes(content)
        if isinstance(reading := aligned_alike(paths, monkeypatch), str):
            messages.add(reading.partition(": ")[2][:12])
    assert "not UTF-8 (i" in messages
    assert files == 1 or "this file en" in messages


def test_blocks_of_different_lengths(tmp_path, monkeypatch):
    """Files whose lines differ in length are read block by block, without objects."""
    paths = [str(tmp_path / name) for name in ("a.txt", "b.txt")]
    for path, long in zip(paths, (200, 700), strict=True):
        lines = (f"{i} {'é' * (i % long)}\n" for i in range(9000))
        Path(path).write_text("".join(lines), encoding="utf-8")
    reading = aligned_alike(paths, monkeypatch)
    assert len(reading) == 9000
    assert reading[8999][1:4] == (f"8999 {'é' * 199}", [f"8999 {'é' * 599}"], f"{paths[0]}:9000")
    batches = list(ParallelTextReader(references=(paths[1],), as_is=True).read(paths[0]))
    assert all(isinstance(batch.instances, TextViews) for batch in batches)
    assert len(batches) > 3
