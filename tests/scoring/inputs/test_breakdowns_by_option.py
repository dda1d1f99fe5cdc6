"""The values of --by."""

import pytest

from sacreval.core.results import Result
from sacreval.errors import UsageError
from sacreval.scoring.inputs.breakdowns import breakdown_of, breakdowns


def parsed(text):
    (one,) = breakdowns(text)
    return [(field.name, field.edges) for field in one.fields]


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
    (one,) = breakdowns(text)
    assert one.text == text
    assert breakdowns(one.text)[0].text == text


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
