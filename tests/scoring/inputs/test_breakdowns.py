"""Breakdowns: the values of fields that group records."""

import pytest

from sacreval.core.record_parts import RecordReply
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Result
from sacreval.errors import InputError, UsageError
from sacreval.scoring.inputs.breakdowns import (
    BreakdownGroups,
    as_mappings,
    breakdown_of,
    breakdowns,
    in_words,
    values_of,
)
from sacreval.text.expressions import compiled

BATCH = Batch(
    [
        Instance(prediction="a" * n, groups={"d": d} if d else None, meta={"n": n, "t": [n]})
        for n, d in ((3, "x"), (5, None), (20, "y"))
    ],
    "f.jsonl",
    system="s",
)


def labels(*by):
    groups = BreakdownGroups(breakdowns(by))
    names = groups.labels(BATCH)
    groups.check()
    return names


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
    assert labels(by) == [(label,) for label in expected]


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


def test_groups_that_a_message_does_not_name_are_counted():
    """Five names are listed."""
    batch = Batch([Instance(prediction="a", groups=dict.fromkeys("abcdefg", "x"))], system="s")
    groups = BreakdownGroups(breakdowns("meta.gone"))
    groups.labels(batch)
    with pytest.raises(UsageError, match="there are a, b, c, d, e and 2 more"):
        groups.check()


def test_a_group_comes_before_a_field_of_its_name():
    """A value in `groups` wins, so that names which worked before mean the same."""
    batch = Batch([Instance(prediction="a", groups={"system_id": "g", "a.b(c": 1})], system="s")
    assert BreakdownGroups(breakdowns("system_id")).labels(batch) == [("system_id=g",)]
    assert BreakdownGroups(breakdowns("a.b(c")).labels(batch) == [("a.b(c=1",)]


def test_ids_are_those_of_results():
    """A record without ids has its line and its file's system; a number is its text."""
    batch = Batch([Instance(prediction="a"), Instance(instance_id=7, system_id="s")], system="f")
    rows = values_of(batch, compiled("[instance_id, system_id, prediction]", ""))
    assert rows == [["1", "f", "a"], ["7", "s", None]]


def test_replies_are_objects():
    """What a judge was answered can be named by its fields."""
    reply = RecordReply(text="yes")
    batch = Batch([Instance(prediction="a", replies={"j": [reply]})])
    assert next(as_mappings(batch))["replies"]["j"][0]["text"] == "yes"


def test_the_place_of_a_record_is_named():
    """An expression that cannot be applied names file and line."""
    batch = Batch([Instance(prediction="a"), Instance(prediction=5)], "f.jsonl")
    with pytest.raises(InputError, match=r"f\.jsonl:2: --by length\(prediction\) cannot be"):
        values_of(batch, compiled("length(prediction)", "--by "))


def test_values_in_words():
    """Lists and objects are named by their kind, and long texts are cut."""
    assert [in_words(x) for x in ([], {}, "a", 5, True)] == [
        "a list", "an object", '"a"', "5", "true",
    ]  # fmt: skip
    assert len(in_words("x" * 1000)) == 60


def parsed(text):
    (breakdown,) = breakdowns(text)
    return [(field.name, field.edges) for field in breakdown.fields]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("topic", [("topic", ())]),
        ("topic, language", [("topic", ()), ("language", ())]),
        ("length(prediction):20,50", [("length(prediction)", (20, 50))]),
        ("a,meta.n:-1,.5,1e3,b", [("a", ()), ("meta.n", (-1, 0.5, 1000)), ("b", ())]),
        ("join(',', references)", [("join(',', references)", ())]),
        ("references[0:2] | [0]", [("references[0:2] | [0]", ())]),
        ('groups."a,b"', [('groups."a,b"', ())]),
        ("task:sub", [("task:sub", ())]),
        ("50", [("50", ())]),
        (r"contains(prediction, '\',')", [(r"contains(prediction, '\',')", ())]),
    ],
)
def test_fields_and_bins(text, expected):
    """Commas and colons in brackets and quotes are part of an expression."""
    assert parsed(text) == expected


@pytest.mark.parametrize(
    ("by", "message"),
    [
        ("meta.n:5,5", r"these bins overlap \(5 before 5\)"),
        ("meta.n:5,4", r"these bins are not in rising order \(5 before 4\)"),
        ("meta.n:1e999", "an edge of bins is not finite"),
        ("meta.n:", "bins are numbers in rising order"),
        ("meta.n:nan", "bins are numbers in rising order"),
        (":5", "bins are numbers in rising order"),
        ("a,", "a name is missing"),
        ("", "a name is missing"),
        ("a,a", "a field is named twice"),
        (["a", "a"], "'a' is given twice"),
        (["meta.n:5", "meta.n:6"], "'meta.n' is given twice"),
    ],
)
def test_what_is_refused(by, message):
    """Each wrong value has a sentence."""
    with pytest.raises(UsageError, match=message):
        breakdowns(by)


@pytest.mark.parametrize("text", ["topic", "a,meta.n:-1,0.5,1000", "length(prediction):20"])
def test_the_text_is_parsed_to_the_same(text):
    """What results state of their groups makes the same groups."""
    (breakdown,) = breakdowns(text)
    assert breakdown.text == text
    assert breakdowns(breakdown.text)[0].text == text


def test_results_of_earlier_releases():
    """Without `by`, the name before the equals sign is the group."""

    def of(group, by=None):  # fmt: skip
        return breakdown_of(
            Result(metric="m", output="m", system_id="s", group=group, value=1, n=1, by=by,
                   higher_is_better=True, interval=None, signature="m", engine="official")
        )  # fmt: skip

    assert of(None) is None
    assert of("topic=a=b").name == "topic"
    assert of("meta.n=<5", "meta.n:5").fields[0].edges == (5,)
