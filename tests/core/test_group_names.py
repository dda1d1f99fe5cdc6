"""Names of groups in results, and their order."""

from sacreval.core.group_names import bin_labels, group_name, group_order


def test_names_of_pairs():
    """Fields are joined by commas, each with its value."""
    assert group_name(["topic", "language"], ["a", "de"]) == "topic=a,language=de"


def test_bins_are_named_by_their_edges():
    """There is a bin below the first edge, between any two, and from the last on."""
    assert bin_labels([20.0]) == ["<20", "20 or more"]
    assert bin_labels([-0.5, 20, 1e15]) == [
        "<-0.5", "-0.5 to <20", "20 to <1e+15", "1e+15 or more",
    ]  # fmt: skip


def test_bins_are_sorted_by_number_and_other_values_by_letters():
    """100 follows 20 in bins, and the order of a pair is that of its parts."""
    labels = [f"n={label}" for label in bin_labels([-3, 20, 100])]
    assert sorted(set(labels), key=group_order) == labels
    pairs = [f"t={topic},{label}" for topic in "ab" for label in labels]
    assert sorted(set(pairs), key=group_order) == pairs
    assert sorted(["d=b", "d=(none)", "d=a"], key=group_order) == ["d=(none)", "d=a", "d=b"]


def test_a_value_that_looks_like_a_bin_is_sorted_too():
    """Names of all kinds can be compared with each other."""
    names = ["d=<5", "d=<b>", "d=5 or more,", "d=x=<5", ""]
    assert len(sorted(names, key=group_order)) == len(names)
