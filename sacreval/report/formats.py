"""The formats of results, and their file endings."""

from pathlib import Path
from typing import Literal, get_args

from sacreval.errors import UsageError, nearest

Format = Literal["text", "json", "jsonl", "tsv", "csv", "md", "tex"]
ScriptFormat = Literal["rouge-1.5.5", "rouge-1.5.5-d"]
ExchangeFormat = Literal["eee", "model-index", "eval-results"]
SystemOrder = Literal["given", "score", "name"]
"""Orders of systems in results; see `system_order`."""

SystemFormat = Literal[
    "text", "json", "jsonl", "tsv", "csv", "md", "tex", "rouge-1.5.5", "rouge-1.5.5-d",
    "eee", "model-index", "eval-results",
]  # fmt: skip
"""The formats of `evaluate`: of all results, of the output of other programs, and of exchange."""

ELSEWHERE = {
    "html": "a page is written from a result: sacreval report RESULT.json -o {}",
    "xml": "gates are written as test cases by evaluate: --junit {}",
}
"""What is written by other commands and options, by ending."""

SYNONYMS = {"markdown": "md", "latex": "tex", "txt": "text"}


def format_of(path: Path) -> Format:
    """Return the format of a file's ending.

    Raises:
        UsageError: If no format has that ending.
    """
    ending = path.suffix[1:].lower()
    name = SYNONYMS.get(ending, ending)
    known = get_args(Format)
    if name not in known:
        instead = ELSEWHERE.get(name, "").format(path) or nearest(name, known)
        raise UsageError(f"{path}: no format ends in '{path.suffix}'; {instead}")
    return name  # type: ignore[return-value]
