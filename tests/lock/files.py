"""The files of the lock: a line for a row, and of texts a line for a line."""

import json
import platform
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_info

LOCKED = Path(__file__).parent / "locked"
LINE = {"ensure_ascii": False, "separators": (",", ":")}


def machine() -> dict[str, str]:
    """Name the class of machines on which all bits of numbers are the same.

    Sums and products of NumPy and of its BLAS depend on the instructions that the processor has.
    """
    extensions = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    pools = threadpool_info()
    return {
        "blas": " ".join(sorted({p["architecture"] for p in pools if "architecture" in p})),
        "simd": " ".join(extensions),
        "machine": platform.machine(),
        "libc": " ".join(platform.libc_ver()),
        "python": ".".join(platform.python_version_tuple()[:2]),
        "numpy": version("numpy"),
        "scipy": version("scipy"),
    }


def write(name: str, rows: Iterable[dict[str, Any]]) -> Path:
    """Write the rows of a verb."""
    head = json.dumps(machine(), **LINE)  # type: ignore[arg-type]
    path = LOCKED / f"{name}.json"
    text = ",\n".join(map(_row, rows))
    path.write_text(f'{{"machine":{head},\n"rows":[\n{text}\n]}}\n', encoding="utf-8")
    return path


def _row(row: dict[str, Any]) -> str:
    """Format a row: keys in order, but what it printed last, and texts by line."""
    first = {key: row[key] for key in sorted(row) if key != "out"}
    line = json.dumps(first, **LINE)  # type: ignore[arg-type]
    if "out" not in row:
        return line
    out = row["out"]
    text = json.dumps(out, **LINE)  # type: ignore[arg-type]
    if len(out) > 1 and all(isinstance(part, str) for part in out):
        lines = (json.dumps(part, ensure_ascii=False) for part in out)
        text = "[\n  " + ",\n  ".join(lines) + "]"
    return f'{line[:-1]},"out":{text}}}'


def read(name: str) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Read the machine class and the rows of a verb."""
    document = json.loads((LOCKED / f"{name}.json").read_text(encoding="utf-8"))
    return document["machine"], document["rows"]


def names() -> list[str]:
    """List the verbs."""
    return sorted(path.stem for path in LOCKED.glob("*.json"))
