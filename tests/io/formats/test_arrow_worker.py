"""The program that reads Parquet and Arrow files, called in this process."""

import datetime as dt
import decimal

from sacreval.io.formats.arrow_worker import Fault, Header, Rows, Wanted, frames
from support.arrow_tables import arrow, parquet, pyarrow

MEMORY = 2**30


def first_row(path, layout="parquet"):
    """Return the first row of a file."""
    found = list(frames(str(path), Wanted(layout=layout, memory=MEMORY)))
    assert isinstance(found[1], Rows), found
    return found[1].rows[0]


def test_values(tmp_path):
    """Dates are texts, decimals are numbers, and NaN is a missing value."""
    row = {
        "day": dt.date(2026, 11, 22),
        "price": decimal.Decimal("0.25"),
        "nan": float("nan"),
        "nested": {"a": [1, None]},
    }
    found = first_row(parquet(tmp_path / "x", [row]))
    assert found == {"day": "2026-11-22", "price": 0.25, "nan": None, "nested": {"a": [1, None]}}


def test_dictionaries(tmp_path):
    """A column that is stored as a dictionary has its values."""
    column = pyarrow().array(["x", "y", "x"]).dictionary_encode()
    assert first_row(arrow(tmp_path / "x", {"a": column}), "arrow") == {"a": "x"}


def test_frames(tmp_path):
    """Frames have fewer rows where rows are large."""
    path = parquet(tmp_path / "x", [{"a": f"{i}" + "x" * 2**18} for i in range(70)])
    found = list(frames(str(path), Wanted(layout="parquet", memory=MEMORY)))
    sizes = [len(frame.rows) for frame in found if isinstance(frame, Rows)]
    assert sum(sizes) == 70
    assert max(sizes) < 40


def test_features(tmp_path):
    """What the library `datasets` noted about columns is in the header."""
    found = pyarrow().table({"a": ["x"]}).replace_schema_metadata({"huggingface": '{"info": 1}'})
    header, *_ = frames(str(arrow(tmp_path / "x", found)), Wanted(layout="arrow", memory=MEMORY))
    assert header == Header(["a"], '{"info": 1}')


def test_faults(tmp_path):
    """What is no such file is a fault, and ends the frames."""
    (tmp_path / "x").write_text("text")
    for layout in ("parquet", "arrow"):
        (fault,) = frames(str(tmp_path / "x"), Wanted(layout=layout, memory=MEMORY))
        assert isinstance(fault, Fault)
        assert fault.kind == "damaged"
