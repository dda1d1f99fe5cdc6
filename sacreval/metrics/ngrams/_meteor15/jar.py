"""Statistics of the user's meteor-1.5.jar, in one run of Java for many texts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sacreval.errors import MetricError
from sacreval.metrics._wrappers.program import TIME_LIMIT, folder, interpreter, run

STATISTICS = 23


def jar_statistics(
    jar: Path,
    pairs: Sequence[tuple[str, str]],
    options: Sequence[str],
    *,
    seconds: float = TIME_LIMIT,
) -> list[list[float]]:
    """Return the sufficient statistics of alignments."""
    java = interpreter("java", jar.name, "default-jre-headless")
    with folder() as place:
        for name, texts in zip(("hyp", "ref"), zip(*pairs, strict=True), strict=True):
            lines = "".join(f"{_line(text)}\n" for text in texts)
            (place / name).write_bytes(lines.encode("utf-8", "replace"))
        command = [java, "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(jar), "hyp", "ref"]
        printed = run([*command, *options, "-ssOut"], where=place, seconds=seconds)
    rows = [[float(number) for number in line.split()] for line in printed.splitlines()]
    if len(rows) != len(pairs) or any(len(row) != STATISTICS for row in rows):
        raise MetricError(
            f"{jar.name} printed {len(rows)} lines of statistics for {len(pairs)} pairs; "
            "use --engine native"
        )
    return rows


def _line(text: str) -> str:
    """Return a text on one line; METEOR splits at all these characters anyway."""
    return text.replace("\r", " ").replace("\n", " ")
