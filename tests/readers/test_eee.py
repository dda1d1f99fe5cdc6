"""The reader of Every Eval Ever."""

import hashlib
import json

import msgspec
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.readers._eee import AggregateResult
from sacreval.readers.eee import EeeReader
from sacreval.scoring.inputs.log_inputs import places
from support import tool_logs
from support.mirror import MIRROR


def sample(name="1", text="7", score=1.0, **more):
    """Return a line of samples."""
    return {
        "schema_version": "0.3.0", "evaluation_id": "run", "model_id": "org/m",
        "evaluation_name": "toy", "sample_id": name, "interaction_type": "single_turn",
        "input": {"raw": "q", "reference": ["7"]}, "output": {"raw": [text]},
        "answer_attribution": [], "evaluation": {"score": score, "is_correct": score == 1.0},
        **more,
    }  # fmt: skip


def result(name="toy", score=0.5, metric="accuracy", **more):
    """Return a score over all samples."""
    config = {"metric_name": metric, "lower_is_better": False}
    return {"evaluation_name": name, "metric_config": config,
            "score_details": {"score": score}, **more}  # fmt: skip


def lines(path, *rows):
    """Write samples."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def run(path, *results, samples=None):
    """Write the scores of a run."""
    report = {"schema_version": "0.3.0", "evaluation_id": "run", "model_info": {"id": "org/m"},
             "evaluation_results": results}  # fmt: skip
    if samples is not None:
        report["detailed_evaluation_results"] = samples
    path.write_text(json.dumps(report))
    return path


@pytest.fixture
def place(tmp_path):
    """Return the path of samples."""
    return tmp_path / "run_samples.jsonl"


def test_exchanged():
    """Real files of all schemas have a record for each of their samples, or else evaluations."""
    paths = [*MIRROR.glob(f"{tool_logs.EXCHANGED}/*.json"),
             *MIRROR.glob(f"{tool_logs.EXCHANGED}/*/data/**/*.json*"),
             *MIRROR.glob(f"{tool_logs.EXCHANGED}/*/datastore/**/*.json")]  # fmt: skip
    if not paths:
        tool_logs.exchanged("every_eval_ever")
    counts = {path.name[:8] + path.suffix: len(tool_logs.records(path)) for path in paths}
    assert counts == {
        "98ea850e.json": 6, "676f4465.json": 15, "f3a1c0de.json": 1, "f3a1c0de.jsonl": 1,
    }  # fmt: skip


def test_fields(place):
    """A sample is a record; what has no field is kept."""
    more = {"metadata": {"subject": "add"}, "sample_hash": "0f", "token_usage": {"input_tokens": 1}}
    (record,) = tool_logs.records(lines(place, sample(**more)))
    assert record == {
        "instance_id": "1", "system_id": "org/m", "input": "q", "prediction": "7",
        "references": ["7"], "groups": {"task": "toy"},
        "meta": {"scores": {"score": 1.0}, "is_correct": True, **more},
    }  # fmt: skip


def test_results_of_one_sample(tmp_path, place):
    """Lines of one sample for several results are one record with all their scores."""
    rows = [sample(evaluation_result_id="a"), sample(evaluation_result_id="b", score=0.5)]
    run(tmp_path / "run.json", result(evaluation_result_id="a"))
    (record,) = tool_logs.records(lines(place, *rows))
    assert record["meta"]["scores"] == {"accuracy": 1.0, "b": 0.5}
    assert "samples" not in record


def test_repeats(place):
    """Lines of one sample for one result are repeats; where one failed, the record is missing."""
    rows = [sample(), sample(text="8", score=0.0), sample(error="timeout", output={"raw": []})]
    (record,) = tool_logs.records(lines(place, *rows[:2]))
    assert record["samples"] == ["7", "8"]
    (record,) = tool_logs.records(lines(place, *rows))
    assert record["error"] == "failed: timeout (1 of 3 answers)"
    assert "samples" not in record
    assert [epoch["scores"]["score"] for epoch in record["meta"]["epochs"]] == [1.0, 0.0, 1.0]


def test_several_evaluations(place):
    """With several evaluations in a file, ids have their names."""
    rows = [sample(), sample(evaluation_name="other")]
    records = tool_logs.records(lines(place, *rows))
    assert [record["instance_id"] for record in records] == ["toy:1", "other:1"]


def test_conversations(place):
    """Of messages, the output is the last answer; without one there is no output."""
    messages = [{"turn_idx": 0, "role": "user", "content": "q"},
                {"turn_idx": 1, "role": "assistant", "content": "7"},
                {"turn_idx": 2, "role": "tool", "content": "x"}]  # fmt: skip
    more = {"interaction_type": "agentic", "output": None}
    rows = [sample(**more, messages=messages), sample("2", **more, messages=messages[:1])]
    record, none = tool_logs.records(lines(place, *rows))
    assert (record["prediction"], record["meta"]["interaction_type"]) == ("7", "agentic")
    assert none["error"] == "not asked: there is no output"


def test_errors(place):
    """A sample with an error has no output, and an empty text is one."""
    failed, empty = tool_logs.records(lines(place, sample(error="timeout"), sample("2", text="")))
    assert (failed["error"], failed["meta"]["error"]) == ("failed: timeout", "timeout")
    assert empty["prediction"] == ""


def test_scores_alone(tmp_path):
    """Scores without samples are records without an output, one for each evaluation."""
    path = run(tmp_path / "x.json", result(), result(metric="f1", score=0.25), result("other"))
    record, other = tool_logs.records(path)
    assert record["meta"]["scores"] == {"accuracy": 0.5, "f1": 0.25}
    assert (other["instance_id"], other["error"][:9]) == ("other", "not asked")


def test_stored_scores(tmp_path, place):
    """Scores over all samples are read from either file."""
    uncertainty = {"standard_error": {"value": 0.1}, "num_samples": 2}
    details = {"score": 0.5, "uncertainty": uncertainty}
    path = run(tmp_path / "run.json", result(score_details=details))
    lines(place, sample())
    for file in (path, place):
        (score,) = EeeReader().stored_scores(str(file))
        assert (score.name, score.value, score.error, score.records) == ("accuracy", 0.5, 0.1, 2)
        assert (score.system_id, score.task) == ("org/m", "toy")
    path.unlink()
    assert EeeReader().stored_scores(str(place)) == ()


def test_samples_of_a_run(tmp_path, place):
    """The samples that a run names are checked: their file, checksum and number."""
    lines(place, sample())
    digest = hashlib.sha256(place.read_bytes()).hexdigest()
    pointer = {"file_path": f"data/org/m/{place.name}", "hash_algorithm": "sha256"}
    path = run(tmp_path / "run.json", samples={**pointer, "checksum": digest, "total_rows": 1})
    assert len(tool_logs.records(path)) == 1
    wrong = {
        "these samples are not those of run.json": {"checksum": "0f"},
        "it has 1 samples, of which .* states 2": {"total_rows": 2},
        "'none.jsonl' are not beside it": {"file_path": "none.jsonl"},
    }
    for reason, stated in wrong.items():
        run(path, samples={**pointer, **stated})
        with pytest.raises(InputError, match=reason):
            tool_logs.records(path)


def test_folders(tmp_path, place):
    """In a folder, a run and its samples are one log; samples alone are one too."""
    lines(place, sample())
    path = run(tmp_path / "run.json", samples={"file_path": place.name})
    assert EeeReader.is_part(str(place))
    assert not EeeReader.is_part(str(path))
    assert [place.path for place in places([str(tmp_path)], None)] == [str(path)]
    run(path)
    assert not EeeReader.is_part(str(place))
    path.write_text("{")
    assert not EeeReader.is_part(str(place))


def test_damaged(place):
    """A line of another layout is an error with file and line, and a pipe is refused."""
    lines(place, sample(), {**sample("2"), "input": "q"})
    with pytest.raises(InputError, match=r"samples\.jsonl:2: `input` must be an object"):
        tool_logs.records(place)
    with pytest.raises(UsageError, match="not from -"):
        next(EeeReader().records("-"))


def aggregate(**fields):
    """Return a result."""
    result = {"evaluation_name": "toy", "score_details": {"score": 0.5}, **fields}
    return msgspec.convert(result, AggregateResult)


def test_names():
    """A result has the name of its metric, or else of its evaluation."""
    assert aggregate().name == "toy"
    assert aggregate(metric_config={"metric_id": "acc"}).name == "acc"
    assert (
        aggregate(metric_config={"metric_id": "acc", "metric_name": "accuracy"}).name == "accuracy"
    )


def test_standard_errors():
    """The standard error is an object or, in older files, a number."""
    for stated in ({"value": 0.1}, 0.1):
        uncertainty = {"standard_error": stated, "num_samples": 10}
        result = aggregate(score_details={"score": 0.5, "uncertainty": uncertainty})
        assert (result.error, result.samples) == (0.1, 10)
    assert (aggregate().error, aggregate().samples) == (None, None)
