"""What gates are about: outputs, groups, data sets and means over them."""

import pytest

from sacreval.core.results import MEAN, Result
from sacreval.errors import UsageError
from sacreval.features.gates.gates import (
    gates_of_set,
    in_groups,
    is_summary,
    output_of,
    target_of,
)
from sacreval.scoring.entries.run_metrics import entry
from sacreval.scoring.inputs.breakdowns import breakdowns

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


MAINS = {"bleu": "bleu", "chrf": "chrf"}
OUTPUTS = {"a": {"bleu": True, "chrf": True}, "b": {"bleu": True}, MEAN: {"bleu": True}}


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("bleu >= 3", {"a": "bleu >= 3", "b": "bleu >= 3"}),
        ("chrf=3", {"a": "chrf=3"}),
        ("bleu[dataset=b] > .5", {"b": "bleu > .5"}),
        ("bleu[dataset=b, domain=news]=2", {"b": "bleu[domain=news]=2"}),
        ("bleu[domain=news] < 2", {"a": "bleu[domain=news] < 2", "b": "bleu[domain=news] < 2"}),
        ("bleu[dataset=b,by=Eliot, T. S.]=2", {"b": "bleu[by=Eliot, T. S.]=2"}),
        ("bleu[dataset=(mean)] >= 1", {MEAN: "bleu >= 1"}),
    ],
)
def test_which_sets_a_gate_is_about(text, of):
    """A gate is about the data set in brackets, else about all that have the output."""
    found = {name: gates_of_set([text], "--check", name, OUTPUTS, MAINS) for name in OUTPUTS}
    assert {name: texts[0] for name, texts in found.items() if texts} == of


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("bleu[dataset=c] > 1", "there is no data set 'c'"),
        ("chrf[dataset=b] > 1", "no output 'chrf'"),
        ("ter > 1", "no output 'ter'"),
        ("bleu[dataset=a,dataset=b] > 1", "dataset is repeated"),
    ],
)
def test_unknown_names_are_refused(text, sentence):
    """Unknown data sets and outputs are errors."""
    with pytest.raises(UsageError, match=sentence):
        [gates_of_set([text], "--check", name, OUTPUTS, MAINS) for name in OUTPUTS]
