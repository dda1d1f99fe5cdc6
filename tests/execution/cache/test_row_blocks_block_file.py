"""Files of rows: what is whole is read, and nothing else is."""

import io
from random import Random

import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.execution.cache.resumable import ResumeFile
from sacreval.execution.cache.row_blocks import (
    MAGIC,
    Block,
    BlockReader,
    RowIndex,
    _checksum,
    encode,
)

KEYS = [bytes([i]) * 16 for i in range(4)]
FIRST = Block("bleu|rows", KEYS[:3], np.array([1, 0, 2]), np.arange(6.0).reshape(3, 2), ["odd"])
SECOND = Block("bleu|rows", KEYS[3:], np.array([1]), np.array([[0.1, -0.0]]))
WHOLE = MAGIC + encode(FIRST) + encode(SECOND)


def scan(data: bytes) -> tuple[list[Block], BlockReader]:
    found = BlockReader(io.BytesIO(data))
    return list(found), found


def same(a: Block, b: Block) -> bool:
    arrays = zip((a.counts, a.rows), (b.counts, b.rows), strict=True)
    rest = (a.head, list(a.keys), list(a.errors)) == (b.head, list(b.keys), list(b.errors))
    return rest and all(np.array_equal(x, y) for x, y in arrays)


def test_what_is_written_is_read():
    """Blocks come back bit by bit."""
    blocks, found = scan(WHOLE)
    assert len(blocks) == 2
    assert same(blocks[0], FIRST)
    assert same(blocks[1], SECOND)
    assert np.signbit(blocks[1].rows[0, 1])
    assert (found.end, found.damaged) == (len(WHOLE), False)


def test_every_tear():
    """Wherever the end is torn off, the blocks before it are read, and the tear is no damage."""
    ends = [0, len(MAGIC), len(MAGIC + encode(FIRST)), len(WHOLE)]
    for size in range(len(WHOLE) + 1):
        blocks, found = scan(WHOLE[:size])
        assert found.end == max(end for end in ends if end <= size)
        assert len(blocks) == max(0, ends.index(found.end) - 1)
        assert not found.damaged


def test_every_damage():
    """Wherever a byte is changed, no row of its block or of one after it is read."""
    random = Random(1)
    ends = [len(MAGIC), len(MAGIC + encode(FIRST)), len(WHOLE)]
    for place in range(len(WHOLE)):
        changed = bytearray(WHOLE)
        changed[place] ^= random.randrange(1, 256)
        blocks, _ = scan(bytes(changed))
        assert len(blocks) == max(0, sum(end <= place for end in ends) - 1)
        assert all(map(same, blocks, (FIRST, SECOND)))


MANY = np.array([2**32 - 1])
FOREIGN = {
    "fewer rows than are counted": SECOND._replace(counts=np.array([2])),
    "more rows than are counted": FIRST._replace(counts=np.array([1, 0, 1])),
    "rows without columns": SECOND._replace(counts=MANY, rows=np.zeros((2**32 - 1, 0))),
    "no sentence for a failure": FIRST._replace(errors=()),
    "a sentence without a failure": SECOND._replace(errors=["odd"]),
    "another width": SECOND._replace(rows=np.zeros((1, 3))),
}


@pytest.mark.parametrize("block", list(FOREIGN.values()), ids=list(FOREIGN))
def test_parts_that_do_not_fit_together(block):
    """A block whose checksum is right and whose parts are not is damage, and nothing is made."""
    blocks, found = scan(MAGIC + encode(FIRST) + encode(block) + encode(SECOND))
    assert len(blocks) == 1
    assert (found.damaged, found.end) == (True, len(MAGIC + encode(FIRST)))


@pytest.mark.parametrize(
    ("old", "new"), [(b"bleu|rows", b"bl\xff\xff|rows"), (b'["odd"]', b"[17777]")]
)
def test_texts_that_are_none(old, new):
    """A block whose texts cannot be read is damage."""
    data = encode(FIRST)
    sizes, body = data[:20], data[28:].replace(old, new)
    blocks, found = scan(MAGIC + sizes + _checksum(sizes, body) + body)
    assert (blocks, found.damaged) == ([], True)


def test_a_block_of_failures():
    """Failures need no room, whatever width is said of their rows."""
    none = Block("bleu|rows", KEYS[:1], np.array([0]), np.zeros((0, 2**32 - 1)), ["odd"])
    blocks, found = scan(MAGIC + encode(none) + encode(SECOND))
    assert not found.damaged
    assert RowIndex(blocks).take([KEYS[0], KEYS[3]]).counts.tolist() == [0, 1]


def test_a_torn_file_goes_on(tmp_path):
    """What is not whole is cut off, and rows are appended there."""
    path = tmp_path / "run.partial"
    path.write_bytes(WHOLE[:-1])
    partial = ResumeFile(path)
    assert (partial.claim(["bleu|rows"]), partial.cut) == (3, len(encode(SECOND)) - 1)
    partial.add(SECOND)
    partial.close()
    assert path.read_bytes() == WHOLE


def test_an_empty_run_leaves_nothing(tmp_path):
    """A file that nothing came into is removed, unless it was there before."""
    ResumeFile(tmp_path / "new").close()
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "old").touch()
    ResumeFile(tmp_path / "old").close()
    assert (tmp_path / "old").read_bytes() == b""


def test_what_took_its_place_stays(tmp_path):
    """The end of a run removes its own file only."""
    path = tmp_path / "run.partial"
    partial = ResumeFile(path)
    partial.add(FIRST)
    path.unlink()
    path.write_text("somebody else's")
    partial.remove()
    assert path.read_text() == "somebody else's"


@pytest.mark.parametrize("content", [b'{"prediction": "a"}\n', b"sacreval rows 2\n" + WHOLE[16:]])
def test_foreign_files_are_refused(tmp_path, content):
    """A file of something else, or of another layout, is refused and left as it is."""
    path = tmp_path / "foreign"
    path.write_bytes(content)
    with pytest.raises(UsageError, match="foreign: this is not a resume file"):
        ResumeFile(path)
    assert path.read_bytes() == content
