"""Graphs of character n-grams that occur near each other (Giannakopoulos et al. 2008)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum

Graph = Mapping[tuple[str, str], float]  # weights of the directed edges, both ways of each


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
