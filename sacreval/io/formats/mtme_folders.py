"""Files of folders in the layout of mt-metrics-eval, one folder per test set.

`references/LP.NAME.txt` and `documents/LP.docs` are line-aligned with `sources/LP.txt`.
`human-scores/LP.NAME.seg.score` and `metric-scores/LP/METRIC-REF.seg.score` hold lines of a system,
a tab and a score: one block per system in segment order.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sacreval.errors import InputError
from sacreval.io.files import open_bytes
from sacreval.io.lines import lines

HUMAN, METRIC = "human-scores", "metric-scores"


class ScoreLine(NamedTuple):
    """A line of a score file.

    Args:
        place: File and line number, for messages.
        system: The system.
        cell: The score or rating, as text.
    """

    place: str
    system: str
    cell: str


def text_lines(path: Path) -> list[str]:
    """Read the lines of a file, without line feeds."""
    with open_bytes(str(path)) as stream:
        return [line.removesuffix("\n") for line in lines(stream, str(path))]


def score_lines(path: Path) -> Iterator[ScoreLine]:
    """Read a score file.

    Raises:
        InputError: If a line has no tab.
    """
    for number, line in enumerate(text_lines(path), start=1):
        place = f"{path}:{number}"
        system, tab, cell = line.rpartition("\t")
        if not tab:
            raise InputError(f"{place}: expected a system, a tab and a score; correct the line")
        yield ScoreLine(place, system, cell.strip())


def named_files(folder: Path, head: str, ending: str) -> dict[str, Path]:
    """Map names to the files `<head><name><ending>` of a folder, sorted."""
    paths = sorted(folder.glob(f"{head}*{ending}"))
    return {path.name[len(head) : -len(ending)]: path for path in paths}


def reference_files(folder: Path, pair: str) -> dict[str, Path]:
    """Map the references of a language pair to their files."""
    return named_files(folder / "references", f"{pair}.", ".txt")


def human_files(folder: Path, pair: str, ending: str) -> dict[str, Path]:
    """Map the human scores of a language pair to their files of one ending."""
    return named_files(folder / HUMAN, f"{pair}.", ending)


def metric_files(folder: Path, pair: str, ending: str) -> dict[str, Path]:
    """Map the metrics of a language pair to their files of one ending."""
    return named_files(folder / METRIC / pair, "", ending)


def segment_groups(folder: Path, pair: str) -> list[dict[str, str]]:
    """Read the domain and the document of each segment; an empty list if no file has them."""
    path = folder / "documents" / f"{pair}.docs"
    if not path.exists():
        return []
    rows = (line.rstrip("\r").split("\t") for line in text_lines(path))
    return [dict(zip(("domain", "document"), row, strict=False)) for row in rows]
