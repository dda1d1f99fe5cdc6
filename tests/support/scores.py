"""Load scores of several files as one set."""

from collections.abc import Iterable
from pathlib import Path

from sacreval.features.correlate.data.load import load_tasks
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.options import Duplicates


def load_scores(
    paths: Iterable[str | Path],
    *,
    language_pair: str | None = None,
    duplicates: Duplicates = "error",
) -> ScoreSet:
    """Load files as one task, of one language pair where folders hold several."""
    pairs = [language_pair] if language_pair else []
    return load_tasks(paths, (), language_pairs=pairs, duplicates=duplicates)[""]
