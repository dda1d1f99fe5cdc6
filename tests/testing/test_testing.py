"""check_metric and check_reader: laws, sentences, damaged files."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Instance
from sacreval.testing import check_reader, laws
from sacreval.testing.expectations import require, same_arrays, same_numbers
from sacreval.testing.metrics import metric_of
from support.own_metrics import Changeable, RestOfBatch
from support.own_readers import Arrows, Hides, Raises, ReadsAll, by_line


def test_require():
    """A condition that does not hold raises the sentence."""
    require(True, "x")
    with pytest.raises(AssertionError, match="^so it is$"):
        require(0, "so it is")


def test_same_arrays():
    """NaN equals NaN; the first difference and other shapes are named."""
    same_arrays(np.array([1.0, np.nan]), np.array([1.0, np.nan]), "x")
    with pytest.raises(AssertionError, match=r"x: 2.0 is not 3.0 at \(1,\)"):
        same_arrays(np.array([1.0, 2.0]), np.array([1.0, 3.0]), "x")
    with pytest.raises(AssertionError, match=r"x: shape \(2,\) is not \(1,\)"):
        same_arrays(np.zeros(2), np.zeros(1), "x")


@pytest.mark.parametrize(
    ("got", "want", "right"),
    [(1.0, 1.05, True), (1.0, 1.2, False), (None, float("nan"), True), (0.0, None, False)],
)
def test_same_numbers(got, want, right):
    """Numbers differ by the tolerance at most; no score is not 0."""
    if right:
        same_numbers({"a": got}, {"a": want}, 0.1, "here")
    else:
        with pytest.raises(AssertionError, match="here: a is"):
            same_numbers({"a": got}, {"a": want}, 0.1, "here")


RECORDS = [Instance(prediction=x, references=["a b", "b"]) for x in ("a", "a b")]


def test_metrics_are_frozen():
    """A metric that can be changed is refused."""
    with pytest.raises(AssertionError, match="can be changed; write @dataclass"):
        laws.is_a_value(Changeable())


def test_order():
    """A metric whose rows depend on the other records of a batch depends on their order."""
    with pytest.raises(AssertionError, match="the order of records changes the results"):
        laws.order_is_irrelevant(metric_of(RestOfBatch), [*RECORDS, *RECORDS[:1]])


@pytest.mark.parametrize("name", ["bleu", "exact-match"])
def test_every_law_holds(name):
    """Every law of one metric and its records holds for metrics that come with sacreval."""
    metric = metrics.get(name)()
    for law in (
        laws.order_is_irrelevant,
        laws.reduce_broadcasts,
        laws.means_are_means,
        laws.outputs_are_declared,
        laws.chunks_stack,
        laws.rows_are_finite,
        laws.whole_rows_are_whole,
        laws.pickles,
        laws.leave_one_out_rows,
    ):
        law(metric, RECORDS)


READERS_RECORDS = [
    {"prediction": "a", "references": ["b"]},
    {"prediction": "c", "references": ["d"]},
]


@pytest.fixture
def pairs(tmp_path):
    """Write two records."""
    path = tmp_path / "x.pairs"
    path.write_text("a -> b\nc -> d\n", encoding="utf-8")
    return path


def test_a_reader(pairs, tmp_path):
    """A reader that yields the records and names wrong lines passes, and so does a function."""
    wrong = tmp_path / "wrong.pairs"
    wrong.write_text("a -> b\nc\n", encoding="utf-8")
    check_reader(Arrows, {pairs: READERS_RECORDS}, wrong={wrong: "wrong.pairs:2: no ->"})
    check_reader(Arrows(arrow=" -> "), {pairs: READERS_RECORDS})
    check_reader('py:support.own_readers:Arrows{"arrow": " -> "}', {str(pairs): READERS_RECORDS})
    check_reader(by_line, {pairs: [{"prediction": "a -> b"}, {"prediction": "c -> d"}]})
    check_reader("parallel-text", {pairs: [{}, {}]})


@pytest.mark.parametrize(
    ("reader", "records", "part"),
    [
        (Arrows, READERS_RECORDS[:1], "2 records are read, not 1"),
        (
            Arrows,
            [READERS_RECORDS[0], {"prediction": "x"}],
            "`prediction` of record 2 is 'c', not 'x'",
        ),
        (Raises, READERS_RECORDS, "raised IndexError"),
        (Hides, READERS_RECORDS, "does not name the file"),
    ],
)
def test_broken_laws(pairs, reader, records, part):
    """A record that differs, an exception and a message without the file are named."""
    with pytest.raises(AssertionError) as error:
        check_reader(reader, {pairs: records})
    assert part in str(error.value)


def test_a_wrong_file_that_is_read(pairs):
    """A file that is said to be wrong has to be refused."""
    with pytest.raises(AssertionError, match="reads this file, which is wrong"):
        check_reader(ReadsAll, {}, wrong={pairs: "no"})
