"""Outputs of a system for three records and for two variants of each."""

import json
from pathlib import Path
from typing import Any

ORIGINALS = [
    {"instance_id": "1", "input": "aaa bbb", "prediction": "3", "references": ["3"]},
    {"instance_id": "2", "input": "ccc", "prediction": "5", "references": ["2"]},
    {"instance_id": "3", "input": "ddd", "prediction": "2", "references": ["2"]},
]
VARIANTS = [
    ("1", "aaa bb", "no", 1),
    ("1", "aa bbb", "no", 2),
    ("2", "cc", "never", 1),
    ("2", "ccc", "no", 2),
    ("3", "ddd ", "3", 1),
    ("3", "dxd", "2", 2),
]


def records() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return new records of both files."""
    refs = {original["instance_id"]: original["references"] for original in ORIGINALS}
    varied = [
        {
            "instance_id": name, "input": question, "prediction": output, "references": refs[name],
            "groups": {"perturbation": "butter-finger", "variant": number},
        }
        for name, question, output, number in VARIANTS
    ]  # fmt: skip
    return [dict(original) for original in ORIGINALS], varied


def write(path: Path, lines: list[dict[str, Any]]) -> Path:
    """Write records to a file."""
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path
