"""Functions for lm-eval: rows in numbers, and a run of lm-eval itself with its dummy model."""

import json
import pickle

import pytest

from sacreval.errors import UsageError
from sacreval.integrations.lm_eval import functions
from sacreval.integrations.running import Running
from support.tool_pythons import interpreter, run_in

TASK = """\
task: toy
dataset_path: json
dataset_kwargs: {data_files: {test: docs.jsonl}}
test_split: test
output_type: generate_until
doc_to_text: "{{q}}"
doc_to_target: "{{a}}"
generation_kwargs: {until: ["\\n"]}
"""
SINGLE = """\
metric_list:
  - metric: !function scores.chrf
    aggregation: !function scores.chrf_of_all
    higher_is_better: true
"""
SEVERAL = """\
process_results: !function scores.process
metric_list:
  - metric: rouge1_f1
    aggregation: !function scores.rouge_of_all
    higher_is_better: true
"""
SCORES = """\
from sacreval.integrations.lm_eval import functions

chrf, chrf_of_all = functions('chrf{"word_order": 2}')
rouge, rouge_of_all = functions("rouge", "rouge1_f1")


def process(doc, results):
    return {"rouge1_f1": rouge(doc["answers"], results)}
"""
DOCS = [
    {"q": "x", "a": "lol", "answers": ["lol", "lo"]},
    {"q": "y", "a": "lola la", "answers": ["a"]},
]


def test_all_documents_at_once():
    """The aggregation is the metric over all documents, not the mean of their scores."""
    chrf, of_all = functions("chrf")
    items = [chrf([r], [p]) for p, r in (("a b", "a b"), ("abc defg hi", "abd"))]
    assert items[0] == 100.0
    running = Running("chrf")
    running.update(["a b", "abc defg hi"], ["a b", "abd"])
    assert of_all(items) == running.compute()["chrf"] != sum(items) / 2
    assert of_all(pickle.loads(pickle.dumps(items))) == of_all(items)  # noqa: S301 - our own bytes
    assert json.dumps(items[0]) == "100.0"


def test_names():
    """lm-eval shows a metric under its output's name; repeats of one are that one."""
    assert functions("rouge", "rougeL_f1").metric.__name__ == "rougeL_f1"
    assert functions("exact-match").metric(["a"], [["a"]]) == 1.0


def test_refused():
    """Several outputs need a choice, and scores that lm-eval has changed are not aggregated."""
    with pytest.raises(UsageError, match="name one, as in functions"):
        functions("rouge")
    with pytest.raises(UsageError, match="list of targets"):
        functions("chrf").aggregation([1.0, 0.0])


@pytest.mark.long
def test_with_lm_eval(tmp_path):
    """lm-eval's dummy model gets the scores of `Running`, with one target and with several."""
    python = interpreter("lm_eval", "functions for lm-eval")
    (tmp_path / "docs.jsonl").write_text("".join(f"{json.dumps(doc)}\n" for doc in DOCS))
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "scores.py").write_text(SCORES)
    (tmp_path / "tasks" / "one.yaml").write_text(TASK + SINGLE)
    (tmp_path / "tasks" / "two.yaml").write_text(TASK.replace("toy", "several") + SEVERAL)
    words = ("--model", "dummy", "--tasks", "toy,several", "--include_path", "tasks")
    run_in(python, "-m", "lm_eval", *words, "--output_path", "out", "--log_samples", cwd=tmp_path,
           HF_HOME=str(tmp_path / "home"))  # fmt: skip
    [path] = (tmp_path / "out").rglob("results_*.json")
    results = json.loads(path.read_text())["results"]
    chrf, rouge = Running('chrf{"word_order": 2}'), Running("rouge")
    chrf.update(["lol", "lol"], [doc["a"] for doc in DOCS])
    rouge.update(["lol", "lol"], [doc["answers"] for doc in DOCS])
    assert results["toy"]["chrf,none"] == chrf.compute()["chrf"]
    assert results["several"]["rouge1_f1,none"] == rouge.compute()["rouge1_f1"]
