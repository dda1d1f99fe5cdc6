"""pass@k of real samples, on corpora of the mirror; tests/cli has the other suites on corpora."""

import json

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.evaluate import evaluate
from support import missing
from support.mirror import MIRROR
from support.tasks import scores_of

HOST = MIRROR / "raw.githubusercontent.com"
SOLVERS = {
    "6b_finetuning": 21.68,
    "6b_verification": 39.04,
    "175b_finetuning": 34.72,
    "175b_verification": 56.25,
}


def find(repository: str, name: str):
    paths = sorted((HOST / repository).glob(f"*/**/{glob_escape(name)}"))
    if not paths:
        missing.say(f"{repository}/{name}: not in the mirror")
        pytest.skip(f"{name} is not in the mirror")
    return paths[0]


def glob_escape(name: str) -> str:
    return "".join(f"[{c}]" if c in "[]*?" else c for c in name)


def gsm8k():
    path = find("openai/grade-school-math", "example_model_solutions.jsonl")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_gsm8k_flags():
    """Four systems' flags are pass@1 of one sample: their published accuracies."""
    rows = gsm8k()
    for system, value in SOLVERS.items():
        records = [{"samples": [row[system]["is_correct"]]} for row in rows]
        assert round(100 * scores_of("pass-at-k", records)["pass_at_1"], 2) == value


def test_humaneval():
    """The sample of HumanEval: three of six samples are right, pass@1 is 0.5."""
    path = find("openai/human-eval", "example_samples.jsonl")
    samples = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    # What running them gives, from the README of the corpus; sacreval runs no code.
    codes = [sample["completion"] for sample in samples]
    flags = ["return 1" in code and "sleep" not in code for code in codes]
    assert len(flags) == 6
    found = scores_of("pass-at-k", [{"samples": flags}], {"k": [1]})
    assert found["pass_at_1"] == 0.5


def test_counts():
    """Counts of samples give what flags give, whatever their number."""
    flags = [[i < c for i in range(n)] for n, c in ((5, 2), (6, 0), (7, 7))]
    counts = [{"n": len(one), "c": sum(one)} for one in flags]
    for name, options in (("pass-at-k", {"k": [1, 3, 5]}), ("g-pass-at-k", {"k": [4]})):
        want = scores_of(name, [{"samples": one} for one in flags], options)
        assert scores_of(name, [{"samples": one} for one in counts], options) == want
    assert scores_of("avg-at-k", [{"samples": {"n": 4, "c": 1}}], {"k": [4]}) == {"avg_at_4": 0.25}


def test_samples_by_math_verify():
    """Samples are right if math-verify finds them equal; those without an answer are counted."""
    record = {"samples": [r"$\frac12$", "0.5", "1", "who knows"], "references": ["0.5"]}
    found = scores_of("pass-at-k", [record], {"k": [1, 2], "scorer": "math-verify"})
    assert found == {"pass_at_1": 0.5, "pass_at_2": 5 / 6, "unparsed_samples": 0.25}


def test_a_sample_without_a_verdict():
    """A record with a sample that is neither right nor wrong is missing, by the reason."""
    hostile = {"samples": ["1", r"$\binom{10^9}{5\cdot 10^8}$"], "references": ["1"]}
    metric = metrics.get("pass-at-k")(k=(1,), scorer="math-verify|timeout:0.5")
    batch = Batch([Instance(instance_id="a", **hostile),
                   Instance(instance_id="b", samples=["1", "1"], references=["1"])])  # fmt: skip
    first, *_ = evaluate([batch], metric).report(None).results
    assert (first.value, first.n, first.missing.counts) == (1.0, 2, {"timeout": 1})


def test_texts_without_scorer(cli, tmp_path):
    """Texts that are no flags are missing; the reason names --scorer and run-tests."""
    (tmp_path / "s.jsonl").write_text('{"samples": ["7", "8"], "references": ["7"]}\n')
    found = cli("evaluate", "pass-at-k", "s.jsonl")
    assert (found.code, "--scorer METRIC" in found.err, "run-tests" in found.err) == (3, True, True)
