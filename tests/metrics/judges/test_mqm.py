"""The scale of error lists."""

import msgspec
import pytest

from sacreval.metrics.judges._scale_base import Bounds
from support.judge_parsing import scale

MQM = "{type: mqm}"


def errors(*severities):
    return [{"severity": severity} for severity in severities]


@pytest.mark.parametrize(
    ("text", "value", "numbers"),
    [
        (MQM, [], (0, 0, 0, 0)),
        (MQM, errors("Major", "minor", "minor"), (-7, 0, 1, 2)),
        (MQM, errors(*["major"] * 6), (-25, 0, 6, 0)),
        (MQM, errors("critical", "critical"), (-25, 2, 0, 0)),
        ("{type: mqm, cap: 100, most: 2}", errors("minor", "major", "critical"), (-30, 1, 1, 1)),
        (MQM, {"major": ["a", {"class": "b"}], "minor": []}, (-10, 0, 2, 0)),
        (MQM, errors("severe"), ()),
        (MQM, [{"class": "a"}], ()),
        (MQM, {"major": "a"}, ()),
        (MQM, "no errors", ()),
        (MQM, ["a"], ()),
        (MQM, None, ()),
    ],
)
def test_errors_cost_the_weight_of_their_severity(text, value, numbers):
    """The score is minus the capped sum, with counts beside it; all else is unparsed."""
    assert scale(text).read(value).values == numbers


def test_errors_are_kept_as_details():
    """A later step can show them."""
    assert scale(MQM).read({"major": ["a"]}).details == [{"text": "a", "severity": "major"}]


def test_a_fatal_category_has_the_highest_severity():
    """A text that is no translation is critical, whatever it is under."""
    value = [{"severity": "minor", "category": "Non-translation"}]
    assert scale("{type: mqm, fatal: [non-translation]}").read(value).values == (-25, 1, 0, 0)


def test_bounds():
    """The worst is the cap, the best no error."""
    assert scale("{type: mqm, cap: 26}").bounds() == Bounds((-26, 2, 0, 0), (0, 0, 0, 0))


@pytest.mark.parametrize(
    "text",
    [
        "{type: mqm, weights: {}}",
        "{type: mqm, weights: {minor: 1, major: 5}}",
        "{type: mqm, weights: {major: 5, minor: 0}}",
        "{type: mqm, weights: {score: 5}}",
        "{type: mqm, weights: {Major: 5, major: 1}}",
        "{type: mqm, cap: 0}",
        "{type: mqm, most: 0}",
    ],
)
def test_wrong_weights_are_refused(text):
    """Weights are positive, in order, of different severities."""
    with pytest.raises(msgspec.ValidationError):
        scale(text)
