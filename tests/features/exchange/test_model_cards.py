"""YAML of model hubs, as huggingface_hub reads it."""

import json

import pytest
import yaml

from support.exchanged import ABOUT
from support.pages import SAMPLE
from support.tool_pythons import interpreter, run_in

READ = """
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
        given = ("--about", "about.yaml", "--types", "1", "--resamples", "20", *words)
        return cli("evaluate", "rouge", SAMPLE, "--format", form, *given)

    return show


def test_model_index(shown):
    """Each system is a model, with value, interval, n and signature of each output and part.

    The main output is the first.
    """
    found = yaml.safe_load(shown("model-index", "--ci", "--by", "domain").out)["model-index"]
    names = [f"example/{x}-7b" for x in ("careful", "literal", "terse")]
    assert [one["name"] for one in found] == names
    first, *_, last = found[0]["results"]
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
def test_refused(shown, tmp_path, words, change, reason):
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
    given = ("--format", "eval-results", "--about", "about.yaml", *words)
    done = cli("evaluate", "suite", "-m", "rouge", "-m", "bleu", SAMPLE, *given)
    assert done.code == 2
    assert "has one number a task, and this run several metrics" in done.err


@pytest.mark.long
def test_read_by_huggingface_hub(shown, tmp_path):
    """huggingface_hub reads both files, and a model card made of them has every number."""
    python = interpreter("huggingface_hub", "model cards")
    words = ("--systems", "terse", "--ci", "--by", "domain")
    (tmp_path / "card.yaml").write_text(shown("model-index", *words).out)
    (tmp_path / "entries.yaml").write_text(shown("eval-results", *words).out)
    name, metrics, same, count = json.loads(run_in(python, "-c", READ, cwd=tmp_path))
    assert name == "example/terse-7b"
    assert len(metrics) == count == 15
    assert metrics[0][0] == "rouge1_f1"  # the main output of all records
    assert metrics[0][1] > metrics[0][2]
    assert same
