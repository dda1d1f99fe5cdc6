"""The module of Hugging Face's evaluate, loaded by its path."""

import json

import pytest

from sacreval.integrations.running import Running
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
    several, single = Running('chrf{"word_order": 2}'), Running("chrf")
    several.update(["a cat", "a"], [["the cat", "a bat"], ["b"]])
    single.update(["a cat", "a"], ["a cap", "b"])
    assert json.loads(shown.splitlines()[-1]) == [several.compute(), single.compute()]
