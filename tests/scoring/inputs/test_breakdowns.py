"""Breakdowns: the values of fields that group records."""

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.scoring.inputs.breakdowns import Groups, breakdowns

BATCH = Batch(
    [
        Instance(prediction="a" * n, groups={"d": d} if d else None, meta={"n": n, "t": [n]})
        for n, d in ((3, "x"), (5, None), (20, "y"))
    ],
    "f.jsonl",
    system="s",
)


def labels(*by):
    groups = Groups(breakdowns(by))
    found = groups.labels(BATCH)
    groups.check()
    return found


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("d", ["d=x", "d=(none)", "d=y"]),
        ("groups.d", ["groups.d=x", "groups.d=(none)", "groups.d=y"]),
        ("system_id", ["system_id=s"] * 3),
        ("system_type", ["system_type=peer"] * 3),
        ("meta.n", ["meta.n=3", "meta.n=5", "meta.n=20"]),
        ("meta.n > `4`", ["meta.n > `4`=False", "meta.n > `4`=True", "meta.n > `4`=True"]),
        ("meta.n:5,20", ["meta.n=<5", "meta.n=5 to <20", "meta.n=20 or more"]),
        ("d,meta.n:5", ["d=x,meta.n=<5", "d=(none),meta.n=5 or more", "d=y,meta.n=5 or more"]),
    ],
)
def test_groups_of_records(by, expected):
    """An edge belongs to the bin above it, and records without a value to a group of their own."""
    assert labels(by) == [(one,) for one in expected]


def test_several_breakdowns():
    """A record has one group by each."""
    assert labels("d", "system_id")[0] == ("d=x", "system_id=s")
    assert labels() == [()] * 3


@pytest.mark.parametrize(
    ("by", "error", "message"),
    [
        ("meta.t", InputError, r"f\.jsonl:1: --by meta\.t finds a list, not a text"),
        ("d:5", InputError, r'f\.jsonl:1: --by d:5 finds "x", not a number'),
        ("meta.n > `4`:5", InputError, r"finds false, not a number"),
        ("meta.gone", UsageError, r"no record has a value of this; there are d, meta\.n, meta\.t"),
        ("n", UsageError, r"no record has a group 'n', but records have meta\.n; give that"),
        ("dd", UsageError, r"no record has a group 'dd'; did you mean 'd'"),
        ("d(", UsageError, r"no record has a group 'd\(', and --by d\( is not a JMESPath"),
    ],
)
def test_fields_that_group_nothing(by, error, message):
    """What has no value, or one that is no name, is refused with what there is."""
    with pytest.raises(error, match=message):
        labels(by)


def test_a_group_comes_before_a_field_of_its_name():
    """A value in `groups` wins, so that names which worked before mean the same."""
    batch = Batch([Instance(prediction="a", groups={"system_id": "g", "a.b(c": 1})], system="s")
    assert Groups(breakdowns("system_id")).labels(batch) == [("system_id=g",)]
    assert Groups(breakdowns("a.b(c")).labels(batch) == [("a.b(c=1",)]
