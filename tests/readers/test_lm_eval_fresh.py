"""Logs that lm-eval writes now, with its dummy model."""

import json

import pytest

from sacreval.core.options.specs import from_spec
from sacreval.readers._base import readers
from support import tool_logs
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
    found = list((folder / "out").glob("**/samples_*.jsonl"))
    return {path.name.split("_")[2]: path for path in found}


def stored(path):
    """Return the scores over all documents, by name and system's filter."""
    found = from_spec(readers, "lm-eval").stored_scores(str(path))
    return {(one.name, (one.system_id or "").partition(" [")[2][:-1]): one for one in found}


@pytest.mark.long
def test_fresh_run(tmp_path):
    """Counts, filters, repeats and choices are those of the run, and so are the stored scores."""
    files = run(tmp_path)
    texts, choices = (tool_logs.records(files[name]) for name in ("arith", "mc"))
    assert len(texts) == 2 * len(DOCS["arith"])
    numbers = [one for one in texts if one["system_id"].endswith("[numbers]")]
    assert [one["meta"]["scores"]["exact_match"] for one in numbers] == [0.0, 0.0]
    assert [one["references"] for one in numbers] == [["7"], ["lol"]]
    by_filter = {name: one.value for name, one in stored(files["arith"]).items()}
    assert by_filter == {("exact_match", "numbers"): 0.0, ("exact_match", "words"): 0.5}
    assert [[c["text"] for c in one["choices"]] for one in choices] == [
        [f" {text}" for text in doc["choices"]] for doc in DOCS["mc"]
    ]
    assert [one["gold"] for one in choices] == [1, 0]
    best = [max(one["choices"], key=lambda c: c["logprob"]) for one in choices]
    right = [c is one["choices"][one["gold"]] for c, one in zip(best, choices, strict=True)]
    assert [one["meta"]["scores"]["acc"] for one in choices] == list(map(float, right))
    assert stored(files["mc"])["acc", ""].value == sum(right) / 2
