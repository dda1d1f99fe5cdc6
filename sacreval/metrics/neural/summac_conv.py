"""SummaC-Conv (Laban et al. 2022): consistency of summaries by learned weights of histograms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from sacreval.core.metric import ScoreScale, metrics
from sacreval.errors import InputError, UsageError
from sacreval.io.resources import known, resource
from sacreval.metrics.neural._summac import Summac
from sacreval.models.weights.weight_files import read_tensors

if TYPE_CHECKING:
    from sacreval.core.metric import Array

PUBLISHED = "cd880581f59bd47b8968c7f48d754cd617dfe9b256d8d76fdcbc0fa4a3b3c6fe"  # SHA-256, a pickle
_TEN = 10  # parts of an output that the library reads
Bins = Literal["percentile", "even50"]


@metrics.register("summac-conv")
@dataclass(frozen=True, kw_only=True)
class SummacConv(Summac):
    """SummaC-Conv: does a summary follow from its sources? by learned weights, 0 to 1.

    Higher is better. A model of natural language inference reads every sentence of the sources as
    the premise of every sentence of the output. The histogram of the probabilities of entailment of
    a sentence is weighted by a learned layer; the mean over sentences is turned into a probability
    by a second one. Sentences of at most 10 characters are dropped, the sources have at most 100
    sentences, and pairs at most 500 tokens, the rest being cut with a notice; so are the sentences
    of an output after the tenth. An output without sentences has the score of a sentence that
    nothing supports. References are not used. Needs `pip install 'sacreval[neural]'`; nothing is
    downloaded. The original's model is tals/albert-xlarge-vitaminc-mnli (`vitc`).

    Args:
        layers: File of the learned layers: safetensors, or a pickle with `--pickles`; by default
            the published ones, which `sacreval setup-metric summac-conv` fetches.
        layers_sha256: SHA-256 of this file, which signatures state; another file is refused.
        bins: Edges of the histogram: percentile, which the published layers need, or even50, 50
            bins of equal width.
        most_sentences: Number of sentences of an output that are scored, the first ones; 0 for
            all, unlike the original.

    Source: summac 0.0.4 of PyPI, with one model and the labels `e`.
    """

    score_scale = ScoreScale(mean=True, highest=1.0)

    layers: str = ""
    layers_sha256: str = ""
    bins: Bins = "percentile"
    most_sentences: int = _TEN

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.most_sentences < 0:
            raise UsageError(f"most_sentences is {self.most_sentences}; give 0 for all, or more")
        self._set_file("layers_sha256", str(self._path))
        self._layers()

    def rests_on(self) -> Sequence[Path]:
        """Return the files of the model and of the layers, and those that split sentences."""
        return (*super().rests_on(), self._path)

    def most_hypotheses(self) -> int:
        """Return the number of parts of an output that are scored; 0 for all."""
        return self.most_sentences

    def combine(self, logits: Array) -> Sequence[float]:
        """Weigh the histogram of each part of the output, and their mean."""
        import numpy as np

        layers, edges = self._layers(), edges_of(self.bins)
        entailed = self.image(logits)[0]
        if np.isnan(entailed).any():
            return (float("nan"),)
        counts = [np.histogram(column, bins=edges)[0] for column in entailed.T]
        weighted = np.array(counts) @ layers.histogram + layers.offset
        low, high = layers.final @ np.full(3, weighted.mean()) + layers.final_offset
        return (float(1 / (1 + np.exp(low - high))),)

    def _layers(self) -> Layers:
        bins = len(edges_of(self.bins)) - 1
        pickles = self.pickles or self.layers_sha256 == PUBLISHED
        return read_layers(self._path, bins, self.layers_sha256, pickles=pickles)

    @property
    def _path(self) -> Path:
        """The file of the layers."""
        if self.layers:
            return Path(self.layers)
        return resource("summac-conv") / known("summac-conv").proof


PERCENTILE = (
    0.0, 0.01, 0.02, 0.03, 0.04, 0.07, 0.13, 0.37, 0.90, 0.91, 0.92, 0.93, 0.94, 0.95, 0.955, 0.96,
    0.965, 0.97, 0.975, 0.98, 0.985, 0.99, 0.995, 1.0,
)  # fmt: skip
_SHAPES = {"mlp.bias": (1,), "layer_final.weight": (2, 3), "layer_final.bias": (2,)}


class Layers(NamedTuple):
    """The learned layers.

    Args:
        histogram: Array (bins,), the weight of each bin.
        offset: What is added to the sum over bins.
        final: Array (2, 3), from a mean, repeated three times, to two logits.
        final_offset: Array (2,).
    """

    histogram: Array
    offset: float
    final: Array
    final_offset: Array


def edges_of(bins: Bins) -> tuple[float, ...]:
    """Return the edges of the bins of a histogram, from 0 to 1."""
    if bins == "percentile":
        return PERCENTILE
    return (*(i * (1 / 50) for i in range(50)), 1.0)


@lru_cache(maxsize=2)
def read_layers(path: Path, bins: int, _checksum: str, *, pickles: bool) -> Layers:
    """Read learned layers.

    Args:
        path: The file.
        bins: Number of bins of the histogram.
        _checksum: SHA-256 of the file, so that a file that changed is read again.
        pickles: Whether the file may be a pickle, which is read without running code.

    Raises:
        InputError: If the file lacks a layer, or has one of another shape.
    """
    tensors = read_tensors(path, pickles=pickles)
    for name, shape in {"mlp.weight": (1, bins), **_SHAPES}.items():
        actual = tuple(tensors[name].shape) if name in tensors else None
        if actual != shape:
            raise InputError(
                f"{path}: {name} has the shape {actual}, not {shape}; name the layers of "
                "SummaC-Conv for these --bins"
            )
    mlp, offset, final, final_offset = (
        tensors[name].double().numpy() for name in ("mlp.weight", *_SHAPES)
    )
    return Layers(mlp[0], float(offset[0]), final, final_offset)
