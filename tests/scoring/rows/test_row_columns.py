"""The rows of one metric: for one system, and the scored records in a group."""

import numpy as np
import pytest

from sacreval.core.contract.formulas import Sums
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.inputs.breakdowns import Breakdown, Field
from sacreval.scoring.rows.collected_rows import collect
from sacreval.scoring.rows.row_columns import Places, RowColumn
from sacreval.scoring.rows.subset import Subset


def test_rows_in_order():
    """Batches are one table; what could not be scored is NaN in every column, with its reason."""
    column = RowColumn()
    column.add(0, np.array([[1.0, 2.0], [3.0, 4.0]]), {})
    column.add(2, np.array([[np.nan]]), {0: "no reference"})
    column.add(3, np.array([[5.0, 6.0]]), {})
    assert column.rows()[[0, 1, 3]].tolist() == [[1, 2], [3, 4], [5, 6]]
    assert np.isnan(column.rows()[2]).all()
    assert column.failures == {2: "no reference"}


def test_sums_in_turn_are_those_at_once():
    """Rows that are added to a sum give the same bits as all rows at once."""
    rows = np.random.default_rng(3).random((1000, 3))
    rows[17, 1] = np.nan
    column = RowColumn()
    for start in range(0, 1000, 137):
        column.add_to_sum(start, rows[start : start + 137], {})
    good = rows[~np.isnan(rows).any(axis=1)]
    assert column.rows().tolist() == [good.sum(axis=0).tolist()]


def test_plain_sums():
    """Sums of batches stay plain numbers until rows are asked for, then they are a row."""
    column = RowColumn()
    column.add_sums(Sums([1.0, 2.0]))
    column.add_sums(Sums([3.0, 4.0]))
    assert list(column.only_sums or ()) == pytest.approx([4, 6])
    column.add(2, np.array([[5.0, 6.0]]), {})
    assert column.only_sums is None
    assert column.rows().sum(axis=0).tolist() == [9, 12]


def test_rows_without_numbers(cli, tmp_path):
    """A metric of labels of which the data have none has rows of no numbers, and scores of 0."""
    (tmp_path / "e.jsonl").write_text('{"prediction": [], "references": [[]]}\n' * 2)
    for verb in (("evaluate",), ("evaluate", "--ci"), ("score",)):
        done = cli(verb[0], "entities", "e.jsonl", *verb[1:])
        assert (done.code, "0.0" in done.out) == (0, True)


def batch(first, count, names=None):
    """Return records, without ids or with names."""
    ids = names or [None] * count
    instances = [Instance(instance_id=name, prediction="a") for name in ids]
    return Batch(instances, lines=range(first, first + len(instances)))


@pytest.mark.parametrize("batches", [[(1, 3), (4, 2)], [(10, 2), (1, 3)], [(1, 2), (5, 1), (3, 1)]])
def test_numbers_of_lines(batches):
    """Records without ids have their line numbers as ids, as if these were names."""
    places = Places()
    expected = {}
    for first, count in batches:
        assert places.add(batch(first, count)) is None
        for number in range(first, first + count):
            expected[str(number)] = len(expected)
    assert list(places) == list(expected)
    assert len(places) == len(expected)
    assert places.ascend == (sorted(map(int, expected)) == list(map(int, expected)))
    assert dict(places.items()) == expected
    assert places.keys() == expected.keys()
    assert "01" not in places


def test_numbers_and_names():
    """Records with names follow such without, and the other way round."""
    places = Places()
    for added in (batch(1, 2), batch(3, 0, ["b", "a"]), batch(5, 1)):
        assert places.add(added) is None
    assert dict(places.items()) == {"1": 0, "2": 1, "b": 2, "a": 3, "5": 4}
    assert not places.ascend


@pytest.mark.parametrize(
    ("before", "after", "at"),
    [
        (batch(1, 5), batch(4, 3), 0),
        (batch(4, 3), batch(2, 3), 2),
        (batch(1, 3), batch(9, 0, ["x", "2"]), 1),
        (batch(1, 0, ["7"]), batch(6, 3), 1),
        (batch(1, 1), batch(9, 0, ["x", "x"]), 1),
    ],
)
def test_repeated_ids(before, after, at):
    """The first record whose id is there already is found."""
    places = Places()
    assert places.add(before) is None
    assert places.add(after) == at
    assert after.instance_ids[at] in places


def test_equal_ids():
    """Ids of systems are compared as sets, also where one side has names."""
    numbers, same, names = Places(), Places(), Places()
    numbers.add(batch(1, 3))
    same.add(batch(1, 3))
    names.add(batch(1, 0, ["3", "1", "2"]))
    assert numbers.keys() == same.keys()
    assert numbers.keys() == names.keys()
    same.add(batch(4, 1))
    assert numbers.keys() != same.keys()


BY = Breakdown((Field("g"),))

RECORDS = [
    Instance(prediction=p, references=["a"], instance_id=i, groups={"g": g})
    for i, p, g in ((10, "a", "x"), (9, "b", "x"), (2, "a", "y"))
]


def members(name="exact-match", records=RECORDS):
    systems = collect([Batch(records)], [Entry(metrics.get(name)())], group_fields=[Field("g")])
    return Subset.of(systems["system"], 0)


def test_records_are_in_the_order_of_ids():
    """Rows are sorted by number, and places say where each was read."""
    system = members()
    assert system.places.tolist() == [2, 1, 0]
    assert system.rows[:, 0].tolist() == [1, 0, 1]
    assert system.scores() == {"exact_match": pytest.approx(2 / 3)}


def test_groups():
    """Each value of a group has its own records, sorted by name."""
    sizes = {name: (len(part), part.scores()["exact_match"]) for name, part in members().split(BY)}
    assert sizes == {"g=x": (2, 0.5), "g=y": (1, 1.0)}


@pytest.mark.parametrize(("name", "value"), [("distinct-n", 2 / 3), ("self-bleu", None)])
def test_metrics_of_sets_score_the_records_themselves(name, value):
    """A set is measured on the records that were picked."""
    scores = members(name).scores()
    if value is not None:
        assert scores["distinct_1"] == pytest.approx(value)
    (_, first), _ = members(name).split(BY)
    assert len(first) == 2
    assert first.scores() == metrics.get(name)().measure(Batch([RECORDS[1], RECORDS[0]]))


def test_undefined_outputs_are_named():
    """What the formula leaves undefined has a reason; no records have none."""
    numbers = [
        Instance(prediction=1, references=[i], instance_id=i, groups={"g": 1}) for i in (1, 2)
    ]
    system = members("pearson", numbers)
    assert system.undefined().keys() == {"pearson"}
    assert system.where(system.places < 0).undefined() == {}
