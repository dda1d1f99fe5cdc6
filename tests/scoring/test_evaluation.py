"""Evaluation: results of systems, groups and bins of length, and notices.

Also tests `run_notices`.
"""

from dataclasses import dataclass, replace
from math import inf, nan

import pytest

from sacreval.core.metric import MeanMetric, metrics
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Detail
from sacreval.errors import MetricError, UsageError, comma_list
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.entries.run_metrics import Entry, entries
from sacreval.scoring.length_bins import ReferenceLengths, scores_by_length
from sacreval.scoring.rows.subset import has_details
from support.program import records, write_jsonl

RECORDS = [
    Instance(prediction=p, references=["a"], system_id=s, instance_id=i, groups={"g": g})
    for s, i, p, g in (
        ("s", 1, "a", "x"),
        ("t", 1, "b", "x"),
        ("s", 2, "b", "y"),
        ("t", 2, "b", "y"),
    )
]


def results(records=RECORDS, name="exact-match", **options):
    report = evaluate([Batch(list(records))], metrics.get(name)(), **options).report()
    return {(r.system_id, r.group): (r.value, r.n) for r in report.results}


def test_systems_and_groups():
    """Each system has a score over all records, and with a group one for each value."""
    assert results() == {("s", None): (0.5, 2), ("t", None): (0.0, 2)}
    grouped = results(by="g")
    assert grouped[("s", "g=x")] == (1.0, 1)
    assert grouped[("s", "g=y")] == (0.0, 1)


def test_order_does_not_matter():
    """Records in another order, or in other batches, have the same report."""
    whole = evaluate([Batch(RECORDS)], metrics.get("bleu")()).report()
    parts = evaluate([Batch([x]) for x in reversed(RECORDS)], metrics.get("bleu")()).report()
    assert sorted((r.system_id, r.value, r.signature) for r in whole.results) == sorted(
        (r.system_id, r.value, r.signature) for r in parts.results
    )


def test_systems_in_the_order_given():
    """Systems are in the order in which they appear, whatever their names."""
    records = [
        Instance(prediction="a", references=["a"], system_id=name, instance_id=str(i))
        for i, name in enumerate(("z", "b", "z", "a"))
    ]
    done = evaluate([Batch([x]) for x in records], metrics.get("bleu")()).report()
    assert [r.system_id for r in done.results] == ["z", "b", "a"]


DETAILS_RECORDS = [
    Instance(prediction=p, references=[r], instance_id=str(i), groups={"g": g})
    for i, (p, r, g) in enumerate(
        [("the cat sat", "the cat sat down", "x"), ("a dog", "the dog", "y"), ("no", "yes", "y")]
    )
]


def details_results(specs, **options):
    return evaluate([Batch(DETAILS_RECORDS)], entries(specs), **options).report().results


def test_the_main_output_has_the_details():
    """TER edits 3 of 7 words, by group 1 of 4 and 2 of 3; other metrics have none."""
    of_all, x, y = details_results(["ter"], by="g")
    assert of_all.details == {"edits": Detail(value=3.0), "ref_len": Detail(value=7.0)}
    assert [result.details["edits"].value for result in (x, y)] == [1.0, 2.0]
    assert [result.details["ref_len"].value for result in (x, y)] == [4.0, 3.0]
    assert not any(result.details for result in details_results(["rouge", "exact-match"]))
    assert [result.output for result in details_results(["rouge", "squad"]) if result.main] == [
        "rougeL_f1",
        "squad_f1",
    ]


def test_an_alias_has_main_and_details():
    """The main output is named as in the run."""
    (result,) = details_results(['ter{"as": "edits"}'])
    assert (result.output, result.main) == ("edits_ter", True)
    assert set(result.details) == {"edits", "ref_len"}


def test_wrapped_rows():
    """Normalised texts have the metric's rows and details; reduced scores are no sums of them."""
    (plain,) = details_results(['ter{"normalize": "lower"}'])
    assert plain.details["ref_len"].value == 7.0
    (reduced,) = details_results(['ter{"reduce_references": "mean"}'])
    assert reduced.details == {}
    assert reduced.main


def test_summaries_of_groups_have_no_details():
    """A mean over groups is not made of one precision."""
    from sacreval.scoring.groups import summary

    *_, mean = details_results(["bleu"], by="g", summaries=[summary("mean")])
    assert mean.group == "g=(mean)"
    assert mean.details == {}


def test_records():
    """A record's details are those of its own row, and none where it could not be scored."""
    instances = [
        *DETAILS_RECORDS,
        Instance(prediction=None, references=["a"], instance_id="9", error="failed"),
    ]
    evaluation = evaluate([Batch(instances)], entries(["ter", "exact-match"]))
    records = list(evaluation.instances(details=True))
    assert records[1].details == {"ter": {"edits": 1.0, "ref_len": 2.0}}
    assert records[3].details is None
    assert all(instance.details is None for instance in evaluation.instances())


@dataclass(frozen=True, kw_only=True)
class Odd(MeanMetric):
    """A metric with a wrong detail.

    Args:
        value: The detail.
    """

    name = "odd"
    value: float = nan

    @property
    def outputs(self):
        return ("odd",)

    def scores(self, _prediction, _prepared):
        return (1.0,)

    def details(self, sums):
        if self.value == 0:
            raise KeyError("x")
        return {"part": sums[..., 0] * self.value}


@pytest.mark.parametrize(
    ("value", "why"),
    [(nan, "part is nan; return a finite"), (inf, "part is inf"), (0.0, "failed with KeyError")],
)
def test_a_plug_in_with_a_wrong_detail_is_refused(value, why):
    """JSON has no NaN, and nothing is left out: a sentence names the metric and the detail."""
    with pytest.raises(MetricError, match=f"details of odd.*{why}"):
        evaluate([Batch(DETAILS_RECORDS)], [Entry(Odd(value=value))]).report()


def test_nothing_is_computed_without_details(monkeypatch):
    """A metric without details is never asked for any."""
    cls = metrics.get("exact-match")
    monkeypatch.setattr(cls, "reduce", cls.reduce)
    metric = replace(cls())
    assert not has_details(metric)
    assert metric.details(None) == {}


def test_an_unknown_group_is_answered_with_the_nearest():
    """A group that no record has is refused, naming those that there are."""
    with pytest.raises(UsageError, match="'h'.*g"):
        results(by="h")


def test_few_names_and_how_many_more():
    """A message names a few texts and counts the others."""
    assert comma_list("abc", 3) == "a, b, c"
    assert comma_list("abcde", 3) == "a, b, c and 2 more"


def test_different_instances(cli, tmp_path):
    """Systems that cover different instances are scored, and that is said with counts."""
    write_jsonl(tmp_path / "a.jsonl", records(3))
    write_jsonl(tmp_path / "b.jsonl", records(5))
    outcome = cli("evaluate", "exact-match", "a.jsonl", "b.jsonl")
    assert outcome.code == 0
    assert outcome.err == (
        "sacreval: systems cover different instances (a 3, b 5; 3 in common): compare with care\n"
    )
    assert cli("evaluate", "exact-match", "a.jsonl", "b.jsonl", "-q").err == ""


def test_different_instances_of_many_systems(cli, tmp_path):
    """Of many systems the notice names the smallest and the largest only."""
    for i in range(1, 10):
        write_jsonl(tmp_path / f"s{i}.jsonl", records(i))
    said = cli("evaluate", "exact-match", *(f"s{i}.jsonl" for i in range(1, 10))).err
    assert "(9 systems, from s1 with 1 to s9 with 9; 1 in common)" in said


def batch(references, predictions=None):
    """Return records 0, 1, ... with these references, of system s."""
    return Batch(
        [
            Instance(
                instance_id=str(i),
                system_id="s",
                prediction=predictions[i] if predictions else "a",
                references=texts,
            )
            for i, texts in enumerate(references)
        ]
    )


def bins_of(references):
    kept = ReferenceLengths()
    assert len(list(kept.watch([batch(references)]))) == 1
    return kept.bins()


def test_bins_have_about_equal_size():
    """Thirty lengths fall into six bins of five, which are named by the lengths in them."""
    bins = bins_of([["word " * (i + 1)] for i in range(30)])
    assert [label.split("\N{EN DASH}") for label in bins.labels] == [
        ["1", "5"], ["6", "10"], ["11", "15"], ["16", "20"], ["21", "25"], ["26", "30"],
    ]  # fmt: skip
    assert [list(bins.places.values()).count(place) for place in range(6)] == [5] * 6
    assert bins.unit == "words"


def test_equal_lengths_share_a_bin():
    """No length is in two bins, and few records have few bins."""
    assert bins_of([["one two"]] * 40).labels == ["2"]
    assert len(bins_of([["word " * (i + 2)] for i in range(12)]).labels) == 2
    mostly = bins_of([["one two"]] * 30 + [["one two three"]] * 3)
    assert mostly.labels in (["2", "3"], ["2\N{EN DASH}3"])


def test_several_references_count_by_their_mean():
    """Of texts with two and four words the length is three."""
    assert bins_of([["a b", "a b c d"]]).labels == ["3"]


def test_texts_without_spaces_are_counted_in_characters():
    """Where half of the texts are one word, words would not tell them apart."""
    bins = bins_of([["自然言語"], ["処理"], ["two words"]])
    assert (bins.unit, bins.labels) == ("characters", ["2\N{EN DASH}9"])


def test_no_references():
    """Where there is nothing to measure, that is said."""
    with pytest.raises(UsageError, match="no record has references"):
        bins_of([None, []])


def test_scores():
    """The score of a bin is that of its records; instances without references are in none."""
    references = [["word " * (i + 1)] for i in range(10)] + [None]
    right = [texts[0] if texts and i < 4 else "wrong" for i, texts in enumerate(references)]
    bins = bins_of(references)
    scored = Batch([*batch(references[:10], right)])
    evaluation = evaluate([scored], metrics.get("exact-match")())
    [curve] = scores_by_length(evaluation, bins)
    assert (curve.output, curve.system) == ("exact_match", "s")
    assert curve.counts == [5, 5]
    assert curve.values == [0.8, 0.0]
    fewer = evaluate([Batch([*scored][:3])], metrics.get("exact-match")())
    assert [x.values for x in scores_by_length(fewer, bins)] == [[1.0, None]]
