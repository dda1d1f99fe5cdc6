"""Tables in Parquet and Arrow files, written by pyarrow for tests."""

import json
from pathlib import Path
from typing import Any

from support import missing

WHAT = "tests of Parquet and Arrow files"


def pyarrow() -> Any:
    """Import pyarrow; skip the test, and list it, without it."""
    return missing.module("pyarrow", WHAT)


def parquet(path: Path, rows: Any, **options: Any) -> Path:
    """Write rows, or columns, as a Parquet file."""
    pyarrow()
    import pyarrow.parquet as pq

    pq.write_table(table(rows), path, **options)
    return path


def arrow(path: Path, rows: Any, *, stream: bool = False, **options: Any) -> Path:
    """Write rows, or columns, as an Arrow file or stream."""
    ipc = pyarrow().ipc
    arrow_table = table(rows)
    make = ipc.new_stream if stream else ipc.new_file
    with path.open("wb") as out, make(out, arrow_table.schema, **options) as writer:
        writer.write_table(arrow_table)
    return path


def table(rows: Any) -> Any:
    """Return a table of rows, or of columns by name."""
    table_type = pyarrow().Table
    if isinstance(rows, table_type):
        return rows
    return table_type.from_pylist(rows) if isinstance(rows, list) else table_type.from_pydict(rows)


def hf_folder(path: Path, *parts: list[dict[str, Any]], features: Any = None, **state: Any) -> Path:
    """Write a folder as `save_to_disk` does, with a file for each part."""
    path.mkdir(parents=True)
    names = [f"data-{i:05}-of-{len(parts):05}.arrow" for i in range(len(parts))]
    for name, rows in zip(names, parts, strict=True):
        arrow(path / name, rows, stream=True)
    files = [{"filename": name} for name in names]
    (path / "state.json").write_text(json.dumps({"_data_files": files, "_split": None, **state}))
    if features is None:
        features = {name: {"_type": "Value"} for name in parts[0][0]}
    (path / "dataset_info.json").write_text(json.dumps({"features": features}))
    return path
