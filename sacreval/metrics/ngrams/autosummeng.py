"""AutoSummENG, MeMoG and NPowER: similarity of graphs of character n-grams."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import MeanMetric, ScoreScale, metrics, on_kernels
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

Graph = Mapping[tuple[str, str], float]  # weights of the directed edges, both ways of each
LONGEST = 1000  # characters of an n-gram that the kernel accepts
LARGEST_WINDOW = 1_000_000  # characters
Levels = list[Graph]  # the graphs of a text, one for each length of n-grams


@metrics.register("autosummeng")
@dataclass(frozen=True, kw_only=True)
class AutoSummENG(MeanMetric):
    """AutoSummENG, MeMoG and NPowER: similarity of n-gram graphs of summary and references, 0 to 1.

    Higher is better. An n-gram graph has the character n-grams of a text as nodes; an edge counts
    how often two of them occur near each other. AutoSummENG is the mean similarity with the graphs
    of the references, MeMoG the similarity with their merged graph, NPowER a linear combination of
    both, fitted to scores of TAC 2009 and 2010. They depend on case and blanks and on no language.

    Args:
        min_n: The shortest n-grams, in characters (UTF-16 units, as in Java), 1 or more.
        max_n: The longest n-grams, at most 1000; the similarity of longer ones weighs more.
        window: How far apart two n-grams of an edge may start, in characters, 1 to a million.
        released: Compute as the released program does with several references: its MeMoG is the
            similarity with the last reference, and its AutoSummENG uses the merged graph in place
            of the first reference. Otherwise as the papers describe.

    Source: Giannakopoulos, Karkaletsis (2013), and the program of its authors as SacreROUGE runs
    it. In the older NPowER V1, edges that merging adds to a graph weigh 1.
    """

    tasks: ClassVar[tuple[str, ...]] = ("summarization", "generation")
    score_scale = ScoreScale(
        mean=True, highest={"autosummeng": 1.0, "memog": 1.0, "npower": 0.88824}
    )

    min_n: int = 3
    max_n: int = 3
    window: int = 3
    released: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.min_n <= self.max_n <= LONGEST:
            raise UsageError(
                f"min_n {self.min_n} and max_n {self.max_n} must be 1 to {LONGEST}, in order"
            )
        if not 1 <= self.window <= LARGEST_WINDOW:
            raise UsageError(f"window is {self.window}; give 1 to {LARGEST_WINDOW}")

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the three scores."""
        return ("autosummeng", "memog", "npower")

    def prepare(self, *context: Any) -> tuple[list[Levels], Levels]:
        """Create the graphs of the references, and the graph that MeMoG compares with."""
        models = [self._graphs(reference) for reference in context[0]]
        model = [merged(level) for level in zip(*models, strict=True)]
        return ([model, *models[1:]], models[-1]) if self.released else (models, model)

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Compare the graph of the summary with those of the references."""
        models, model = prepared
        summary = self._graphs(prediction)
        autosummeng = sum(self._similarity(summary, graph) for graph in models) / len(models)
        memog = self._similarity(summary, model)
        return autosummeng, memog, npower(autosummeng, memog)

    def covers_native(self) -> bool:
        """Always, up to n-grams of 1,000 characters."""
        return self.max_n <= LONGEST

    def native_rows(self, batch: Batch) -> Array:
        """Compare the graphs with the kernel."""
        return self._native(batch, leave_one_out=False)

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Compare with the graphs of the other references."""
        if not on_kernels(self):
            return super().leave_one_out_rows(batch)
        return self._native(batch, leave_one_out=True)

    def _native(self, batch: Batch, *, leave_one_out: bool) -> Array:
        import numpy as np

        from sacreval import native

        texts = batch.texts_after(lines)
        both = native.graph_similarities(texts, **self.options(), leave_one_out=leave_one_out)
        return np.column_stack([both, npower(both[:, 0], both[:, 1]), np.ones(len(both))])

    def _graphs(self, text: str) -> Levels:
        units = utf16_units(lines(text))
        return [ngram_graph(units, n, self.window) for n in range(self.min_n, self.max_n + 1)]

    def _similarity(self, a: Levels, b: Levels) -> float:
        importance = [sum(range(self.min_n, n + 1)) for n in range(self.min_n, self.max_n + 1)]
        levels = zip(importance, a, b, strict=True)
        return sum(w * value_similarity(x, y) for w, x, y in levels) / sum(importance)


def ngram_graph(text: str, n: int, window: int) -> Graph:
    """Count how often two n-grams of characters start at most `window` characters apart."""
    grams = [text[i : i + n] for i in range(len(text) - n + 1)]
    graph = Counter[tuple[str, str]]()
    for distance in range(1, window + 1):
        graph.update(zip(grams, grams[distance:], strict=False))
        graph.update(zip(grams[distance:], grams, strict=False))
    return graph


def merged(graphs: Sequence[Graph]) -> Graph:
    """Return the running average of graphs: the model graph of MeMoG.

    The weight of an edge moves towards that of the k-th graph by 1/k of their difference. An edge
    that is new in the k-th graph has its weight there.
    """
    together = dict(graphs[0])
    for k, graph in enumerate(graphs[1:], start=2):
        for edge, weight in graph.items():
            old = together.get(edge, weight)
            together[edge] = old + (weight - old) * (1.0 / k)
    return together


def value_similarity(a: Graph, b: Graph) -> float:
    """Sum the ratios of the weights of common edges, divided by the edges of the larger graph."""
    common = a.keys() & b.keys()
    ratios = fsum(min(a[edge], b[edge]) / max(a[edge], b[edge]) for edge in common)
    return ratios / max(len(a), len(b), 1)


def npower(autosummeng: Any, memog: Any) -> Any:
    """Return the combination of AutoSummENG and MeMoG, numbers or arrays of them."""
    return (5.2905 * autosummeng + 3.0053 * memog + 0.5866) / 10


def lines(text: str) -> str:
    """Return the text with every line ended by one newline, as the program reads files."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if not text or text.endswith("\n") else f"{text}\n"


def utf16_units(text: str) -> str:
    """Return the text with each character beyond U+FFFF split into its two UTF-16 units."""
    if not text or max(text) <= "\uffff":
        return text
    units = array("H", text.encode("utf-16-le", "surrogatepass"))
    return "".join(map(chr, units))
