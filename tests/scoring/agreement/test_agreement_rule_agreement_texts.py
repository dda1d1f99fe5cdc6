"""What tools compare."""

import pytest

from sacreval.core.records import Instance
from sacreval.scoring.agreement.agreement_columns import derived, metric_of
from sacreval.scoring.agreement.agreement_rows import Row
from sacreval.scoring.agreement.agreement_rule import each_sample, in_bytes, letters, rule_for


def match(text, target, **options):
    """Return inspect_ai's `match` of a text, as the table derives it."""
    record = Instance(prediction=text, references=[target])
    rule = rule_for("inspect", "match", record, options)
    row = Row("match", "match", None, None, record)
    (found,) = derived(metric_of(rule, "match"), rule, [row], options)
    return found.value


# Verdicts of inspect_ai 0.3.285's match_str.
@pytest.mark.parametrize(
    ("text", "target", "options", "verdict"),
    [
        ("It is Yes.", "yes", {}, 1),
        ("It is Yes.", "yes", {"ignore_case": False}, 0),
        ("yes it is", "yes", {}, 0),
        ("yes it is", "yes", {"location": "begin"}, 1),
        ("well yes sir", "yes", {"location": "any"}, 1),
        (" yes! ", "yes", {"location": "exact"}, 1),
        ("so 17", "7", {}, 1),
        ("so 17", "7", {"numeric": True}, 0),
        ("70 is it", "7", {"numeric": True, "location": "begin"}, 0),
        ("it is $1,000.", "1000", {"numeric": True}, 1),
        ("7 or 8", "7", {"numeric": True, "location": "any"}, 1),
        ("27 or 8", "7", {"numeric": True, "location": "any"}, 0),
        ("it is -3", "\N{MINUS SIGN}3", {"numeric": True}, 1),
        ("3.14159265", "3.14159", {"numeric": True}, 1),
        ("~42", "42", {"numeric": True}, 0),
        ("no number", "7", {"numeric": True}, 0),
        ("about 60%", "60", {"numeric": True}, 0),
    ],
)
def test_match(text, target, options, verdict):
    """Numbers are compared as numbers where the option asks for it, other texts by their place."""
    assert match(text, target, **options) == verdict


def test_letters():
    """The letters that were read are compared with those of all targets, in any order."""
    record = Instance(references=["a", "C"], meta={"answers": {"choice": "C, A"}})
    (found,) = letters(record, {})
    assert (found.prediction, found.references) == ("A,C", ["A,C"])


def test_lengths_in_bytes():
    """A character stands for each byte of a choice."""
    (found,) = in_bytes(Instance(choices=[{"text": " é", "logprob": -1.0}]), {})
    assert len(found.choices[0]["text"]) == 3


def test_samples():
    """Each output is compared, of which the best counts."""
    record = Instance(prediction="a", samples=["a", "b"])
    assert [one.prediction for one in each_sample(record, {})] == ["a", "b"]
