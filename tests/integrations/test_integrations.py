"""sacreval within other tools: evaluate, inspect_ai, lm-eval and torchmetrics."""

import json
import pickle
from contextlib import suppress

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, SacrevalError, UsageError
from sacreval.integrations.lm_eval import functions
from sacreval.integrations.running import RunningMetric, row_metric
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.entries.run_metrics import entry
from support.installed import write_metadata
from support.mirror import CHECKOUT
from support.tool_pythons import interpreter, run_in

PATH = CHECKOUT / "sacreval" / "integrations" / "hf_evaluate.py"

RUN = f"""
import json
import evaluate
chrf = evaluate.load({str(PATH)!r}, "chrf")
references = [["the cat", "a bat"], ["b"]]
first = chrf.compute(predictions=["a cat", "a"], references=references, word_order=2)
chrf.add_batch(predictions=["a cat"], references=["a cap"])
chrf.add(prediction="a", reference="b")
print(json.dumps([first, chrf.compute()]))
"""


@pytest.mark.long
def test_with_evaluate(tmp_path):
    """Batches and options have the numbers of `Running`."""
    python = interpreter("evaluate", "the module of Hugging Face's evaluate")
    shown = run_in(python, "-c", RUN, cwd=tmp_path, HF_HOME=str(tmp_path / "home"))
    several, single = RunningMetric('chrf{"word_order": 2}'), RunningMetric("chrf")
    several.update(["a cat", "a"], [["the cat", "a bat"], ["b"]])
    single.update(["a cat", "a"], ["a cap", "b"])
    assert json.loads(shown.splitlines()[-1]) == [several.compute(), single.compute()]


OUTPUTS = ["the cat sat", "a dog", "a cat sits", "cat", "the cat", "x y"]

TARGETS = ["the cat sat", "a cat sat"]

INSPECT_AI_RUN = f"""
import json
from inspect_ai import Task, eval, score
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import includes
from sacreval.integrations.inspect_ai import scorer_of
samples = [Sample(id=i, input=f"q{{i}}", target={TARGETS!r}) for i in range(3)]
outputs = [ModelOutput.from_content("mockllm/model", x) for x in {OUTPUTS!r}]
for one in outputs:
    one.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
model = get_model("mockllm/model", custom_outputs=outputs)
task = Task(dataset=samples, scorer=includes(), epochs=2)
[log] = eval(task, model=model, log_dir="logs", display="none", max_samples=1)
scorers = [scorer_of("chrf", word_order=2), scorer_of("rouge", types=["1"])]
done = score(log, scorers, action="append", display="none")
found = {{x.name: {{k: m.value for k, m in x.metrics.items()}} for x in done.results.scores}}
texts = [x.output.completion for x in done.samples]
print(json.dumps([log.location, found, texts, [x.scores["chrf"].value for x in done.samples]]))
"""

READ = """
import json
from inspect_ai.log import read_eval_log
results = read_eval_log("scored.eval").results
print(json.dumps({x.name: {k: m.value for k, m in x.metrics.items()} for x in results.scores}))
"""


@pytest.mark.long
def test_with_inspect(tmp_path):
    """The run's score is that of all outputs at once, and samples have their own."""
    python = interpreter("inspect_ai", "scorers of inspect_ai")
    path = write_metadata(tmp_path / "installed")
    shown = run_in(python, "-c", INSPECT_AI_RUN, cwd=tmp_path, PYTHONPATH=path).splitlines()[-1]
    location, scores, texts, values = json.loads(shown)
    chrf, rouge = RunningMetric('chrf{"word_order": 2}'), RunningMetric('rouge{"types": ["1"]}')
    for running in (chrf, rouge):
        running.update(texts, [TARGETS] * len(texts))
    assert scores["chrf"]["system"] == pytest.approx(chrf.compute()["chrf"])
    assert scores["chrf"]["stderr"] > 0
    assert scores["rouge"]["rouge1_f1"] == pytest.approx(rouge.compute()["rouge1_f1"])
    assert scores["rouge"]["rouge1_f1_stderr"] > 0
    assert values[texts.index("the cat sat")] == 100.0
    words = ("score", location, "--scorer", "sacreval/chrf", "--action", "append")
    run_in(
        python, "-m", "inspect_ai", *words, "--output-file", "scored.eval", "--display", "none",
        cwd=tmp_path, PYTHONPATH=path,
    )  # fmt: skip
    again = json.loads(run_in(python, "-c", READ, cwd=tmp_path, PYTHONPATH=path))
    plain = RunningMetric("chrf")
    plain.update(texts, [TARGETS] * len(texts))
    assert again["chrf"]["system"] == pytest.approx(plain.compute()["chrf"])


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
    running = RunningMetric("chrf")
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
    chrf, rouge = RunningMetric('chrf{"word_order": 2}'), RunningMetric("rouge")
    chrf.update(["lol", "lol"], [doc["a"] for doc in DOCS])
    rouge.update(["lol", "lol"], [doc["answers"] for doc in DOCS])
    assert results["toy"]["chrf,none"] == chrf.compute()["chrf"]
    assert results["several"]["rouge1_f1,none"] == rouge.compute()["rouge1_f1"]


PREDICTIONS = ["the cat sat on the mat", "a dog barked at the boys", "x y z w v"]

REFERENCES = [["the cat sat on a mat"], ["the dog barked at the boys"], ["x y z w u"]]

TORCHMETRICS_RUN = f"""
import json, sys
import torch.distributed as dist
import torch.multiprocessing as processes
from sacreval.integrations.torchmetrics import SacrevalMetric
P, R = {PREDICTIONS!r}, {REFERENCES!r}


def work(rank):
    dist.init_process_group("gloo", init_method="file://" + sys.argv[1], rank=rank, world_size=2)
    metric = SacrevalMetric("bleu")
    part = slice(0, 1) if rank == 0 else slice(1, 3)
    metric.update(P[part], R[part])
    print(json.dumps(float(metric.compute()["bleu"])), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    one, other = SacrevalMetric("bleu"), SacrevalMetric("bleu")
    one.update(P[:1], R[:1])
    other.update(P[1:], R[1:])
    one.merge_state(other)
    print(json.dumps(float(one.half().compute()["bleu"])), flush=True)
    processes.spawn(work, nprocs=2)
"""


@pytest.mark.long
def test_with_torchmetrics(tmp_path):
    """Merged states and two processes have the score of one, to the last bit."""
    python = interpreter("torchmetrics", "the metric of torchmetrics")
    (tmp_path / "run.py").write_text(TORCHMETRICS_RUN)
    shown = run_in(python, "run.py", tmp_path / "meeting", cwd=tmp_path)
    whole = RunningMetric("bleu")
    whole.update(PREDICTIONS, REFERENCES)
    assert list(map(json.loads, shown.split())) == [whole.compute()["bleu"]] * 3


RUNNING_PREDICTIONS = ["the cat sat on the mat", "a dog barked at the boys", "x y z w v", ""]

RUNNING_REFERENCES = [
    ["the cat sat on a mat"],
    ["the dog barked at boys", "a dog barks"],
    ["x y"],
    ["a"],
]


def whole(metric):
    pairs = zip(RUNNING_PREDICTIONS, RUNNING_REFERENCES, strict=True)
    batch = Batch([Instance(prediction=text, references=right) for text, right in pairs])
    report = evaluate([batch], [entry(metric)]).report()
    return {result.output: result.value for result in report.results}


@pytest.mark.parametrize(
    "metric", ["bleu", 'chrf{"word_order": 2}', "ter", "rouge", "wer", "token-f1", "exact-match"]
)
def test_steps_and_merging_change_nothing(metric):
    """Merged parts have the same number to the last bit as one, and that of `evaluate`."""
    parts = [RunningMetric(metric) for _ in range(3)]
    for i, (prediction, references) in enumerate(
        zip(RUNNING_PREDICTIONS, RUNNING_REFERENCES, strict=True)
    ):
        parts[i % 2].update([prediction], [references])
    running = RunningMetric(metric)
    running.update(RUNNING_PREDICTIONS, RUNNING_REFERENCES)
    assert parts[0].merge(*parts[1:]).compute() == running.compute()
    assert running.compute() == pytest.approx(whole(metric), rel=1e-12)


def test_one_reference():
    """A reference may be a text instead of a list of one."""
    single, several = RunningMetric("chrf"), RunningMetric("chrf")
    single.update(["a b"], ["a c"])
    several.update(["a b"], [["a c"]])
    assert single.compute() == several.compute()


def test_sources():
    """A metric without references reads sources, or outputs alone."""
    copied = RunningMetric("extractiveness")
    copied.update(["a b c"], sources=["a b c d"])
    assert copied.compute()["coverage"] == 1.0
    alone = RunningMetric("length")
    alone.update(["a b c"])
    assert alone.compute()["length_words"] == 3.0


def test_reset():
    """After a reset there is no score, until there is an output."""
    running = RunningMetric("bleu")
    running.update(["a"], ["a"])
    running.reset()
    with pytest.raises(UsageError, match="there is no output yet"):
        running.compute()
    running.update([], [])
    with pytest.raises(UsageError, match="there is no output yet"):
        running.compute()


def test_other_options_are_not_merged():
    """Rows of other options are refused."""
    with pytest.raises(UsageError, match="merge metrics with the same options"):
        RunningMetric("chrf").merge(RunningMetric('chrf{"word_order": 2}'))


@pytest.mark.parametrize(
    ("metric", "reason"),
    [
        ("self-bleu", "scores whole sets"),
        ("multiple-choice", "needs choices"),
        ("nist", "depends on all data"),
        ("blue", "did you mean 'bleu'"),
    ],
)
def test_refused_metrics(metric, reason):
    """Metrics of whole sets, of other fields, or that depend on all data are refused."""
    with pytest.raises(UsageError, match=reason):
        RunningMetric(metric)


def test_refused_updates():
    """Missing references, other lengths and wrong types are refused."""
    running = RunningMetric("bleu")
    with pytest.raises(UsageError, match="bleu needs references"):
        running.update(["a"])
    with pytest.raises(UsageError, match="2 predictions and 1 references"):
        running.update(["a", "b"], ["a"])
    with pytest.raises(InputError, match="prediction"):
        running.update([{"a": 1}], ["a"])


@pytest.mark.long
def test_every_metric_is_taken_or_refused():
    """Each metric of texts and labels that needs no model runs; the others are refused."""
    taken = []
    for name in metrics:
        with suppress(SacrevalError):
            row_metric(name)
            taken.append(name)
    assert {"bleu", "accuracy", "rouge-1.5.5", "sari", "extractiveness"} <= set(taken)
    assert not {"self-bleu", "pearson", "pass-at-k", "classification"} & set(taken)


def test_values_of_other_types():
    """Texts that are numbers are numbers, and a text that is none refuses the update."""
    running = RunningMetric("mean-squared-error")
    running.update(["3.5", 2], ["4", "2.0"])
    assert running.compute()["mean_squared_error"] == 0.125
    with pytest.raises(InputError, match="'abc', which is not a number"):
        running.update(["abc"], [1])
