"""Scores by the length of references: instances in bins of about equal size, and their scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from sacreval.errors import UsageError
from sacreval.scoring.rows.subset import Subset

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch
    from sacreval.scoring.evaluation import Evaluation

BINS = 6
_SMALLEST = 5  # instances of a bin, on average; with fewer there are fewer bins


class LengthBins(NamedTuple):
    """Bins of instances by the length of their references.

    Args:
        labels: The lengths in each bin, such as `3-12`, in rising order.
        places: Instance to the place of its bin.
        unit: What the length counts: `words` between white space; or `characters`, where half of
            the texts have one word at most.
    """

    labels: list[str]
    places: Mapping[str, int]
    unit: str


class LengthScores(NamedTuple):
    """The scores of a system in the bins.

    Args:
        output: Name of the output.
        system: The system.
        values: Its score over the records of each bin; None where it has none there.
        counts: Number of these records.
    """

    output: str
    system: str
    values: list[float | None]
    counts: list[int]


class ReferenceLengths:
    """The lengths of references, collected while records stream by; means of several ones."""

    def __init__(self) -> None:
        self._words: dict[str, float] = {}
        self._characters: dict[str, float] = {}

    def watch(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield batches unchanged, and keep the lengths of their references."""
        for batch in batches:
            for name, refs in zip(batch.instance_ids, batch.column("references"), strict=True):
                texts = [text for text in refs or () if isinstance(text, str)]
                if texts and name not in self._words:
                    self._words[name] = sum(len(text.split()) for text in texts) / len(texts)
                    self._characters[name] = sum(map(len, texts)) / len(texts)
            yield batch

    def bins(self) -> LengthBins:
        """Return bins with about as many instances each.

        Raises:
            UsageError: If no record has references.
        """
        import numpy as np

        if not self._words:
            raise UsageError("--plot lengths: no record has references; give them with -r")
        in_words = float(np.median(list(self._words.values()))) > 1
        lengths = self._words if in_words else self._characters
        values = np.rint(list(lengths.values())).astype(int)
        count = max(1, min(BINS, len(values) // _SMALLEST))
        places = _places(values, count)
        labels = [range_label(values[places == place]) for place in range(places.max() + 1)]
        return LengthBins(
            labels,
            dict(zip(lengths, places.tolist(), strict=True)),
            "words" if in_words else "characters",
        )


def _places(values: Array, count: int) -> Array:
    """Return the bin of each length, so that bins are about as large, and equal lengths in one."""
    import numpy as np

    _, of, sizes = np.unique(values, return_inverse=True, return_counts=True)
    place, held, left = 0, 0, len(values)
    places = []
    for size in sizes.tolist():
        places.append(place)
        held += size
        if held >= left / (count - place):
            place, held, left = place + 1, 0, left - held
    indices: Array = np.array(places)[of]
    return indices


def range_label(values: Iterable[int]) -> str:
    """Format the range of some whole numbers with an en dash."""
    low, high = min(values), max(values)
    return f"{low}" if low == high else f"{low}\N{EN DASH}{high}"


def scores_by_length(evaluation: Evaluation, bins: LengthBins) -> Iterator[LengthScores]:
    """Yield the scores of every system in every bin, by each output.

    Args:
        evaluation: The rows of all records.
        bins: The bins; instances without references are in none.

    Raises:
        MetricError: If a metric fails.
    """
    import numpy as np

    for i, entry in enumerate(evaluation.entries):
        for system, collected in evaluation.systems.items():
            names = collected.names
            everything = Subset.of(collected, i)
            numbers = np.array([bins.places.get(names[place], -1) for place in everything.places])
            parts = [everything.where(numbers == place) for place in range(len(bins.labels))]
            scores = [entry.named(part.scores()) if len(part) else {} for part in parts]
            for output in entry.directions():
                values = [float(score[output]) if output in score else None for score in scores]
                yield LengthScores(output, system, values, [len(part) for part in parts])
