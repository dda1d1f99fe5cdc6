"""Runs of MLflow: scores with interval ends, options, signatures and files."""

import json

import pytest

from sacreval.features.exchange.command import metrics_of, params_of, tags_of
from sacreval.scoring.result_files import read_results
from support.pages import SAMPLE
from support.tool_pythons import interpreter, run_in
from support.two_sets import WORDS, write_two_sets

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
    found = read_results(tmp_path / "r.json").results
    results = [one for one in found if one.system_id == "careful"]
    values = {one.dataset: one.value for one in results}
    metrics = metrics_of(results)
    assert metrics["boolq/chrf"] == values["boolq"] != values["nq"] == metrics["nq/chrf"]
    assert metrics["mean of sets/chrf"] == values["(mean)"]
    assert "chrf" not in metrics
    assert {"boolq/chrf.beta", "nq/chrf.interval.level"} <= params_of(results).keys()
    assert "sacreval.signature.nq/chrf" in tags_of(results, "careful")
