"""Graphs of character n-grams, by hand."""

import pytest

from sacreval.metrics.ngrams._ngram_graphs import merged, ngram_graph, value_similarity


def test_edges_are_counted_both_ways():
    """`abab` has a-b three times next to each other, so a to b and b to a weigh 3 each."""
    assert ngram_graph("abab", n=1, window=1) == {("a", "b"): 3, ("b", "a"): 3}


def test_the_window_reaches_over_ngrams():
    """In a window of 2 the two bigrams `ab` and `bc` of `abca` meet `ca` as well."""
    graph = ngram_graph("abca", n=2, window=2)
    pairs = [("ab", "bc"), ("bc", "ca"), ("ab", "ca")]
    assert graph == {edge: 1 for a, b in pairs for edge in ((a, b), (b, a))}


def test_equal_ngrams_count_twice():
    """A pair of equal n-grams is the same edge in both directions: `aaa` has two pairs, so 4."""
    assert ngram_graph("aaa", n=1, window=1) == {("a", "a"): 4}


@pytest.mark.parametrize("text", ["", "ab", "abc"])
def test_a_text_of_one_ngram_has_no_edges(text):
    """A text with fewer than two n-grams has a graph without edges."""
    assert not ngram_graph(text, n=3, window=3)


def test_weights_move_by_one_over_k():
    """The third graph moves a weight by a third of the difference."""
    graphs = [ngram_graph("ab" * k, n=1, window=1) for k in (1, 2, 5)]  # weights 1, 3 and 9
    weight = 1 + (3 - 1) / 2
    assert merged(graphs)["a", "b"] == pytest.approx(weight + (9 - weight) / 3)


def test_new_edges():
    """An edge that merging adds has its own weight; one that it lacks keeps its weight."""
    graphs = [ngram_graph("xyz", n=1, window=1), ngram_graph("abab", n=1, window=1)]
    together = merged(graphs)
    assert (together["a", "b"], together["x", "y"]) == (3, 1)


def test_merging_changes_no_graph():
    """The first graph is as it was."""
    first = ngram_graph("ab", n=1, window=1)
    merged([first, ngram_graph("abab", n=1, window=1)])
    assert first["a", "b"] == 1


def test_similarity_by_hand():
    """`ab` and `abab` share both edges, whose weights are 1 and 3: (1/3 + 1/3) / 2."""
    a, b = (ngram_graph(text, n=1, window=1) for text in ("ab", "abab"))
    assert value_similarity(a, b) == value_similarity(b, a) == pytest.approx(1 / 3)


def test_similarity_divides_by_the_larger_graph():
    """`ab` and `abc` share two of four edges."""
    a, b = (ngram_graph(text, n=1, window=1) for text in ("ab", "abc"))
    assert value_similarity(a, b) == pytest.approx(2 / 4)


def test_similarity_of_empty_graphs_is_0():
    """Two texts without edges have similarity 0, as in the program."""
    assert value_similarity({}, {}) == 0.0
