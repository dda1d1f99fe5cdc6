"""The cache of rows: folder, keys, blocks and their files."""

import io
import os
import sys
import time
from pathlib import Path
from random import Random

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.execution import SERIAL, RowTask
from sacreval.execution.cache import cache_folder, caching_backend
from sacreval.execution.cache.cache_keys import head, keys
from sacreval.execution.cache.caching_backend import CachingBackend
from sacreval.execution.cache.resumable import ResumeFile
from sacreval.execution.cache.row_blocks import (
    MAGIC,
    Block,
    BlockReader,
    RowIndex,
    _checksum,
    encode,
    interleaved,
    to_batch_rows,
    to_block,
)
from sacreval.execution.work import BatchRows, LeaveOneOutRows
from sacreval.metrics._wrappers import Extracted
from support import slow
from support.program import spawn, write_jsonl
from support.specimens import instances


@pytest.fixture
def long_texts(tmp_path):
    """Write texts that the official TER takes some milliseconds for, each."""
    random = Random(3)
    words = [f"word{i}" for i in range(12)]
    texts = [" ".join(random.choices(words, k=24)) for _ in range(50)]
    pairs = zip(texts[::2], texts[1::2], strict=True)
    write_jsonl(tmp_path / "long.jsonl", [{"prediction": a, "references": [b]} for a, b in pairs])


@pytest.fixture(name="always")
def _always(monkeypatch):
    """ContextOptions rows however fast they were made."""
    monkeypatch.setattr(caching_backend, "WORTH", 0.0)


def files() -> list[Path]:
    """List the files of the cache."""
    return sorted(Path(os.environ["SACREVAL_CACHE_HOME"]).rglob("*.rows"))


def run(metric="ter", **options):
    """Run a metric through the cache, and give what went wrong."""
    batch = Batch(instances(metrics.get(metric)))
    caching = CachingBackend(SERIAL)
    list(caching.run(RowTask((metrics.get(metric)(**options),)), [batch]))
    return caching.end()


@pytest.mark.usefixtures("long_texts")
@pytest.mark.parametrize(
    ("content", "told"), [(b"odd", True), (b"", False), (b"sacreval r", False)]
)
@pytest.mark.usefixtures("always")
def test_foreign_files(content, told):
    """A file that is no cache is left alone, with a notice; an unfinished one without."""
    run()
    (path,) = files()
    path.write_bytes(content)
    assert [path.name in text for text in run()] == [True] * told
    assert path.read_bytes() == content
    assert len(files()) == 2
    said = f"{path}: damaged, so its rows are computed again; remove this file"
    assert run() == [said] * told


@pytest.mark.usefixtures("long_texts")
@pytest.mark.usefixtures("always")
def test_damage():
    """A changed byte costs a notice and the rows behind it, and no number."""
    run()
    (path,) = files()
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    assert run() == [f"{path}: damaged, so its rows are computed again; remove this file"]


@pytest.mark.usefixtures("long_texts")
@pytest.mark.usefixtures("always")
def test_eviction(tmp_path):
    """Files that were used longest ago go first, until the others fit."""
    run()
    (first,) = files()
    for i in (1, 2):
        time.sleep(0.01)
        run(no_punct=bool(i % 2), normalized=bool(i // 2))
    time.sleep(0.01)
    run()  # which uses the first
    folder = Path(os.environ["SACREVAL_CACHE_HOME"]) / "rows"
    sizes = {path: path.stat().st_size for path in files()}
    order = sorted(sizes, key=lambda path: path.stat().st_mtime_ns)
    assert order[-1] == first
    cache_folder.evict(folder, sum(sizes.values()))
    assert len(files()) == 3
    cache_folder.evict(folder, sum(sizes.values()) - 1)
    assert files() == sorted(order[1:])
    assert not order[0].parent.exists()
    cache_folder.evict(folder, 0)
    assert files() == []
    cache_folder.evict(tmp_path / "nowhere", 0)


def key(**fields) -> bytes:
    return keys(Batch([Instance(prediction="a", **fields)]))[0]


@pytest.mark.parametrize("value", [2**64, -(2**64), 10**300, "\ud800", {"a": [2**70, 1.0]}])
def test_every_record_has_a_key(value):
    """Whole numbers of any length and half characters are hashed, and told from others."""
    assert key(meta={"x": value}) == key(meta={"x": value})
    assert key(meta={"x": value}) != key(meta={"x": [value]})
    assert key(meta={"x": 2**64}) != key(meta={"x": float(2**64)})


def test_what_cannot_be_hashed_is_never_met_again():
    """A record that nothing can write has a new key every time, so that its rows are made."""
    assert key(meta={"x": object()}) != key(meta={"x": object()})
    assert key(meta={"x": 10**5000}) != key(meta={"x": 10**5000})


@pytest.mark.long
def test_large_numbers_in_a_run(tmp_path):
    """A whole number of more than 64 bits is in nobody's way."""
    record = {"prediction": "the cat", "references": ["a cat"], "meta": {"id": 2**70}}
    write_jsonl(tmp_path / "large.jsonl", [record])
    words = ("evaluate", "ter", "large.jsonl", "--engine", "official")
    first = spawn(*words, "--resume", "run.partial", cwd=tmp_path)
    assert first.code == 0, first.err
    assert spawn(*words, cwd=tmp_path) == first


def test_engines_have_heads_of_their_own():
    """Rows of one engine are never taken for those of another, nor rows for left-out ones."""
    ter = metrics.get("ter")()
    heads = {head(ter.with_engine(x), y) for x in ("official", "native") for y in ("rows", "both")}
    assert len(heads) == 4


@pytest.fixture(name="package")
def _package(tmp_path, monkeypatch):
    """Give a package that names a class of one of its modules, which another helps."""
    package = tmp_path / "kept_package"
    package.mkdir()
    slow.write(package)
    (package / "__init__.py").write_text("from kept_package.slow import Slow\n")
    (package / "helper.py").write_text("FACTOR = 1\n")
    (tmp_path / "kept_module.py").write_text("from kept_package import Slow\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr(metrics, "_external", {})
    yield package
    for name in [name for name in sys.modules if name.startswith("kept_")]:
        del sys.modules[name]


@pytest.mark.parametrize("name", ["slow.py", "helper.py", "__init__.py", "../kept_module.py"])
def test_code_from_outside(package, name):
    """Rows of a class rest on the module that is named, its own, and all of their packages."""
    metric = metrics.get("py:kept_module:Slow")()
    before = head(metric, "rows")
    assert head(metric, "rows") == before
    with (package / name).open("a") as file:
        file.write("# another\n")
    assert head(metric, "rows") != before


def test_code_of_plug_ins(package):
    """Rows of a plug-in's class rest on its package, within other metrics too."""
    slowly = metrics.get("py:kept_package:Slow").__mro__[1]
    slowly.name = "slowly"
    chosen = [slowly(), Extracted(metric=slowly(), extract="last-number")]
    before = [head(metric, "rows") for metric in chosen]
    (package / "helper.py").write_text("FACTOR = 2\n")
    assert not set(before) & {head(metric, "rows") for metric in chosen}


def test_what_a_class_says_of_itself(tmp_path, package):
    """A class named `py:` rests on the files that it says, and on its code."""
    (package / "helper.py").write_text(
        "from pathlib import Path\n"
        "from kept_package.slow import Slow\n"
        "class Rests(Slow):\n"
        f"    def rests_on(self):\n        return [Path({str(tmp_path / 'words')!r})]\n"
    )
    metric = metrics.get("py:kept_package.helper:Rests")()
    assert {path.name for path in metric.rests_on()} >= {"words", "helper.py", "slow.py"}


BATCH = Batch([Instance(prediction=x) for x in "abc"], "f.jsonl", [2, 3, 5])

KEYS = [b"1", b"2", b"3"]

ROWS = np.array([[1.0, 2], [np.nan, np.nan], [5, 6]])

FAILURES = {1: "f.jsonl:3: it asks; answer it"}

LEFT_OUT = LeaveOneOutRows(np.array([[7.0, 8], [9, 10]]), np.array([0, 2, 2, 2]))


@pytest.mark.parametrize("leave_one_out", [None, LEFT_OUT], ids=["plain", "jackknifed"])
def test_there_and_back(leave_one_out):
    """Rows, rows without a reference and failures are the same after storing."""
    block = to_block("head", KEYS, BatchRows(ROWS, FAILURES, leave_one_out), BATCH)
    assert block.counts.tolist() == [1 if leave_one_out is None else 3, 0, 1]
    assert block.errors == ["it asks; answer it"]
    taken = RowIndex([block]).take(KEYS)
    batch_rows = to_batch_rows(taken, BATCH, leave_one_out=leave_one_out is not None)
    np.testing.assert_array_equal(batch_rows.rows, ROWS)
    assert batch_rows.failures == FAILURES
    if leave_one_out is not None:
        np.testing.assert_array_equal(batch_rows.leave_one_out.rows, leave_one_out.rows)
        assert batch_rows.leave_one_out.starts.tolist() == leave_one_out.starts.tolist()


def test_failures_have_the_place_of_this_run():
    """A record that is on another line now is named by that line."""
    block = to_block("head", KEYS, BatchRows(ROWS, FAILURES), BATCH)
    moved = Batch(BATCH.instances, "g.jsonl", [10, 20, 30])
    batch_rows = to_batch_rows(RowIndex([block]).take(KEYS), moved, leave_one_out=False)
    assert batch_rows.failures == {1: "g.jsonl:20: it asks; answer it"}


def test_rows_of_a_record_stay_together():
    """Rows are in the order of records, and of one record in the order of the parts."""
    rows, owners = interleaved(
        [(np.array([0, 1]), np.array([[1.0], [2]])), (np.array([0, 0]), np.array([[3.0], [4]]))]
    )
    assert rows.ravel().tolist() == [1, 3, 4, 2]
    assert owners.tolist() == [0, 0, 0, 1]


INDEX_KEYS = [bytes([i]) * 16 for i in range(4)]

FIRST = Block(
    "bleu|rows", INDEX_KEYS[:3], np.array([1, 0, 2]), np.arange(6.0).reshape(3, 2), ["odd"]
)

SECOND = Block("bleu|rows", INDEX_KEYS[3:], np.array([1]), np.array([[0.1, -0.0]]))


def test_known_rows():
    """Rows are found by record, in the order asked, with the failures in their places."""
    known = RowIndex([FIRST, SECOND])
    taken = known.take([INDEX_KEYS[3], INDEX_KEYS[1], INDEX_KEYS[2], INDEX_KEYS[0]])
    assert taken.counts.tolist() == [1, 0, 2, 1]
    assert taken.rows.tolist() == [[0.1, 0.0], [2.0, 3.0], [4.0, 5.0], [0.0, 1.0]]
    assert taken.errors == {1: "odd"}
    assert INDEX_KEYS[3] in known
    assert bytes(16) + b"x" not in known


BLOCK_FILE_KEYS = [bytes([i]) * 16 for i in range(4)]

BLOCK_FILE_FIRST = Block(
    "bleu|rows", BLOCK_FILE_KEYS[:3], np.array([1, 0, 2]), np.arange(6.0).reshape(3, 2), ["odd"]
)

BLOCK_FILE_SECOND = Block("bleu|rows", BLOCK_FILE_KEYS[3:], np.array([1]), np.array([[0.1, -0.0]]))

WHOLE = MAGIC + encode(BLOCK_FILE_FIRST) + encode(BLOCK_FILE_SECOND)


def scan(data: bytes) -> tuple[list[Block], BlockReader]:
    reader = BlockReader(io.BytesIO(data))
    return list(reader), reader


def same(a: Block, b: Block) -> bool:
    arrays = zip((a.counts, a.rows), (b.counts, b.rows), strict=True)
    rest = (a.head, list(a.keys), list(a.errors)) == (b.head, list(b.keys), list(b.errors))
    return rest and all(np.array_equal(x, y) for x, y in arrays)


def test_what_is_written_is_read():
    """Blocks come back bit by bit."""
    blocks, reader = scan(WHOLE)
    assert len(blocks) == 2
    assert same(blocks[0], BLOCK_FILE_FIRST)
    assert same(blocks[1], BLOCK_FILE_SECOND)
    assert np.signbit(blocks[1].rows[0, 1])
    assert (reader.end, reader.damaged) == (len(WHOLE), False)


def test_every_tear():
    """Wherever the end is torn off, the blocks before it are read, and the tear is no damage."""
    ends = [0, len(MAGIC), len(MAGIC + encode(BLOCK_FILE_FIRST)), len(WHOLE)]
    for size in range(len(WHOLE) + 1):
        blocks, reader = scan(WHOLE[:size])
        assert reader.end == max(end for end in ends if end <= size)
        assert len(blocks) == max(0, ends.index(reader.end) - 1)
        assert not reader.damaged


def test_every_damage():
    """Wherever a byte is changed, no row of its block or of one after it is read."""
    random = Random(1)
    ends = [len(MAGIC), len(MAGIC + encode(BLOCK_FILE_FIRST)), len(WHOLE)]
    for place in range(len(WHOLE)):
        changed = bytearray(WHOLE)
        changed[place] ^= random.randrange(1, 256)
        blocks, _ = scan(bytes(changed))
        assert len(blocks) == max(0, sum(end <= place for end in ends) - 1)
        assert all(map(same, blocks, (BLOCK_FILE_FIRST, BLOCK_FILE_SECOND)))


MANY = np.array([2**32 - 1])

FOREIGN = {
    "fewer rows than are counted": BLOCK_FILE_SECOND._replace(counts=np.array([2])),
    "more rows than are counted": BLOCK_FILE_FIRST._replace(counts=np.array([1, 0, 1])),
    "rows without columns": BLOCK_FILE_SECOND._replace(counts=MANY, rows=np.zeros((2**32 - 1, 0))),
    "no sentence for a failure": BLOCK_FILE_FIRST._replace(errors=()),
    "a sentence without a failure": BLOCK_FILE_SECOND._replace(errors=["odd"]),
    "another width": BLOCK_FILE_SECOND._replace(rows=np.zeros((1, 3))),
}


@pytest.mark.parametrize("block", list(FOREIGN.values()), ids=list(FOREIGN))
def test_parts_that_do_not_fit_together(block):
    """A block whose checksum is right and whose parts are not is damage, and nothing is made."""
    blocks, reader = scan(
        MAGIC + encode(BLOCK_FILE_FIRST) + encode(block) + encode(BLOCK_FILE_SECOND)
    )
    assert len(blocks) == 1
    assert (reader.damaged, reader.end) == (True, len(MAGIC + encode(BLOCK_FILE_FIRST)))


@pytest.mark.parametrize(
    ("old", "new"), [(b"bleu|rows", b"bl\xff\xff|rows"), (b'["odd"]', b"[17777]")]
)
def test_texts_that_are_none(old, new):
    """A block whose texts cannot be read is damage."""
    data = encode(BLOCK_FILE_FIRST)
    sizes, body = data[:20], data[28:].replace(old, new)
    blocks, reader = scan(MAGIC + sizes + _checksum(sizes, body) + body)
    assert (blocks, reader.damaged) == ([], True)


def test_a_block_of_failures():
    """Failures need no room, whatever width is said of their rows."""
    none = Block("bleu|rows", BLOCK_FILE_KEYS[:1], np.array([0]), np.zeros((0, 2**32 - 1)), ["odd"])
    blocks, reader = scan(MAGIC + encode(none) + encode(BLOCK_FILE_SECOND))
    assert not reader.damaged
    assert RowIndex(blocks).take([BLOCK_FILE_KEYS[0], BLOCK_FILE_KEYS[3]]).counts.tolist() == [0, 1]


def test_a_torn_file_goes_on(tmp_path):
    """What is not whole is cut off, and rows are appended there."""
    path = tmp_path / "run.partial"
    path.write_bytes(WHOLE[:-1])
    partial = ResumeFile(path)
    assert (partial.claim(["bleu|rows"]), partial.cut) == (3, len(encode(BLOCK_FILE_SECOND)) - 1)
    partial.add(BLOCK_FILE_SECOND)
    partial.close()
    assert path.read_bytes() == WHOLE


def test_an_empty_run_leaves_nothing(tmp_path):
    """A file that nothing came into is removed, unless it was there before."""
    ResumeFile(tmp_path / "new").close()
    assert not (tmp_path / "new").exists()
    (tmp_path / "old").touch()
    ResumeFile(tmp_path / "old").close()
    assert (tmp_path / "old").read_bytes() == b""


def test_what_took_its_place_stays(tmp_path):
    """The end of a run removes its own file only."""
    path = tmp_path / "run.partial"
    partial = ResumeFile(path)
    partial.add(BLOCK_FILE_FIRST)
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
