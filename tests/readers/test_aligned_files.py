"""Line-aligned text read as views: the same records and messages as line by line."""

import random
from pathlib import Path

import pytest

from sacreval import native
from sacreval.core.record_views import TextViews
from sacreval.errors import InputError
from sacreval.readers.parallel_text import ParallelTextReader
from support.json_lines_at_random import text

pytestmark = pytest.mark.skipif(not native.available(), reason="needs the compiled kernels")

ENDS = (b"\n", b"\n", b"\n", b"\r\n", b"\r\r\n")
BAD = (b"\xff", b"\xc0\x80", b"\xe2\x82", b"\xed\xa0\x80", b"\xf4\x90\x80\x80")


def outcome(paths):
    """Return what is read of each record, or the message."""
    reader = ParallelTextReader(references=tuple(paths[1:]), as_is=True)
    try:
        batches = list(reader.read(paths[0]))
    except InputError as error:
        return str(error)
    return [
        (one, batch.predictions[i], batch.references[i], batch.where(i), batch.instance_ids[i])
        for batch in batches
        for i, one in enumerate(batch)
    ]


def alike(paths, monkeypatch):
    """Check that files are read the same with and without the extension; return what is read."""
    found = outcome(paths)
    with monkeypatch.context() as without:
        without.setenv("SACREVAL_NO_NATIVE", "1")
        assert found == outcome(paths)
    return found


def written(random_, count):
    """Return lines at random, of which the last may have no end."""
    made = [text(random_).replace("\n", " ").encode() + random_.choice(ENDS) for _ in range(count)]
    return b"".join(made).removesuffix(random_.choice((b"\n", b"no")))


@pytest.mark.parametrize("files", [1, 2, 3])
def test_files_at_random(tmp_path, monkeypatch, files):
    """Texts, blank lines, line ends, lengths and bytes that are not UTF-8 are read the same."""
    random_ = random.Random(files)
    paths, messages = [str(tmp_path / f"{k}.txt") for k in range(files)], set()
    for _ in range(60):
        count = random_.choice((1, 3, 30))
        for path in paths:
            content = written(random_, count + (random_.random() < 0.1))
            if random_.random() < 0.2:
                i = random_.randrange(len(content) + 1)
                content = content[:i] + random_.choice(BAD) + content[i:]
            Path(path).write_bytes(content)
        if isinstance(found := alike(paths, monkeypatch), str):
            messages.add(found.partition(": ")[2][:12])
    assert "not UTF-8 (i" in messages
    assert files == 1 or "this file en" in messages


def test_blocks_of_different_lengths(tmp_path, monkeypatch):
    """Files whose lines differ in length are read block by block, without objects."""
    paths = [str(tmp_path / name) for name in ("a.txt", "b.txt")]
    for path, long in zip(paths, (200, 700), strict=True):
        lines = (f"{i} {'é' * (i % long)}\n" for i in range(9000))
        Path(path).write_text("".join(lines), encoding="utf-8")
    found = alike(paths, monkeypatch)
    assert len(found) == 9000
    assert found[8999][1:4] == (f"8999 {'é' * 199}", [f"8999 {'é' * 599}"], f"{paths[0]}:9000")
    batches = list(ParallelTextReader(references=(paths[1],), as_is=True).read(paths[0]))
    assert all(isinstance(batch.instances, TextViews) for batch in batches)
    assert len(batches) > 3
