"""Records, results, scores and suites with one other value are used, or refused in a sentence."""

import json
import random
import shutil
from contextlib import chdir

import pytest

from support.damage import changed
from support.fixtures import quietly
from support.judges import QUALITY
from support.pages import SAMPLE
from support.program import write_jsonl
from support.sandboxes import TOY

NIGHT = 20_000
RECORDS = {
    "choices": {
        "choices": [{"text": "a", "logprob": -1}, {"text": "b c", "logprob": -2}], "gold": [1],
    },
    "samples": {"samples": ["1", "2", "3"], "references": ["2"]},
    "ranking": {"ranking": ["d1", "d2"], "qrels": {"d1": 1, "d2": 0}},
    "battles": {"a": "A", "b": "B", "winner": "a"},
    "tags": {"prediction": ["B-X", "O"], "references": [["B-X", "O"]]},
    "pairs": {
        "choices": [{"text": "a", "logprob": -1}, {"text": "b", "logprob": -2}], "gold": 0,
        "groups": {"bias_type": "age"},
    },
    "sequence": {
        "sequence": {"logprob": -3.0, "words": 2, "bytes": 9, "characters": 9, "tokens": 3},
    },
    "calls": {"prediction": {"name": "f", "arguments": {"x": 1}},
              "references": [{"name": "f", "arguments": {"x": 1}}]},
    "instructions": {"prediction": "no comma", "meta": {
        "instruction_id_list": ["punctuation:no_comma", "length_constraints:number_words"],
        "kwargs": [{}, {"num_words": 2, "relation": "at least"}]}},
}  # fmt: skip
SUITE = {
    "metrics": ["bleu", {"rouge": {"types": ["1"]}}], "fail_under": {"bleu": 1}, "ci": False,
    "seed": 3, "where": "instance_id != '1'", "by": ["domain"], "systems": ["all"],
}  # fmt: skip
PROMPT = {
    "prompt": "{{sources.0}}", "params": {"temperature": 0, "max_tokens": 8},
}  # fmt: skip
REPLY = {
    "text": "[[3]]", "model": "m", "finish_reason": "stop", "usage": {"prompt": 4, "reply": 2},
}  # fmt: skip
BATCHED = {"error": None, "response": {"status_code": 200, "body": {
    "model": "m", "usage": {"prompt_tokens": 4, "completion_tokens": 2},
    "choices": [{"index": 0, "message": {"content": "[[3]]"}, "finish_reason": "stop"}],
}}}  # fmt: skip
PROGRAM = {"task_id": "Toy/0", "completion": "    return a + b"}
RUNS = (
    "evaluate suite -m bleu -m exact-match texts.jsonl -o r.json --instances r.scores.jsonl --ci",
    "compare chrf texts.jsonl -o c.json",
    "score suite -m chrf -m rouge texts.jsonl -o s.jsonl",
    "correlate scores s.jsonl --human adequacy -o k.json",
    "ask judge.yaml texts.jsonl -o requests.jsonl",
)
COMMANDS = [
    line.split(maxsplit=1)
    for line in (
        "r.json report r.json -o x.html --force", "r.json plan r.json", "r.json cite r.json",
        "r.json verify r.json texts.jsonl", "r.json baseline show r.json",
        "r.json evaluate bleu texts.jsonl --baseline r.json",
        "r.scores.jsonl correlate scores r.scores.jsonl --human adequacy",
        "c.json cite c.json", "c.json report c.json -o x.md --force",
        "k.json cite k.json", "k.json report k.json -o x.html --force",
        "s.jsonl correlate scores s.jsonl --human adequacy",
        "s.jsonl correlate trust s.jsonl --human adequacy",
        "choices.jsonl evaluate multiple-choice choices.jsonl --ci --by domain --resamples 20",
        "samples.jsonl evaluate pass-at-k samples.jsonl",
        "samples.jsonl evaluate maj-at-k samples.jsonl", "samples.jsonl select chrf samples.jsonl",
        "ranking.jsonl evaluate ranking ranking.jsonl", "battles.jsonl arena battles.jsonl",
        "tags.jsonl evaluate sequence-labelling tags.jsonl",
        "sequence.jsonl evaluate perplexity sequence.jsonl",
        "calls.jsonl evaluate tool-call calls.jsonl",
        "instructions.jsonl evaluate instruction-checks instructions.jsonl",
        "texts.jsonl evaluate suite -m bleu -m ter texts.jsonl --ci --by domain --resamples 20",
        "texts.jsonl compare chrf texts.jsonl", "texts.jsonl convert texts.jsonl --check",
        "texts.jsonl correlate chrf texts.jsonl --human adequacy",
        "texts.jsonl score chrf texts.jsonl",
        "texts.jsonl perturb typos texts.jsonl", "texts.jsonl evaluate accuracy texts.jsonl",
        "texts.jsonl evaluate exact-match texts.jsonl --extract number",
        "texts.jsonl init texts.jsonl --force -m chrf",
        "suite.yaml evaluate suite suite.yaml texts.jsonl", "suite.yaml config show suite.yaml",
        "r.json baseline set r.json new.json --anyway",
        "r.json export r.json --mlflow new", "r.json compare results r.json --base literal",
        "requests.jsonl answer requests.jsonl --with file:replies.jsonl -o new.jsonl",
        "replies.jsonl answer requests.jsonl --with file:replies.jsonl -o new.jsonl",
        "replies.jsonl evaluate judge judge.yaml texts.jsonl --replies replies.jsonl",
        "batch.jsonl evaluate judge judge.yaml texts.jsonl --replies batch.jsonl",
        "judge.yaml evaluate judge judge.yaml texts.jsonl --replies replies.jsonl",
        "judge.yaml ask judge.yaml texts.jsonl -o new.jsonl",
        "texts.jsonl ask judge.yaml texts.jsonl -o new.jsonl",
        "texts.jsonl generate texts.jsonl --prompt prompt.yaml --with cmd:cat --dry-run",
        "prompt.yaml generate texts.jsonl --prompt prompt.yaml --with cmd:cat --dry-run",
        "problems.jsonl run-tests problems.jsonl programs.jsonl -o new.jsonl",
        "programs.jsonl run-tests problems.jsonl programs.jsonl -o new.jsonl",
        "varied.jsonl robustness exact-match texts.jsonl varied.jsonl",
        "pairs.jsonl stereotyping pairs.jsonl",
    )
]  # fmt: skip


@pytest.fixture(scope="module")
def stage(tmp_path_factory):
    """Make a folder with all files as they should be."""
    folder = tmp_path_factory.mktemp("stage")
    shutil.copyfile(SAMPLE, folder / "texts.jsonl")
    for name, record in RECORDS.items():
        lines = [{"instance_id": str(i), **record} for i in range(6)]
        write_jsonl(folder / f"{name}.jsonl", lines)
    (folder / "suite.yaml").write_text(json.dumps(SUITE))
    (folder / "judge.yaml").write_text(json.dumps(QUALITY))
    (folder / "prompt.yaml").write_text(json.dumps(PROMPT))
    for line in RUNS:
        quietly(*line.split(), folder=folder)
    requests = (folder / "requests.jsonl").read_text().splitlines()
    names = [json.loads(line)["id"] for line in requests]
    write_jsonl(folder / "replies.jsonl", [{"id": name, **REPLY} for name in names])
    write_jsonl(folder / "batch.jsonl", [{"custom_id": name, **BATCHED} for name in names])
    varied = [json.loads(line) for line in (folder / "texts.jsonl").read_text().splitlines()]
    for row in varied:
        row["groups"]["variant"] = 1
    write_jsonl(folder / "varied.jsonl", varied)
    write_jsonl(folder / "problems.jsonl", TOY)
    write_jsonl(folder / "programs.jsonl", [PROGRAM])
    return folder


def check(cli, stage, seed):
    """Change a file, run a command on it, and put the file back."""
    name, line = COMMANDS[seed % len(COMMANDS)]
    path = stage / name
    content = path.read_bytes()
    path.write_bytes(changed(content, random.Random(seed)))
    try:
        with chdir(stage):
            done = cli(*line.split())
    finally:
        path.write_bytes(content)
        for left in stage.glob("new*"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
    assert "this is a bug" not in done.err, f"seed {seed}: {line}\n{done.err}"
    assert "Traceback" not in done.err, f"seed {seed}: {line}\n{done.err}"
    assert done.code in (0, 1, 2, 3), f"seed {seed}: {line}"
    assert done.code == 0 or "sacreval: " in done.err, f"seed {seed}: {line}\n{done.err}"


@pytest.mark.filterwarnings("ignore")
def test_some(cli, stage):
    """One copy for each command."""
    for seed in range(len(COMMANDS)):
        check(cli, stage, seed)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("start", range(0, NIGHT, NIGHT // 8))
def test_many(cli, stage, start):
    """Twenty thousand copies."""
    for seed in range(start, start + NIGHT // 8):
        check(cli, stage, seed)
