"""Rows of Parquet and Arrow files, which a process of its own reads."""

import datetime as dt
import decimal
import importlib.util
import random
import resource
import sys

import pytest

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.io.formats import arrow_worker
from sacreval.io.formats.arrow_files import ArrowLimit, arrow_frames
from sacreval.io.formats.arrow_worker import ArrowRequest, Fault, Header, Rows, frames
from support.arrow_tables import arrow, parquet, pyarrow
from support.sizes import long

LIMIT = ArrowLimit(1024.0, "parquet")
ROWS = [{"prediction": str(i), "score": i / 2} for i in range(600)]
MEMORY = 2**30


def read(path, layout="parquet", limit=LIMIT, columns=()):
    """Return the columns of a file, and its rows."""
    header, *parts = arrow_frames(str(path), layout, limit, columns)
    assert isinstance(header, Header)
    assert all(isinstance(part, Rows) for part in parts)
    return header.names, [row for part in parts for row in part.rows]


def test_rows(tmp_path):
    """The rows of a file come in its order, with all columns or with those that are named."""
    path = parquet(tmp_path / "x.parquet", ROWS, row_group_size=250)
    assert read(path) == (["prediction", "score"], ROWS)
    names, rows = read(path, columns=("score",))
    assert (names, rows[3]) == (["score"], {"score": 1.5})


@pytest.mark.parametrize("stream", [False, long(True)])
def test_arrow(tmp_path, stream):
    """Streams and files of Arrow are distinguished by their first bytes."""
    path = arrow(tmp_path / "x", ROWS, stream=stream)
    assert read(path, "arrow") == (["prediction", "score"], ROWS)
    assert read(path, "arrow", columns=("score",))[0] == ["score"]


def test_columns(tmp_path):
    """A column that is not there, repeats a name or holds bytes is named in the error."""
    pa = pyarrow()
    path = parquet(tmp_path / "x.parquet", {"a": ["x"], "b": [b"\xff"]})
    with pytest.raises(InputError, match="there is no column 'c'; the columns are: a, b"):
        read(path, columns=("c",))
    with pytest.raises(InputError, match="the column 'b' holds bytes, not text"):
        read(path)
    assert read(path, columns=("a",))[1] == [{"a": "x"}]
    twice = pa.Table.from_arrays([pa.array(["x"]), pa.array(["y"])], names=["a", "a"])
    with pytest.raises(InputError, match="the column 'a' is there twice"):
        read(arrow(tmp_path / "twice.arrow", twice), "arrow")


def test_memory(tmp_path):
    """A file of a kilobyte that would fill the memory ends in a sentence with the remedy."""
    pa = pyarrow()
    text = pa.array(["x" * 2**22])
    places = pa.array([0] * 50_000, pa.int32())
    column = pa.DictionaryArray.from_arrays(places, text)
    path = parquet(tmp_path / "x.parquet", {"prediction": column}, compression="zstd")
    assert path.stat().st_size < 2**13
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(InputError, match='takes more than 64 MiB.*"max_memory": 8192'):
        read(path, limit=ArrowLimit(64.0, "parquet"))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + 2**17  # kB


@pytest.mark.skipif(sys.platform == "win32", reason="a signal ends the process")
def test_crash(tmp_path, monkeypatch):
    """A crash of pyarrow on a file is an error of the file, and of no traceback."""
    path = parquet(tmp_path / "x.parquet", ROWS[:2])
    (tmp_path / "worker.py").write_text("import os; os.abort()")
    monkeypatch.setattr(arrow_worker, "__file__", str(tmp_path / "worker.py"))
    with pytest.raises(InputError, match=r"x.parquet: pyarrow crashed on this file \(exit code -6"):
        read(path)


def test_not_installed(tmp_path, monkeypatch):
    """Without pyarrow the error names what to install."""
    (tmp_path / "x.parquet").write_bytes(b"PAR1")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)  # noqa: ARG005
    with pytest.raises(NotSetUpError, match=r"pip install 'sacreval\[parquet\]'"):
        read(tmp_path / "x.parquet")


def test_what_cannot_be_read(tmp_path):
    """Pipes, compressed files and other formats are refused, and so are wrong limits."""
    pyarrow()
    (tmp_path / "x.parquet.gz").write_bytes(b"")
    (tmp_path / "x.parquet").write_text("prediction\n7\n")
    for name, reason in (("x.parquet.gz", "decompress it"), ("x.parquet", "not a readable Parq")):
        with pytest.raises(InputError, match=reason):
            read(tmp_path / name)
    with pytest.raises(InputError, match="cannot be read from a pipe"):
        read("-")
    with pytest.raises(InputError, match="no such file"):
        read(tmp_path / "none.parquet")
    with pytest.raises(UsageError, match="max_memory must be from 16"):
        ArrowLimit(1.0, "parquet").check()


@pytest.mark.long
@pytest.mark.parametrize("layout", ["parquet", "arrow"])
def test_damaged(tmp_path, layout):
    """Damaged copies are read right, or end in one sentence that names the file."""
    write = parquet if layout == "parquet" else arrow
    good = write(tmp_path / "good", ROWS).read_bytes()
    draw = random.Random(7)
    for i in range(8):
        damaged = bytearray(good if i % 3 else good[: draw.randrange(len(good))])
        for _ in range(i % 4):
            damaged[draw.randrange(len(damaged))] = draw.randrange(256)
        path = tmp_path / f"{i}"
        path.write_bytes(damaged)
        assert _ends_well(path, layout), path


def _ends_well(path, layout):
    """Return whether a file is read right, or ends in one sentence that names it."""
    try:
        return len(read(path, layout)[1]) <= len(ROWS)
    except InputError as error:
        return str(error).startswith(str(path)) and len(str(error)) < 500


def first_row(path, layout="parquet"):
    """Return the first row of a file."""
    parts = list(frames(str(path), ArrowRequest(layout=layout, memory=MEMORY)))
    assert isinstance(parts[1], Rows), parts
    return parts[1].rows[0]


def test_values(tmp_path):
    """Dates are texts, decimals are numbers, and NaN is a missing value."""
    row = {
        "day": dt.date(2026, 11, 22),
        "price": decimal.Decimal("0.25"),
        "nan": float("nan"),
        "nested": {"a": [1, None]},
    }
    values = first_row(parquet(tmp_path / "x", [row]))
    assert values == {"day": "2026-11-22", "price": 0.25, "nan": None, "nested": {"a": [1, None]}}


def test_dictionaries(tmp_path):
    """A column that is stored as a dictionary has its values."""
    column = pyarrow().array(["x", "y", "x"]).dictionary_encode()
    assert first_row(arrow(tmp_path / "x", {"a": column}), "arrow") == {"a": "x"}


def test_frames(tmp_path):
    """Frames have fewer rows where rows are large."""
    path = parquet(tmp_path / "x", [{"a": f"{i}" + "x" * 2**18} for i in range(70)])
    parts = list(frames(str(path), ArrowRequest(layout="parquet", memory=MEMORY)))
    sizes = [len(frame.rows) for frame in parts if isinstance(frame, Rows)]
    assert sum(sizes) == 70
    assert max(sizes) < 40


def test_features(tmp_path):
    """What the library `datasets` noted about columns is in the header."""
    table = pyarrow().table({"a": ["x"]}).replace_schema_metadata({"huggingface": '{"info": 1}'})
    header, *_ = frames(
        str(arrow(tmp_path / "x", table)), ArrowRequest(layout="arrow", memory=MEMORY)
    )
    assert header == Header(["a"], '{"info": 1}')


def test_faults(tmp_path):
    """What is no such file is a fault, and ends the frames."""
    (tmp_path / "x").write_text("text")
    for layout in ("parquet", "arrow"):
        (fault,) = frames(str(tmp_path / "x"), ArrowRequest(layout=layout, memory=MEMORY))
        assert isinstance(fault, Fault)
        assert fault.kind == "damaged"
