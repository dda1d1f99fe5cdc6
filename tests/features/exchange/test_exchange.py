"""Exports: what they need, descriptions, formats, and cards of model hubs.

Also tests `export_options`, `model_cards`.
"""

import json
from datetime import UTC, datetime
from importlib.util import find_spec

import pytest
import yaml

from sacreval.errors import InputError, UsageError
from sacreval.features.exchange.command import metrics_of, params_of, tags_of
from sacreval.features.exchange.description import read_description
from sacreval.scoring.result_files import read_results
from support.exchanged import ABOUT
from support.pages import SAMPLE
from support.program import records, write_jsonl
from support.sizes import few
from support.tool_logs import write_inspect, write_lm_eval
from support.tool_pythons import interpreter, run_in
from support.two_sets import WORDS, write_two_sets


@few(
    4,
    ("words", "reason"),
    [
        ((), "either --mlflow or --log"),
        (("--mlflow", "x", "--log", "log.json", "-o", "out"), "either --mlflow or --log"),
        (("--log", "log.json"), "--log needs -o FOLDER"),
        (("--mlflow", "x", "-o", "out"), "-o needs --log"),
        (("--log", "gone.json", "-o", "out"), "there is no such file"),
        (("--log", "result.json", "-o", "out"), "neither a log of inspect_ai nor"),
        (("--log", "log.json", "-o", "gone"), "there is no folder of this name"),
        (("--log", "log.json", "-o", "."), "this is an input"),
        (("--log", "log.json", "-o", "out"), "no record of it has scores in result.json"),
    ],
)
def test_refused(cli, sample, words, reason):
    """Options that contradict each other and logs of other runs are refused in one sentence."""
    write_inspect(sample / "log.json")
    (sample / "out").mkdir()
    done = cli("export", "result.json", *words)
    assert done.code == 2
    assert reason in done.err
    assert list((sample / "out").iterdir()) == []


def test_without_scores_of_records(cli, tmp_path):
    """A result without the scores of its records cannot be written into a log."""
    results = write_lm_eval(tmp_path / "run")
    [samples] = (tmp_path / "run").glob("*.jsonl")
    cli("evaluate", "chrf", samples, "-o", "r.json")
    (tmp_path / "out").mkdir()
    done = cli("export", "r.json", "--log", results, "-o", "out")
    assert done.code == 2
    assert "without the scores of its records" in done.err


def test_existing_copies(cli, tmp_path):
    """A copy replaces no file without --force."""
    results = write_lm_eval(tmp_path / "run")
    [samples] = (tmp_path / "run").glob("*.jsonl")
    cli("evaluate", "chrf", samples, "-o", "r.json", "--instances", "s.jsonl")
    (tmp_path / "out").mkdir()
    words = ("export", "r.json", "--log", results, "-o", "out")
    assert [cli(*words).code, cli(*words).code, cli(*words, "--force").code] == [0, 2, 0]


@pytest.mark.skipif(find_spec("mlflow") is not None, reason="mlflow is installed")
def test_without_mlflow(cli, sample):
    """Without mlflow the sentence names the extra."""
    done = cli("export", "result.json", "--mlflow", "store")
    assert done.code == 2
    assert "pip install 'sacreval[mlflow]'" in done.err
    assert not (sample / "store").exists()


READ = """
import json, os, sys
os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"
from pathlib import Path
from mlflow import MlflowClient
client = MlflowClient(tracking_uri=Path(sys.argv[1]).resolve().as_uri())
experiment = client.get_experiment_by_name("mine")
runs = client.search_runs([experiment.experiment_id])
print(json.dumps({
    run.info.run_name: [run.data.metrics, run.data.params, run.data.tags, run.info.status,
                        sorted(x.path for x in client.list_artifacts(run.info.run_id))]
    for run in runs
}))
"""


def test_content(sample):
    """A run has each score, its ends and its n, and parts are below their group."""
    results = [x for x in read_results(sample / "result.json").results if x.system_id == "terse"]
    metrics = metrics_of(results)
    assert metrics["bleu.low"] < metrics["bleu"] < metrics["bleu.high"]
    assert metrics["domain news/bleu.n"] == 6
    params = params_of(results)
    assert params["bleu.tokenize"] == "13a"
    assert params["bleu.interval.level"] == "0.95"
    assert "bleu.data" not in params
    tags = tags_of(results, "terse")
    assert tags["sacreval.signature.bleu"].startswith("bleu|")
    assert tags["sacreval.system_id"] == "terse"


@pytest.mark.long
def test_local_store(evaluated, tmp_path):
    """A folder gets a finished run for each system, with result and scores of records."""
    python = interpreter("mlflow", "runs of MLflow")
    evaluated("result", "bleu", SAMPLE, "--ci", "--by", "domain")
    words = ("export", "result.json", "--mlflow", "store", "--experiment", "mine", "-q")
    run_in(python, "-m", "sacreval", *words, cwd=tmp_path)
    runs = json.loads(run_in(python, "-c", READ, tmp_path / "store", cwd=tmp_path))
    assert set(runs) == {"careful", "literal", "terse"}
    metrics, params, tags, status, artifacts = runs["careful"]
    assert metrics["domain news/bleu"] > 0
    assert params["bleu.tokenize"] == "13a"
    assert tags["sacreval.signature.bleu"].startswith("bleu|")
    assert (status, artifacts) == ("FINISHED", ["result.json", "result.scores.jsonl"])


def test_data_sets_are_apart(cli, tmp_path):
    """Scores of a data set, and means over sets, have names of their own."""
    write_two_sets(tmp_path)
    cli("evaluate", "chrf", *WORDS, "--ci", "-o", "r.json")
    scored = read_results(tmp_path / "r.json").results
    results = [result for result in scored if result.system_id == "careful"]
    values = {result.dataset: result.value for result in results}
    metrics = metrics_of(results)
    assert metrics["boolq/chrf"] == values["boolq"] != values["nq"] == metrics["nq/chrf"]
    assert metrics["mean of sets/chrf"] == values["(mean)"]
    assert "chrf" not in metrics
    assert {"boolq/chrf.beta", "nq/chrf.interval.level"} <= params_of(results).keys()
    assert "sacreval.signature.nq/chrf" in tags_of(results, "careful")


@pytest.fixture
def described(tmp_path):
    """Return a function that writes a file of --about and reads it."""

    def read(text):
        (tmp_path / "about.yaml").write_text(text)
        return read_description(str(tmp_path / "about.yaml"))

    return read


def test_fields(described):
    """A file has the data, who ran the evaluation, the date, and a model for each system."""
    description = described(ABOUT)
    assert description.needed("source.organization", "eee") == "Example Lab"
    assert description.model("careful").weights == "open_weights"
    assert description.model("meta/llama").id == "meta/llama"
    assert description.moment() == datetime(2026, 11, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("dataset: {}", "missing required field `name`"),
        ("dataset: {name: x}\nsorce: {}", "unknown field `sorce`"),
        ("[]", "Expected `object`, got `array`"),
        ("", "Expected `object`, got `null`"),
        ("dataset: {name: x}\nmodels: {a: {id: flat}}", "not of the form developer/name"),
        ("dataset: {name: x}\nmodels: {a: {id: a/..}}", "not of the form developer/name"),
    ],
)
def test_refused_of_description(described, text, reason):
    """A misspelt, missing or wrong field is refused with its place."""
    with pytest.raises(InputError, match=reason):
        described(text)


@pytest.mark.parametrize(
    ("date", "moment"),
    [
        ("2026-11-20T10:00:00+02:00", datetime(2026, 11, 20, 8, tzinfo=UTC)),
        ("'2026-11-20T10:00:00Z'", datetime(2026, 11, 20, 10, tzinfo=UTC)),
        ("2026-11-20", datetime(2026, 11, 20, tzinfo=UTC)),
    ],
)
def test_dates(described, date, moment):
    """A date is that day in UTC, and a time has an offset."""
    assert described(f"dataset: {{name: x}}\ndate: {date}").moment() == moment


@pytest.mark.parametrize("date", ["2026-11-20T10:00:00", "yesterday"])
def test_refused_dates(described, date):
    """A time without an offset and a word are refused."""
    with pytest.raises(UsageError, match=r"offset from UTC|is no date"):
        described(f"dataset: {{name: x}}\ndate: {date}").moment()


def test_no_date(described, monkeypatch):
    """Without a date SOURCE_DATE_EPOCH counts, and never the clock."""
    description = described("dataset: {name: x}")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert description.moment() == datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    with pytest.raises(UsageError, match="no number of seconds"):
        description.moment()
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    with pytest.raises(UsageError, match="the clock is not read"):
        description.moment()


def test_unknown_model(described):
    """A system that is neither described nor named like a model is refused by its name."""
    with pytest.raises(UsageError, match="no model of 'carful'; did you mean 'careful'"):
        described(ABOUT).model("carful")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--format", "eee", "-o", "out"), "--format eee needs --about FILE.yaml"),
        (("--about", "about.yaml"), "--about is for --format eee"),
        (("--about", "about.yaml", "--format", "json"), "--about is for --format eee"),
        (("--about", "about.yaml", "--format", "eee"), "name it with -o FOLDER"),
        (("--about", "about.yaml", "--format", "eee", "-o", "a", "-o", "b"), "one folder"),
        (("--about", "about.yaml", "--format", "eee", "-o", "system.jsonl"), "writes to a folder"),
        (("--about", "gone.yaml", "--format", "model-index"), "there is no such file"),
        (("--about", "about.yaml", "--format", "eee", "-o", "n" * 5000), "cannot name a folder"),
    ],
)
def test_refused_of_export_options(cli, tmp_path, words, reason):
    """Options that lack another one, or have no effect, are refused before any computation."""
    write_jsonl(tmp_path / "system.jsonl", records(2))
    (tmp_path / "about.yaml").write_text(ABOUT)
    done = cli("evaluate", "bleu", "system.jsonl", *words)
    assert done.code == 2
    assert reason in done.err
    assert not (tmp_path / "out").exists()


def test_tables_beside_yaml(cli, tmp_path):
    """With a YAML format, -o writes results as it always does."""
    write_jsonl(tmp_path / "system.jsonl", records(2))
    (tmp_path / "about.yaml").write_text(ABOUT)
    words = ("--about", "about.yaml", "--format", "model-index", "-o", "r.json")
    done = cli("evaluate", "bleu", "system.jsonl", *words)
    assert done.out.startswith("model-index:\n- name: example/system\n")
    assert (tmp_path / "r.json").exists()


MODEL_CARDS_READ = """
import json, sys, yaml
from huggingface_hub import ModelCardData, eval_result_entries_to_yaml, parse_eval_result_entries
from huggingface_hub.repocard_data import model_index_to_eval_results
card = yaml.safe_load(open("card.yaml"))["model-index"]
name, results = model_index_to_eval_results(card)
again = ModelCardData(model_name=name, eval_results=results).to_dict()["model-index"]
entries = yaml.safe_load(open("entries.yaml"))
same = eval_result_entries_to_yaml(parse_eval_result_entries(entries)) == entries
metrics = [[x.metric_name, x.metric_value, x.metric_args["low"]] for x in results]
print(json.dumps([name, metrics, same, sum(len(x["metrics"]) for x in again[0]["results"])]))
"""


@pytest.fixture
def shown(cli, tmp_path):
    """Return a function that evaluates the sample in a format of hubs."""
    (tmp_path / "about.yaml").write_text(ABOUT)

    def show(form, *words):
        options = ("--about", "about.yaml", "--types", "1", "--resamples", "20", *words)
        return cli("evaluate", "rouge", SAMPLE, "--format", form, *options)

    return show


def test_model_index(shown):
    """Each system is a model, with value, interval, n and signature of each output and part.

    The main output is the first.
    """
    results = yaml.safe_load(shown("model-index", "--ci", "--by", "domain").out)["model-index"]
    names = [f"example/{x}-7b" for x in ("careful", "literal", "terse")]
    assert [result["name"] for result in results] == names
    first, *_, last = results[0]["results"]
    assert first["task"] == {"type": "summarization"}
    assert first["dataset"] == {"type": "example/sample", "name": "sample", "split": "test"}
    [metric] = first["metrics"]
    assert metric["name"] == "rouge1_f1"
    assert metric["args"]["low"] < metric["value"] < metric["args"]["high"]
    assert metric["args"]["signature"].startswith("rouge|")
    assert last["metrics"][0]["name"] == "rouge1_recall (domain=weather)"
    assert last["metrics"][0]["args"]["group"] == "domain=weather"


def test_eval_results(shown):
    """A file of .eval_results has one number, with interval and short signature in its notes."""
    [entry] = yaml.safe_load(shown("eval-results", "--ci", "--systems", "terse").out)
    assert entry["dataset"] == {"id": "example/sample", "task_id": "default"}
    assert entry["date"] == "2026-11-20T00:00:00+00:00"
    assert entry["notes"].startswith("rouge1_f1 [0.")
    assert "data:" not in entry["notes"]


@pytest.mark.parametrize(
    ("words", "change", "reason"),
    [
        ((), ("", ""), "this run has several; name one with --systems"),
        (("--systems", "terse"), ("rouge1_f1", "rouge1"), "there is no output 'rouge1'"),
        (("--systems", "terse"), (", task: default", ""), "needs dataset.task"),
    ],
)
def test_refused_of_model_cards(shown, tmp_path, words, change, reason):
    """What a leaderboard has no place for is refused, not left out."""
    (tmp_path / "about.yaml").write_text(ABOUT.replace(*change) if change[0] else ABOUT)
    done = shown("eval-results", *words)
    assert done.code == 2
    assert reason in done.err


def test_the_number_of_a_leaderboard_is_the_main_output(shown, cli, tmp_path):
    """Without a named output it is the main one of the only metric; several metrics are refused."""
    (tmp_path / "about.yaml").write_text(ABOUT.replace(", output: rouge1_f1", ""))
    words = ("--systems", "terse")
    [entry] = yaml.safe_load(shown("eval-results", "--types", "2", *words).out)
    assert entry["notes"].startswith("rouge1_f1, n=")
    options = ("--format", "eval-results", "--about", "about.yaml", *words)
    done = cli("evaluate", "suite", "-m", "rouge", "-m", "bleu", SAMPLE, *options)
    assert done.code == 2
    assert "has one number a task, and this run several metrics" in done.err


@pytest.mark.long
def test_read_by_huggingface_hub(shown, tmp_path):
    """huggingface_hub reads both files, and a model card made of them has every number."""
    python = interpreter("huggingface_hub", "model cards")
    words = ("--systems", "terse", "--ci", "--by", "domain")
    (tmp_path / "card.yaml").write_text(shown("model-index", *words).out)
    (tmp_path / "entries.yaml").write_text(shown("eval-results", *words).out)
    name, metrics, same, count = json.loads(run_in(python, "-c", MODEL_CARDS_READ, cwd=tmp_path))
    assert name == "example/terse-7b"
    assert len(metrics) == count == 15
    assert metrics[0][0] == "rouge1_f1"  # the main output of all records
    assert metrics[0][1] > metrics[0][2]
    assert same
