"""Checks, classes and changes of numbers, and results kept by contents of arguments."""

from dataclasses import dataclass
from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from threadpoolctl import threadpool_info, threadpool_limits

from sacreval.errors import InputError, UsageError
from sacreval.stats import memoize
from sacreval.stats.arrays import first_best, in_order
from sacreval.stats.association.weighted import Steps, best_cut, max_f1
from sacreval.stats.checks import complete, counts, fraction, labels_of, present
from sacreval.stats.label_scores import (
    ClassCounts,
    balanced_accuracy,
    kappa,
    matthews,
    names,
    scores,
)
from sacreval.stats.resampling import single_thread_blas
from sacreval.stats.variant_changes import cohens_h, drop_rate, hedges_g


@dataclass(frozen=True)
class Option:
    """An argument with a field."""

    size: int


@pytest.fixture
def counted():
    """Return a memoized sum, and the list of its calls."""
    calls = []

    def total(x, *, plus=0, option=None):
        calls.append((plus, option))
        return float(np.sum(x)) + plus

    return memoize.memoize(total), calls


def test_equal_arguments_are_computed_once(counted):
    """Arrays are equal by contents, dataclasses by fields."""
    total, calls = counted
    for _ in range(2):
        assert total(np.array([1.0, 2.0]), plus=1, option=Option(2)) == 4
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((np.array([2.0, 1.0]),), {}),
        ((np.array([[1.0, 2.0]]),), {}),
        ((np.array([1, 2]),), {}),
        ((np.array([1.0, 2.0]),), {"plus": 1}),
        ((np.array([1.0, 2.0]),), {"option": Option(1)}),
    ],
    ids=["order", "shape", "type", "number", "dataclass"],
)
def test_other_arguments_are_computed(counted, args, kwargs):
    """Another order, shape, type or option is another call."""
    total, calls = counted
    total(np.array([1.0, 2.0]))
    total(*args, **kwargs)
    assert len(calls) == 2


def test_the_oldest_result_is_dropped(counted, monkeypatch):
    """Only the last results are kept."""
    monkeypatch.setattr(memoize, "MOST_RESULTS", 2)
    total, calls = counted
    for number in (1.0, 2.0, 1.0, 3.0, 1.0, 2.0):
        total(np.array([number]))
    assert len(calls) == 4


@pytest.mark.parametrize("workers", [1, 3])
def test_results_are_in_the_order_of_blocks(workers):
    """Whatever the number of threads."""
    assert list(in_order(lambda n: n * n, range(20), workers)) == [n * n for n in range(20)]


@pytest.mark.parametrize("workers", [1, 3])
def test_an_error_of_a_block_is_raised(workers):
    """It ends the work."""
    with pytest.raises(ZeroDivisionError):
        list(in_order(lambda n: 1 / n, [1, 2, 0, 3], workers))


def threads():
    """Return the number of threads of each BLAS."""
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


def test_one_thread_inside_only():
    """Inside there is one thread; arguments and result pass, and afterwards all is as before."""

    @single_thread_blas
    def inside(x, *, y):
        """Add."""
        return x + y, threads()

    with threadpool_limits(limits=2, user_api="blas"):
        before = threads()
        total, counts = inside(1, y=2)
        assert (total, set(counts)) == (3, {1})
        assert threads() == before
    assert inside.__doc__ == "Add."


COUNTS = ClassCounts(*np.array([[1, 1], [2, 1], [1, 2]]))

THIRD = ClassCounts(*np.array([[1, 1, 0], [2, 1, 0], [1, 2, 0]]))

EMPTY = np.array([])


def test_complete_numbers_pass():
    """Finite numbers of any shape come back as they are, in double precision."""
    table = complete([[1, 2], [3, 4]], "scores")
    assert table.dtype == np.float64
    assert table.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("hole", [np.nan, np.inf, -np.inf])
def test_holes_are_refused(hole):
    """A NaN or an infinity is refused, with how many there are."""
    with pytest.raises(InputError, match=r"^2 of 3 scores are NaN or infinite"):
        complete([1, hole, hole], "scores")


def test_no_number_is_refused():
    """An empty array is refused where something must be computed; others come back."""
    with pytest.raises(InputError, match="there are no scores of runs"):
        present(np.empty((0, 3)), "scores of runs")
    assert present([1], "scores") == [1]


@pytest.mark.parametrize(("part", "whole"), [(3, 2), (-1, 2), (0.5, 2), (1, 1.5)])
def test_impossible_counts_are_refused(part, whole):
    """A part that is negative, not whole or larger than its whole is refused."""
    with pytest.raises(InputError, match="successes"):
        counts([0, part], [2, whole], "successes")


def test_counts_broadcast():
    """One total serves many parts."""
    some, every = counts([0, 1, 2], 2, "successes")
    assert some.tolist() == [0, 1, 2]
    assert every.tolist() == [2, 2, 2]


@pytest.mark.parametrize("number", [0, 1, -0.5, 95, float("nan")])
def test_fractions_lie_between(number):
    """0, 1, percentages and NaN are no confidence."""
    with pytest.raises(UsageError, match="between 0 and 1"):
        fraction(number, "the confidence")
    assert fraction(0.95, "the confidence") == 0.95


def test_groups_are_numbered():
    """Groups of any names get numbers from 0, one for each record."""
    assert labels_of(["b", "a", "b"], 3).tolist() == [1, 0, 1]
    with pytest.raises(InputError, match="2 groups are given for 3 records"):
        labels_of([1, 2], 3)


@pytest.mark.parametrize(
    ("scores", "higher", "best"),
    [
        ([1.0, 3.0, 3.0], True, 1),
        ([3.0, 1.0, 1.0], False, 1),
        ([0.3, 0.1 + 0.2, 0.1], True, 0),
        ([nan, 1.0, 2.0], False, 1),
        ([nan, nan], True, None),
        ([], True, None),
    ],
)
def test_first_best(scores, higher, best):
    """Ties to twelve digits go to the first; NaN is never the best."""
    assert first_best(scores, higher=higher) == best


def by_loop(values, gains, start):
    """Go through the values in their order and keep the first best sum."""
    total = best = start
    cut = 0.0
    for i in np.argsort(values, kind="stable"):
        total += gains[i]
        if total > best:
            best, cut = total, values[i]
    return best, cut


@given(
    st.lists(st.sampled_from([0.4, 0.8, -1.0, 0.1, -0.3]), min_size=1, max_size=30),
    st.integers(0, 5),
    st.randoms(use_true_random=False),
)
def test_sums_round_as_in_a_loop(gains, start, random):
    """Equally good cuts are told apart as a loop tells them, rounding included."""
    values = [(i + 1) / (len(gains) + 1) for i in range(len(gains))]
    random.shuffle(values)
    best = best_cut(
        np.array(values), np.array(gains), np.ones(len(gains)), start=np.array(float(start))
    )
    assert (float(best.total), float(best.cut)) == by_loop(values, gains, float(start))


def test_the_lowest_of_equally_good_cuts():
    """A cut that gains nothing stays below all values; of equal gains the lowest counts."""
    losses, start = np.ones(3), np.array(2.0)
    gains = np.array([-1.0, 1.0, 0.0])
    assert best_cut(np.array([0.1, 0.2, 0.3]), gains, losses, start=start) == (2.0, 0.0)
    assert best_cut(np.array([-3.0, 0.2, 0.3]), gains, losses, start=start) == (2.0, -4.0)
    assert best_cut(np.array([0.1, 0.2, 0.3]), gains[::-1], losses, start=start) == (3.0, 0.2)
    assert best_cut(np.array([0.1, 0.2, 0.2]), gains, losses, start=start).cut == 0.0


def test_f1_without_positives():
    """Without positives F1, precision and recall are 0, also before anything is predicted."""
    nothing = Steps(np.zeros(2), np.array([0.0, 1.0]))
    assert max_f1(nothing) == (0, 0.0, 0.0, 0.0)
    best = max_f1(Steps(np.array([1.0, 0.0, 1.0]), np.array([0.0, 2.0, 0.0])))
    assert best == pytest.approx((0, 2 / 3, 1.0, 0.5))


@pytest.mark.parametrize(
    ("average", "expected"),
    [
        ("macro", (3 / 4, 3 / 4, 2 / 3)),
        ("micro", (2 / 3, 2 / 3, 2 / 3)),
        ("weighted", (5 / 6, 2 / 3, 2 / 3)),
        ("per-class", (1 / 2, 1, 2 / 3, 1, 1 / 2, 2 / 3)),
    ],
)
def test_averages(average, expected):
    """Precision 1/2 and 1, recall 1 and 1/2, F1 2/3 each; weights 1 and 2 of 3 records."""
    values = scores(COUNTS, [average])
    assert [float(x) for x in values] == pytest.approx(expected)
    assert len(names([average], ["a", "b"])) == len(expected)


@pytest.mark.parametrize(("absent", "f1"), [("leave", 2 / 3), ("zero", 4 / 9)])
def test_a_class_that_does_not_occur(absent, f1):
    """It is left out of the macro average, or counts with 0."""
    assert float(scores(THIRD, ["macro"], absent)[2]) == pytest.approx(f1)


def test_agreement():
    """Kappa (2/3 - 4/9) / (1 - 4/9), Matthews (2 * 3 - 4) / 4, and the mean recall."""
    assert kappa(COUNTS) == pytest.approx(0.4)
    assert matthews(COUNTS) == pytest.approx(0.5)
    assert balanced_accuracy(COUNTS) == pytest.approx(0.75)


def test_one_class_alone():
    """Where both sides use one class, kappa is 1 and Matthews' correlation 0."""
    counts = ClassCounts(*np.array([[3, 0], [3, 0], [3, 0]]))
    assert (kappa(counts), matthews(counts), balanced_accuracy(counts)) == (1.0, 0.0, 1.0)


def test_names():
    """Names follow the averages, then classes, then parts."""
    assert names(["micro", "per-class"], ["a"]) == (
        "micro_precision", "micro_recall", "micro_f1", "precision_a", "recall_a", "f1_a",
    )  # fmt: skip


def array(*values):
    return np.array(values, dtype=float)


@pytest.mark.parametrize(
    ("original", "variants", "rate"),
    [((1, 1), (0.5,), 0.5), ((0.5,), (1, 1), -1.0), ((0,), (0, 0), 0.0)],
)
def test_drop_rate(original, variants, rate):
    """Half is lost, or as much is gained again; of nothing nothing is lost."""
    assert drop_rate(array(*original), array(*variants)) == rate


def test_no_rate():
    """Of nothing no share can be gained, and an empty side has no mean."""
    assert isnan(drop_rate(array(0), array(1)))
    for function in (drop_rate, cohens_h, hedges_g):
        assert isnan(function(EMPTY, array(1)))
        assert isnan(function(array(1), EMPTY))


@pytest.mark.parametrize(("a", "b", "h"), [(0, 1, 1), (1, 0, -1), (0.5, 0.5, 0), (0, 0.5, 0.5)])
def test_cohens_h(a, b, h):
    """From none to all it is 1, from none to a half 2 (pi / 4) / pi."""
    assert cohens_h(array(a), array(b)) == pytest.approx(h)


def test_hedges_g():
    """A gap of 1 over sqrt(1/2), times 1 / 1.75 sqrt(2/4), over 5: 4 / 35; and its opposite."""
    assert hedges_g(array(0, 1), array(1, 2)) == pytest.approx(4 / 35)
    assert hedges_g(array(1, 2), array(0, 1)) == pytest.approx(-4 / 35)
    assert hedges_g(array(1, 1), array(1, 1)) == 0
    assert isnan(hedges_g(array(0), array(1)))


def test_hedges_g_is_cut():
    """From 50 scores there is no correction, and without spread it is the largest."""
    assert hedges_g(np.zeros(25), np.ones(25)) == 1
    assert hedges_g(np.ones(25), np.zeros(25)) == -1
