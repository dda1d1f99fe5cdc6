"""Aggregates of Every Eval Ever: ranges, uncertainty, overall and parts, what is not known."""

from math import inf

import pytest
from msgspec.structs import replace

from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.features.exchange.description import Dataset, Description, Model, Source
from sacreval.features.exchange.eee import Place, aggregate
from sacreval.metrics.edits.wer import Wer
from sacreval.metrics.ngrams.bleu import Bleu
from sacreval.metrics.ngrams.rouge import Rouge
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.intervals.interval_options import IntervalOptions

ABOUT = Description(
    dataset=Dataset(name="my data"),
    source=Source(organization="Lab", relationship="first_party"),
    date="2026-11-20",
    models={"s": Model(id="lab/s")},
)


def results_of(metric, n=12, by=None):
    records = [
        Instance(
            instance_id=i, system_id="s", prediction=f"a b {'c' if i % 3 else 'd'}",
            references=["a b c"], groups={"half": i % 2},
        )
        for i in range(n)
    ]  # fmt: skip
    evaluation = evaluate([Batch(records)], metric, by=by, unit=by)
    return evaluation.report(IntervalOptions(resamples=50)).results


def document(metric, about=ABOUT, **more):
    results = results_of(metric, **more)
    return aggregate(results, {metric.name: metric}, about)


def test_ranges():
    """Percent, proportion and unbounded are distinguished; an infinite end is a word."""
    found = {}
    for metric in (Bleu(), Rouge(types=("1",)), Wer()):
        config = document(metric)["evaluation_results"][0]["metric_config"]
        found[metric.name] = [config.get(x) for x in ("metric_unit", "min_score", "max_score")]
    assert found == {
        "bleu": ["percent", 0.0, 100.0],
        "rouge": ["proportion", 0.0, 1.0],
        "wer": [None, 0.0, "Infinity"],
    }


def test_uncertainty():
    """A result has its interval with method, level, resamples and n, and the signature."""
    *_, one = document(Rouge(types=("1",)))["evaluation_results"]
    uncertainty = one["score_details"]["uncertainty"]
    assert uncertainty["num_samples"] == 12
    assert uncertainty["num_bootstrap_samples"] == 50
    interval = uncertainty["confidence_interval"]
    assert interval["lower"] < one["score_details"]["score"] < interval["upper"]
    assert (interval["confidence_level"], interval["method"]) == (0.95, "expanded")
    details = one["metric_config"]["additional_details"]
    assert details["signature"].startswith("rouge|types:")
    assert one["metric_config"]["metric_parameters"]["stemmer"] is False


def test_parts():
    """An overall score and its parts are marked, and parts name the whole and have their n."""
    found = document(Bleu(), by="half")["evaluation_results"]
    scopes = [
        (x["evaluation_result_id"], x["metric_config"]["additional_details"]["scope"],
         x["metric_config"]["additional_details"].get("part_of"),
         x["score_details"]["uncertainty"]["num_samples"])
        for x in found
    ]  # fmt: skip
    assert scopes == [
        ("my data/bleu", "overall", None, 12),
        ("my data/bleu/half=0", "part", "my data/bleu", 6),
        ("my data/bleu/half=1", "part", "my data/bleu", 6),
    ]


def test_direction():
    """Where neither is better, that is noted beside the flag that the schema needs."""
    config = document(Wer())["evaluation_results"][0]["metric_config"]
    assert config["lower_is_better"] is True
    assert "direction" not in config["additional_details"]
    metric = Bleu()
    [result] = results_of(metric)
    described = replace(result, higher_is_better=None)
    config = aggregate([described], {"bleu": metric}, ABOUT)["evaluation_results"][0]
    assert config["metric_config"]["lower_is_better"] is False
    assert "neither" in config["metric_config"]["additional_details"]["direction"]


@pytest.mark.parametrize("value", [None, inf])
def test_no_score(value):
    """A score that is missing or infinite cannot be stated, and is refused."""
    metric = Bleu()
    [result] = results_of(metric)
    with pytest.raises(UsageError, match="bleu of 's' has no score"):
        aggregate([replace(result, value=value)], {"bleu": metric}, ABOUT)


def test_source_is_needed():
    """Who ran the evaluation is not guessed."""
    with pytest.raises(UsageError, match="--format eee needs source"):
        document(Bleu(), about=replace(ABOUT, source=None))


def test_data():
    """Data are on a hub, at addresses, or neither; hashes are beside them."""
    kinds = [
        (Dataset(name="x", id="a/x"), "hf_dataset"),
        (Dataset(name="x", url=["https://example.org"]), "url"),
        (Dataset(name="x"), "other"),
    ]
    for data, kind in kinds:
        about = Description(dataset=data, source=ABOUT.source, date=ABOUT.date, models=ABOUT.models)
        [one] = document(Bleu(), about=about)["evaluation_results"]
        assert one["source_data"]["source_type"] == kind
        assert len(one["source_data"]["additional_details"]["outputs_hash"]) == 16


def test_places():
    """Names become folders that every file system has."""
    about = Description(dataset=Dataset(name="a b/c: d"))
    place = Place.of(about, Model(id="openai/azure/gpt-4o:2024"))
    assert place.path("x.json") == "data/a_b_c_d/openai/azure_gpt-4o_2024/x.json"
    for name in ("…", "x" * 300):
        with pytest.raises(UsageError, match="cannot name a folder"):
            Place.of(Description(dataset=Dataset(name=name)), Model(id="a/b"))
