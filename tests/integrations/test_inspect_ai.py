"""Scorers of inspect_ai, with its mock model: found by entry point, system scores over rows."""

import json

import pytest

from sacreval.integrations.running import Running
from support.installed import write_metadata
from support.tool_pythons import interpreter, run_in

OUTPUTS = ["the cat sat", "a dog", "a cat sits", "cat", "the cat", "x y"]
TARGETS = ["the cat sat", "a cat sat"]
RUN = f"""
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
    shown = run_in(python, "-c", RUN, cwd=tmp_path, PYTHONPATH=path).splitlines()[-1]
    location, found, texts, values = json.loads(shown)
    chrf, rouge = Running('chrf{"word_order": 2}'), Running('rouge{"types": ["1"]}')
    for running in (chrf, rouge):
        running.update(texts, [TARGETS] * len(texts))
    assert found["chrf"]["system"] == pytest.approx(chrf.compute()["chrf"])
    assert found["chrf"]["stderr"] > 0
    assert found["rouge"]["rouge1_f1"] == pytest.approx(rouge.compute()["rouge1_f1"])
    assert found["rouge"]["rouge1_f1_stderr"] > 0
    assert values[texts.index("the cat sat")] == 100.0
    words = ("score", location, "--scorer", "sacreval/chrf", "--action", "append")
    run_in(
        python, "-m", "inspect_ai", *words, "--output-file", "scored.eval", "--display", "none",
        cwd=tmp_path, PYTHONPATH=path,
    )  # fmt: skip
    again = json.loads(run_in(python, "-c", READ, cwd=tmp_path, PYTHONPATH=path))
    plain = Running("chrf")
    plain.update(texts, [TARGETS] * len(texts))
    assert again["chrf"]["system"] == pytest.approx(plain.compute()["chrf"])
