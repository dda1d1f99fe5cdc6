"""Every Eval Ever: aggregates, and files named by their content.

Also tests `eee_files`.
"""

import json
import re
from hashlib import sha256
from math import inf

import pytest
from msgspec.structs import replace

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.features.exchange.description import Dataset, Description, EvaluationSource, Model
from sacreval.features.exchange.every_eval_ever import (
    NOT_STATED,
    Ids,
    ModelFolder,
    ScoredSample,
    aggregate,
    lines,
)
from sacreval.metrics.answers.exact_match import ExactMatch
from sacreval.metrics.answers.token_f1 import TokenF1
from sacreval.metrics.choices.multiple_choice import MultipleChoice
from sacreval.metrics.edits.wer import Wer
from sacreval.metrics.ngrams.bleu import Bleu
from sacreval.metrics.ngrams.rouge import Rouge
from sacreval.metrics.rankings.ranking import Ranking
from sacreval.metrics.samples.pass_at_k import PassAtK
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.scoring.rows.carried_fields import RECORD
from support.exchanged import ABOUT, read
from support.pages import SAMPLE
from support.program import records, write_jsonl
from support.tool_pythons import interpreter, run_in

EEE_ABOUT = Description(
    dataset=Dataset(name="my data"),
    source=EvaluationSource(organization="Lab", relationship="first_party"),
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


def document(metric, about=EEE_ABOUT, **more):
    results = results_of(metric, **more)
    return aggregate(results, {metric.name: metric}, about)


def test_ranges():
    """Percent, proportion and unbounded are distinguished; an infinite end is a word."""
    ranges = {}
    for metric in (Bleu(), Rouge(types=("1",)), Wer()):
        config = document(metric)["evaluation_results"][0]["metric_config"]
        ranges[metric.name] = [config.get(x) for x in ("metric_unit", "min_score", "max_score")]
    assert ranges == {
        "bleu": ["percent", 0.0, 100.0],
        "rouge": ["proportion", 0.0, 1.0],
        "wer": [None, 0.0, "Infinity"],
    }


def test_uncertainty():
    """A result has its interval with method, level, resamples and n, and the signature."""
    *_, result = document(Rouge(types=("1",)))["evaluation_results"]
    uncertainty = result["score_details"]["uncertainty"]
    assert uncertainty["num_samples"] == 12
    assert uncertainty["num_bootstrap_samples"] == 50
    interval = uncertainty["confidence_interval"]
    assert interval["lower"] < result["score_details"]["score"] < interval["upper"]
    assert (interval["confidence_level"], interval["method"]) == (0.95, "expanded")
    details = result["metric_config"]["additional_details"]
    assert details["signature"].startswith("rouge|types:")
    assert result["metric_config"]["metric_parameters"]["stemmer"] is False


def test_parts():
    """An overall score and its parts are marked, and parts name the whole and have their n."""
    results = document(Bleu(), by="half")["evaluation_results"]
    scopes = [
        (x["evaluation_result_id"], x["metric_config"]["additional_details"]["scope"],
         x["metric_config"]["additional_details"].get("part_of"),
         x["score_details"]["uncertainty"]["num_samples"])
        for x in results
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
    config = aggregate([described], {"bleu": metric}, EEE_ABOUT)["evaluation_results"][0]
    assert config["metric_config"]["lower_is_better"] is False
    assert "neither" in config["metric_config"]["additional_details"]["direction"]


@pytest.mark.parametrize("value", [None, inf])
def test_no_score(value):
    """A score that is missing or infinite cannot be stated, and is refused."""
    metric = Bleu()
    [result] = results_of(metric)
    with pytest.raises(UsageError, match="bleu of 's' has no score"):
        aggregate([replace(result, value=value)], {"bleu": metric}, EEE_ABOUT)


def test_source_is_needed():
    """Who ran the evaluation is not guessed."""
    with pytest.raises(UsageError, match="--format eee needs source"):
        document(Bleu(), about=replace(EEE_ABOUT, source=None))


def test_data():
    """Data are on a hub, at addresses, or neither; hashes are beside them."""
    kinds = [
        (Dataset(name="x", id="a/x"), "hf_dataset"),
        (Dataset(name="x", url=["https://example.org"]), "url"),
        (Dataset(name="x"), "other"),
    ]
    for data, kind in kinds:
        description = Description(
            dataset=data, source=EEE_ABOUT.source, date=EEE_ABOUT.date, models=EEE_ABOUT.models
        )
        [result] = document(Bleu(), about=description)["evaluation_results"]
        assert result["source_data"]["source_type"] == kind
        assert len(result["source_data"]["additional_details"]["outputs_hash"]) == 16


def test_places():
    """Names become folders that every file system has."""
    description = Description(dataset=Dataset(name="a b/c: d"))
    place = ModelFolder.of(description, Model(id="openai/azure/gpt-4o:2024"))
    assert place.path("x.json") == "data/a_b_c_d/openai/azure_gpt-4o_2024/x.json"
    for name in ("…", "x" * 300):
        with pytest.raises(UsageError, match="cannot name a folder"):
            ModelFolder.of(Description(dataset=Dataset(name=name)), Model(id="a/b"))


def rows(metric, *records, correct=None):
    description = Description(dataset=Dataset(name="d"), correct=correct or {})
    evaluation = evaluate([Batch(records)], metric, fields=(RECORD,))
    samples = list(map(ScoredSample, evaluation.scored("system"), evaluation.records("system")))
    results = evaluation.report().results
    return list(lines(samples, results, {metric.name: metric}, description, Ids("e", "a/m")))


def test_a_text():
    """A line has question, references, output, score, and a hash of the first two."""
    more = {"groups": {"g": 1}, "meta": {"x": [1]}}
    record = Instance(prediction="Ü", references=["Ü", "u"], input="Qü?", **more)
    [row] = rows(ExactMatch(), record)
    assert row["input"] == {"raw": "Qü?", "reference": ["Ü", "u"]}
    assert row["output"] == {"raw": ["Ü"]}
    assert row["evaluation"] == {"score": 1.0, "is_correct": True}
    assert row["evaluation_result_id"] == "d/exact_match"
    assert row["metadata"] == {"groups.g": "1", "meta.x": "[1]", "system_id": "system"}
    canonical = r'{"raw":"Q\u00fc?","reference":["\u00dc","u"]}'
    assert row["sample_hash"] == sha256(canonical.encode()).hexdigest()


def test_is_correct():
    """A metric of right and wrong decides, or a stated threshold; else it is false, with a note."""
    record = Instance(prediction="x y", references=["x z"])
    assert rows(ExactMatch(), record)[0]["evaluation"]["is_correct"] is False
    [*_, f1] = rows(TokenF1(), record)
    assert f1["evaluation"]["is_correct"] is False
    assert f1["metadata"]["is_correct"] == NOT_STATED
    [*_, f1] = rows(TokenF1(), record, correct={"token_f1_f1": 0.5})
    assert f1["evaluation"] == {"score": 0.5, "is_correct": True}
    assert "is_correct" not in f1["metadata"]
    for threshold, want in ((0.5, True), (0.4, False)):  # lower is better
        [row, *_] = rows(Wer(), record, correct={"wer": threshold})
        assert row["evaluation"]["is_correct"] is want


def test_choices():
    """Choices are listed, the right one is the reference, and all with their numbers the output."""
    options = [{"text": "a", "logprob": -1.0}, {"text": "b", "logprob": -2.0}]
    [row, *_] = rows(MultipleChoice(), Instance(choices=options, gold=0, input="?"))
    assert row["input"] == {"raw": "?", "reference": ["a"], "choices": ["a", "b"]}
    assert row["output"]["raw"] == ['[{"text":"a","logprob":-1.0},{"text":"b","logprob":-2.0}]']


def test_samples_and_rankings():
    """Several samples are several outputs, counts are one, ranked documents are in their order."""
    [row] = rows(PassAtK(), Instance(samples={"n": 4, "c": 2}))
    assert row["output"]["raw"] == ['{"n":4,"c":2}']
    assert row["evaluation"]["score"] == 0.5
    [row, *_] = rows(Ranking(), Instance(ranking=["d2", "d1"], qrels={"d1": 1}))
    assert (row["output"]["raw"], row["input"]["reference"]) == (["d2", "d1"], ['{"d1":1}'])


def test_sources_stand_for_a_missing_question():
    """Without a question the sources are the input; without both it is empty."""
    record = Instance(prediction="a", references=["a"], sources=["x", "y"])
    assert rows(ExactMatch(), record)[0]["input"]["raw"] == "x\ny"
    assert rows(ExactMatch(), Instance(prediction="a", references=["a"]))[0]["input"]["raw"] == ""


def test_infinite_scores_are_refused():
    """A score that JSON cannot state makes the conversion fail, with the record's id."""
    metric = ExactMatch()
    instance = Instance(prediction="a", references=["a"], instance_id=7)
    evaluation = evaluate([Batch([instance])], metric, fields=(RECORD,))
    [scored], [record] = evaluation.scored("system"), evaluation.records("system")
    scored.scores["exact_match"] = inf
    meta = Description(dataset=Dataset(name="d"))
    results = evaluation.report().results
    with pytest.raises(InputError, match="exact_match of record '7' is infinite"):
        list(
            lines(
                [ScoredSample(scored, record)], results, {"exact-match": metric}, meta, Ids("", "")
            )
        )


VERSION_4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


@pytest.fixture
def about(tmp_path):
    """Write a file of --about."""
    (tmp_path / "about.yaml").write_text(ABOUT)
    return ("--about", "about.yaml")


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file()}  # fmt: skip


def test_names(cli, tmp_path, about):
    """Each model has two files of one UUID in its folder, which do not depend on order."""
    words = ("--ci", "--resamples", "20", "--format", "eee", *about)
    done = cli("evaluate", "rouge", SAMPLE, *words, "-o", "out")
    assert done.code == 0, done.err
    assert done.out.startswith("system")
    written = files(tmp_path / "out")
    assert len(written) == 6
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    (tmp_path / "turned.jsonl").write_text("\n".join(lines[::-1]), encoding="utf-8")
    assert cli("evaluate", "rouge", "turned.jsonl", *words, "-o", "again").code == 0
    assert files(tmp_path / "again") == written
    form = rf"data/sample/example/\w+-7b/{VERSION_4.pattern}(_samples\.jsonl|\.json)"
    assert all(re.fullmatch(form, name) for name in written)


def test_other_content_has_another_name(cli, tmp_path, about):
    """A changed output, question or option changes the names; another date does not."""
    base = [record | {"instance_id": str(i)} for i, record in enumerate(records(3))]
    changed = [{**base[0], "input": "another question"}, *base[1:]]
    names = []
    for i, outputs in enumerate((base, changed)):
        write_jsonl(tmp_path / "system.jsonl", outputs)
        words = ("--format", "eee", *about, "-o", f"o{i}")
        assert cli("evaluate", "bleu", "system.jsonl", *words).code == 0
        names.append(set(files(tmp_path / f"o{i}")))
    assert names[0].isdisjoint(names[1])
    (tmp_path / "about.yaml").write_text(ABOUT.replace("2026-11-20", "2026-11-21"))
    words = ("evaluate", "bleu", "system.jsonl", "--format", "eee", *about, "-o", "o1")
    done = cli(*words)
    assert done.code == 2
    assert "has other content" in done.err
    assert cli(*words, "--force").code == 0
    assert set(files(tmp_path / "o1")) == names[1]


def test_twice_into_one_folder(cli, tmp_path, about):
    """The same run again leaves the files as they are."""
    write_jsonl(tmp_path / "system.jsonl", records(3))
    words = ("evaluate", "bleu", "system.jsonl", "--format", "eee", *about, "-o", "out")
    assert [cli(*words).code, cli(*words).code] == [0, 0]
    assert len(files(tmp_path / "out")) == 2


@pytest.mark.usefixtures("picky")
def test_failed_records(cli, tmp_path, about):
    """Records without a score leave nothing written; with --allow-errors they are left out."""
    inputs = [{"prediction": x, "references": ["a"], "instance_id": i} for i, x in enumerate("a?a")]
    write_jsonl(tmp_path / "system.jsonl", inputs)
    words = ("evaluate", "picky", "system.jsonl", "--format", "eee", *about, "-o", "out")
    assert cli(*words).code == 3
    assert not (tmp_path / "out").exists()
    assert cli(*words, "--allow-errors").code == 0
    [samples] = (tmp_path / "out").rglob("*_samples.jsonl")
    assert [row["sample_id"] for row in read(samples)] == ["0", "2"]


def test_whole_sets(cli, tmp_path, about):
    """A metric of whole sets has an aggregate, and a notice states why it has no samples."""
    write_jsonl(tmp_path / "system.jsonl", records(3))
    done = cli("evaluate", "self-bleu", "system.jsonl", "--format", "eee", *about, "-o", "out")
    assert "self-bleu: whole sets are scored, so there are no samples" in done.err
    [aggregate] = (tmp_path / "out").rglob("*.json*")
    assert "detailed_evaluation_results" not in read(aggregate)[0]


def test_extracted_answers(cli, tmp_path, about):
    """The answer that was found in an output is in its sample, with the way it was found."""
    record = {"prediction": "It is 7 km", "references": ["7"], "instance_id": "q"}
    write_jsonl(tmp_path / "system.jsonl", [record])
    words = ("--extract", "last-number", "--format", "eee", *about, "-o", "out")
    assert cli("evaluate", "exact-match", "system.jsonl", *words).code == 0
    [samples] = (tmp_path / "out").rglob("*_samples.jsonl")
    [answer] = read(samples)[0]["answer_attribution"]
    assert (answer["extracted_value"], answer["extraction_method"]) == ("7", "last-number")


@pytest.mark.long
def test_its_own_validator(cli, tmp_path, about):
    """The package's validator finds neither errors nor warnings."""
    python = interpreter("every_eval_ever", "the validator of Every Eval Ever")
    words = ("--ci", "--by", "domain", "--resamples", "20", "--format", "eee", *about, "-o", "out")
    assert cli("evaluate", "rouge", SAMPLE, *words).code == 0
    options = [{"text": "a", "logprob": -1.0}, {"text": "b", "logprob": -2.0}]
    choice = {"choices": options, "gold": 0, "system_id": "lab/m"}
    write_jsonl(tmp_path / "choice.jsonl", [choice | {"instance_id": i} for i in range(3)])
    words = ("--format", "eee", *about, "-o", "out")
    assert cli("evaluate", "multiple-choice", "choice.jsonl", *words).code == 0
    shown = run_in(
        python, "-m", "every_eval_ever", "validate", "--format", "json", "data/*/*/*/*.json*",
        cwd=tmp_path / "out",
    )  # fmt: skip
    reports = json.loads(shown)
    assert len(reports) == 8
    assert all(report["valid"] and not report["warnings"] for report in reports)
