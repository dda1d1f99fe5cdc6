"""Small logs of lm-eval, and what its reader makes of them."""

import json
from pathlib import Path
from typing import Any

import msgspec

from sacreval.readers.lm_eval import LmEvalReader

DATE = "2026-01-01T00-00-00.000000"
Row = dict[str, Any]


def row(number: int = 0, **more: Any) -> Row:
    """Return a row of a task that generates text."""
    settings = {"until": ["\n"], "do_sample": False}
    return {
        "doc_id": number,
        "doc": {"question": "q", "answer": "7"},
        "target": "7",
        "arguments": {"gen_args_0": {"arg_0": "Q: q", "arg_1": settings}},
        "resps": [["It is 7"]],
        "filtered_resps": ["7"],
        "filter": "none",
        "metrics": ["exact_match"],
        "doc_hash": "ab",
        "exact_match": 1.0,
    } | more


def choice_row(*choices: tuple[str, str, str], **more: Any) -> Row:
    """Return a row of a task with choices, each a text, a log-probability and whether greedy."""
    requests = {
        f"gen_args_{i}": {"arg_0": "Q: q", "arg_1": text} for i, (text, *_) in enumerate(choices)
    }
    replies = [[[logprob, greedy]] for _, logprob, greedy in choices]
    return row(
        **{"arguments": requests, "resps": replies, "filtered_resps": [r[0] for r in replies]}
        | {"metrics": ["acc"], "acc": 1.0, "target": "0"}
        | more
    )


def write(folder: Path, *rows: Row, task: str = "toy", date: str = DATE) -> Path:
    """Write a samples file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"samples_{task}_{date}.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def write_results(folder: Path, task: str = "toy", date: str = DATE, **more: Any) -> Path:
    """Write the results file of a task; `config` is its configuration, `scores` its scores."""
    config, scores = more.pop("config", {}), more.pop("scores", {"exact_match,none": 0.5})
    samples = (
        {"n-samples": {task: {"effective": more.pop("effective")}}} if "effective" in more else {}
    )
    path = folder / f"results_{date}.json"
    document = {"results": {task: scores}, "configs": {task: config}, "model_name": "org/model"}
    path.write_text(json.dumps(document | samples | more))
    return path


def read(path: Path, **options: Any) -> list[dict[str, Any]]:
    """Read the records of a log."""
    records = (record for batch in LmEvalReader(**options).read(str(path)) for record in batch)
    return [msgspec.to_builtins(record) for record in records]
