"""Logs that inspect_ai writes now, with its mock model."""

import pytest

from sacreval.core.options.specs import from_spec
from sacreval.readers._base import readers
from support import tool_logs
from support.tool_pythons import interpreter, run_in

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


@pytest.mark.long
def test_fresh_run(tmp_path):
    """Both formats have a record for each sample, its epochs as samples, and the stored scores."""
    python = interpreter("inspect_ai", "logs of a fresh run of inspect_ai")
    run_in(python, "-c", RUN, cwd=tmp_path)
    archive, document = sorted(tmp_path.glob("logs/*"), key=lambda path: path.suffix)
    found = tool_logs.records(archive)
    assert found == tool_logs.records(document)
    assert [one["references"] for one in found] == [["7"], ["120"]]
    assert sorted(text for one in found for text in one["samples"]) == ["120", "8", "It is 7", "no"]
    verdicts = []
    for one in found:
        right = [one["references"][0] in text for text in one["samples"]]
        values = [epoch["scores"]["includes"] for epoch in one["meta"]["epochs"]]
        assert values == ["C" if is_right else "I" for is_right in right]
        verdicts += right
    scores = from_spec(readers, "inspect").stored_scores(str(archive))
    assert {one.name: one.value for one in scores}["includes/accuracy"] == sum(verdicts) / 4
