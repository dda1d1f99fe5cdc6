"""Logs that lm-eval, inspect_ai and promptfoo write now, with models that answer by rule."""

import json
import os
import subprocess

import pytest

from sacreval.core.options.specs import from_spec
from sacreval.readers._base import readers
from support import missing, tool_logs
from support.tool_pythons import interpreter, run_in

SHARED = r"""dataset_path: json
dataset_kwargs: {data_files: {test: %s}}
test_split: test
doc_to_text: "Question: {{question}}\nAnswer:"
"""
ARITHMETIC = r"""task: toy_arith
output_type: generate_until
doc_to_target: "{{answer}}"
generation_kwargs: {until: ["\n"]}
repeats: 2
metric_list: [{metric: exact_match}]
filter_list:
  - name: numbers
    filter: [{function: regex, regex_pattern: "(\\d+)"}, {function: take_first}]
  - name: words
    filter: [{function: regex, regex_pattern: "(\\w+)"}, {function: take_first}]
"""
CHOICES = """task: toy_mc
output_type: multiple_choice
doc_to_choice: "{{choices}}"
doc_to_target: label
metric_list: [{metric: acc}, {metric: acc_norm}]
"""
DOCS = {
    "arith": [
        {"question": "Ann has 3 apples and buys 4. How many has she?", "answer": "7"},
        {"question": "What does a dummy say?", "answer": "lol"},
    ],
    "mc": [
        {"question": "Which one is a fruit?", "choices": ["stone", "pear", "lamp"], "label": 1},
        {"question": "Which one swims?", "choices": ["fish", "house", "tree"], "label": 0},
    ],
}
RUN = """
from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import includes

asked = ((1, "3 + 4?", "7"), (2, "How far?", "120"))
samples = [Sample(id=name, input=text, target=target) for name, text, target in asked]
texts = ("It is 7", "120", "8", "no")
outputs = [ModelOutput.from_content("mockllm/model", text) for text in texts]
for one in outputs:  # else the mock model counts tokens with a file from the network
    one.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
for form in ("eval", "json"):
    model = get_model("mockllm/model", custom_outputs=list(outputs), memoize=False)
    task = Task(dataset=MemoryDataset(samples, name="toy"), scorer=includes(), epochs=2, name="toy")
    eval(task, model=model, log_dir="logs", log_format=form, display="none", max_samples=1)
"""
CONFIG = {
    "prompts": ["Question: {{question}}"],
    "providers": ["echo"],
    "tests": [
        {"vars": {"question": "3 + 4?"}, "assert": [{"type": "contains", "value": "4"}]},
        {"vars": {"question": "How far?"}, "assert": [{"type": "equals", "value": "120"}]},
    ],
}
PROMPTS = ["Question: 3 + 4?", "Question: How far?"]
ENDINGS = ("json", "jsonl", "yaml")


def run(folder):
    """Run lm-eval on both tasks and return its files of samples by task."""
    python = interpreter("lm_eval", "logs of a fresh run of lm-eval")
    for name, task in (("arith", ARITHMETIC), ("mc", CHOICES)):
        (folder / f"{name}.yaml").write_text(task + SHARED % f"{name}.jsonl")
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, DOCS[name])))
    words = ("--tasks", "toy_arith,toy_mc", "--include_path", ".", "--output_path", "out")
    run_in(
        python, "-m", "lm_eval", "--model", "dummy", *words, "--log_samples", cwd=folder,
        HF_HOME=str(folder / "home"),
    )  # fmt: skip
    paths = list((folder / "out").glob("**/samples_*.jsonl"))
    return {path.name.split("_")[2]: path for path in paths}


def stored(path):
    """Return the scores over all documents, by name and system's filter."""
    scores = from_spec(readers, "lm-eval").stored_scores(str(path))
    return {(s.name, (s.system_id or "").partition(" [")[2][:-1]): s for s in scores}


@pytest.mark.long
def test_lm_eval(tmp_path):
    """Counts, filters, repeats and choices are those of the run, and so are the stored scores."""
    files = run(tmp_path)
    texts, choices = (tool_logs.records(files[name]) for name in ("arith", "mc"))
    assert len(texts) == 2 * len(DOCS["arith"])
    numbers = [record for record in texts if record["system_id"].endswith("[numbers]")]
    assert [record["meta"]["scores"]["exact_match"] for record in numbers] == [0.0, 0.0]
    assert [record["references"] for record in numbers] == [["7"], ["lol"]]
    by_filter = {name: score.value for name, score in stored(files["arith"]).items()}
    assert by_filter == {("exact_match", "numbers"): 0.0, ("exact_match", "words"): 0.5}
    assert [[c["text"] for c in r["choices"]] for r in choices] == [
        [f" {text}" for text in doc["choices"]] for doc in DOCS["mc"]
    ]
    assert [r["gold"] for r in choices] == [1, 0]
    best = [max(r["choices"], key=lambda c: c["logprob"]) for r in choices]
    right = [c is r["choices"][r["gold"]] for c, r in zip(best, choices, strict=True)]
    assert [r["meta"]["scores"]["acc"] for r in choices] == list(map(float, right))
    assert stored(files["mc"])["acc", ""].value == sum(right) / 2


@pytest.mark.long
def test_inspect(tmp_path):
    """Both formats have a record for each sample, its epochs as samples, and the stored scores."""
    python = interpreter("inspect_ai", "logs of a fresh run of inspect_ai")
    run_in(python, "-c", RUN, cwd=tmp_path)
    archive, document = sorted(tmp_path.glob("logs/*"), key=lambda path: path.suffix)
    records = tool_logs.records(archive)
    assert records == tool_logs.records(document)
    assert [r["references"] for r in records] == [["7"], ["120"]]
    assert sorted(text for r in records for text in r["samples"]) == ["120", "8", "It is 7", "no"]
    verdicts = []
    for record in records:
        right = [record["references"][0] in text for text in record["samples"]]
        values = [epoch["scores"]["includes"] for epoch in record["meta"]["epochs"]]
        assert values == ["C" if is_right else "I" for is_right in right]
        verdicts += right
    scores = from_spec(readers, "inspect").stored_scores(str(archive))
    assert {score.name: score.value for score in scores}["includes/accuracy"] == sum(verdicts) / 4


@pytest.mark.long
def test_promptfoo(tmp_path):
    """All formats have a record for each test, with its repeats as samples and its verdicts."""
    program = os.environ.get("SACREVAL_PROMPTFOO", "")
    if not program:
        missing.say("logs of a fresh run of promptfoo: SACREVAL_PROMPTFOO names no program")
        pytest.skip("no promptfoo")
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    files = [tmp_path / f"results.{ending}" for ending in ENDINGS]
    words = ["eval", "-c", "config.json", "--repeat", "2", "--no-cache", "--no-write", "--no-table"]
    outputs = [word for path in files for word in ("-o", path.name)]
    quiet = ("TELEMETRY", "UPDATE", "REMOTE_GENERATION")
    done = subprocess.run(
        [program, *words, "--no-progress-bar", *outputs], cwd=tmp_path, capture_output=True,
        env={**os.environ, "PROMPTFOO_CONFIG_DIR": str(tmp_path / "home"),
             **{f"PROMPTFOO_DISABLE_{name}": "1" for name in quiet}}, check=False,
    )  # fmt: skip
    assert files[0].is_file(), done.stderr[-2000:]  # a failed assertion has an exit code of its own
    for path in files:
        records = tool_logs.records(path)
        assert [record["samples"] for record in records] == [[text, text] for text in PROMPTS]
        verdicts = [[epoch["success"] for epoch in record["meta"]["epochs"]] for record in records]
        assert verdicts == [[True, True], [False, False]]
