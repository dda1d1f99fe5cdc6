"""The union of longest common subsequences, plain and weighted, as ROUGE-1.5.5 traces them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Table = list[list[float]]


def weight_of(length: float, weight: float) -> float:
    """Return the weight of a run, length^weight; 0 for no words."""
    return float(length) ** weight if length else 0.0


def marked(sentence: Sequence[str], others: Sequence[Sequence[str]]) -> list[bool]:
    """Mark the words of a sentence that are in its LCS with any other sentence.

    Args:
        sentence: A sentence of the model.
        others: The sentences of the peer.
    """
    return _union(sentence, others, _lengths)


def weighted_marked(
    sentence: Sequence[str], others: Sequence[Sequence[str]], weight: float
) -> list[bool]:
    """Mark the words that are in the weighted LCS, where long runs count for more.

    Args:
        sentence: A sentence of the model.
        others: The sentences of the peer.
        weight: Exponent of the length of a run.
    """
    return _union(sentence, others, lambda a, b: _weights(a, b, weight))


def _union(
    sentence: Sequence[str],
    others: Sequence[Sequence[str]],
    table_of: Callable[[Sequence[str], Sequence[str]], Table],
) -> list[bool]:
    marks = [False] * len(sentence)
    for other in others:
        table = table_of(sentence, other)
        i, j = len(sentence), len(other)
        while i and j:
            if sentence[i - 1] == other[j - 1]:
                i, j = i - 1, j - 1
                marks[i] = True
            elif table[i - 1][j] >= table[i][j - 1]:
                i -= 1
            else:
                j -= 1
    return marks


def _lengths(a: Sequence[str], b: Sequence[str]) -> Table:
    return _weights(a, b, 1.0)


def _weights(a: Sequence[str], b: Sequence[str], weight: float) -> Table:
    """Return the weights of the best common subsequences, (len(a) + 1, len(b) + 1)."""
    best: Table = [[0.0] * (len(b) + 1) for _ in range(len(a) + 1)]
    runs = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            if x == y:
                k = runs[i][j]
                longer = best[i][j] + weight_of(k + 1, weight)  # this order decides ties
                best[i + 1][j + 1], runs[i + 1][j + 1] = longer - weight_of(k, weight), k + 1
            else:
                best[i + 1][j + 1] = max(best[i][j + 1], best[i + 1][j])
    return best
