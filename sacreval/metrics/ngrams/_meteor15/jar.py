"""Statistics of the user's meteor-1.5.jar, in one run of Java for many texts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sacreval.errors import MetricError, UsageError
from sacreval.metrics._wrappers.program import TIME_LIMIT, folder, interpreter, run

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch
    from sacreval.metrics.ngrams.meteor_1_5 import Meteor15

STATISTICS = 23
_LANGUAGES = {"cs": "cz", "sv": "se"}  # the jar's names where they differ
_NORMALIZATION = {
    "full": ["-norm"],
    "no-punctuation": ["-norm", "-noPunct"],
    "lowercase": ["-lower"],
    "none": [],
}


def jar_pairs(jar: Path, metric: Meteor15, batch: Batch) -> Array:
    """Compute the statistics of every pair with the jar.

    Args:
        jar: Path of meteor-1.5.jar.
        metric: The metric `meteor-1.5`, with its options.
        batch: Records with `p` references in all.

    Returns:
        Array (p, 23), as `Meteor15.native_pairs` returns it.
    """
    import numpy as np

    records = zip(batch.predictions, batch.references, strict=True)
    pairs = [(text, reference) for text, own in records for reference in own]
    found = jar_statistics(jar, pairs, jar_options(metric)) if pairs else []
    return np.array(found, dtype=np.float64).reshape(len(pairs), STATISTICS)


def jar_options(metric: Meteor15) -> list[str]:
    """Return the options of the jar on which its statistics depend.

    Raises:
        UsageError: If it has no such options.
    """
    if metric.task == "universal":
        raise UsageError(
            "meteor-1.5.jar has the task universal only for a language of your own (-new); use "
            "--engine native"
        )
    flags: list[tuple[object, list[str]]] = [
        (True, ["-l", _LANGUAGES.get(metric.language, metric.language)]),
        (True, _NORMALIZATION[metric.normalization]),
        (metric.modules, ["-m", " ".join(metric.modules)]),
        (metric.characters, ["-ch"]),
        (True, ["-x", str(metric.beam_size)]),
        (metric.function_words, ["-s", str(Path(metric.function_words).resolve())]),
    ]
    return [word for wanted, words in flags if wanted for word in words]


def jar_statistics(
    jar: Path,
    pairs: Sequence[tuple[str, str]],
    options: Sequence[str],
    *,
    seconds: float = TIME_LIMIT,
) -> list[list[float]]:
    """Return the sufficient statistics of alignments.

    Args:
        jar: Path of meteor-1.5.jar.
        pairs: Predictions with one reference each, n of them.
        options: Options of the jar, such as -l en -norm, without files, -r and output.
        seconds: Time limit.

    Returns:
        The 23 numbers that `-ssOut` prints for each pair.

    Raises:
        NotSetUpError: If Java is not installed.
        MetricError: If the jar fails, or prints another number of lines.
    """
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
