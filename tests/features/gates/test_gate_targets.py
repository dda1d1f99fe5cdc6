"""What gates are about."""

import pytest

from sacreval.core.results import Result
from sacreval.errors import UsageError
from sacreval.features.gates.gate_targets import in_groups, is_summary, output_of, target_of
from sacreval.scoring.entries.run_metrics import entry
from sacreval.scoring.inputs.by_option import breakdowns

ENTRIES = [entry("bleu"), entry('chrf{"rename": {"chrf": "odd"}}'), entry("rouge")]
BY = breakdowns(["domain", "topic,language"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bleu", "bleu"),
        ("rouge1-f1 [domain=news]", "rouge1_f1[domain=news]"),
        ("bleu[topic=a,language=de]", "bleu[topic=a,language=de]"),
        ("bleu[topic,language=(mean)]", "bleu[topic,language=(mean)]"),
        ("rouge[domain=news]", "rougeL_f1[domain=news]"),
        ("odd[domain=a]", "odd[domain=a]"),
    ],
)
def test_targets(text, expected):
    """An output may have a group in brackets, and a metric stands for its main output."""
    assert target_of(text, "--check", ENTRIES, BY) == expected


@pytest.mark.parametrize(
    ("text", "by", "message"),
    [
        ("bleu[domain=a]", (), "not broken down by 'domain'; give --by domain"),
        ("bleu[dataset=a]", BY, "by 'dataset'; the run has no data sets; name them with --dataset"),
        ("bleu[domian=a]", BY, "not broken down by 'domian'; did you mean 'domain'"),
        ("blue[domain=a]", BY, "no output 'blue'"),
        ("bleu[]", BY, r"no output 'bleu\[\]'"),
    ],
)
def test_unknown_targets(text, by, message):
    """What the run does not have is refused before any computation."""
    with pytest.raises(UsageError, match=message):
        target_of(text, "--check", ENTRIES, by)


def test_parts():
    """The output, and whether the group is a summary."""
    assert output_of("bleu[domain=a]") == "bleu"
    assert output_of("bleu") == "bleu"
    assert is_summary("bleu[domain=(worst)]")
    assert not is_summary("bleu[domain=news]")


def result(system, group):
    return Result(metric="bleu", output="bleu", system_id=system, group=group, value=1.0, n=1,
                  higher_is_better=True, interval=None, signature="", engine="native")  # fmt: skip


def test_groups_that_do_not_exist():
    """A group of no system is refused with the groups there are; a system without it fails."""
    results = [result("a", None), result("a", "d=x"), result("b", None), result("b", "d=y")]
    (verdict,) = in_groups(["bleu", "bleu[d=x]"], results)
    assert (verdict.system_id, verdict.passed) == ("b", False)
    with pytest.raises(UsageError, match=r"there is no group d=z; there are d=x, d=y"):
        in_groups(["bleu[d=z]"], results)
