"""Files of the scores of records: commands that write them, and a reader."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
WRITERS: dict[str, Callable[[str], list[Any]]] = {
    "score": lambda file: ["score", "bleu", SAMPLE, "-o", file],
    "evaluate": lambda file: ["evaluate", "bleu", SAMPLE, "--instances", file],
}


def read(path: Path) -> Any:
    """Read a file of records by its ending: a list of objects or of rows."""
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text().splitlines()]
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t" if path.suffix == ".tsv" else ","))
