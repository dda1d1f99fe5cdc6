"""Small logs of other tools, which tests write."""

import json
from pathlib import Path


def write_lm_eval(folder: Path) -> Path:
    """Write a run of one task with two documents, and return its results file."""
    folder.mkdir()
    date = "2026-01-01T00-00-00.000000"
    results = folder / f"results_{date}.json"
    results.write_text(json.dumps({
        "results": {"toy": {"alias": "toy", "acc,none": 0.5, "acc_stderr,none": float("nan")}},
        "configs": {"toy": {"output_type": "generate_until"}},
        "higher_is_better": {"toy": {"acc": True}}, "model_name": "lab/m",
    }))  # fmt: skip
    rows = [
        {"doc_id": i, "doc": {"q": "é"}, "target": "a b",
         "arguments": {"gen_args_0": {"arg_0": "?", "arg_1": {}}}, "resps": [[text]],
         "filtered_resps": [text], "filter": "none", "metrics": ["acc"], "acc": 0.5}
        for i, text in enumerate(["a b", "a c"])
    ]  # fmt: skip
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    (folder / f"samples_toy_{date}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return results


def write_inspect(path: Path) -> Path:
    """Write a log of one sample with two epochs."""
    sample = {"id": "q", "input": "?", "target": "a b", "metadata": {}, "messages": []}
    choice = {"message": {"role": "assistant", "content": "a c"}, "stop_reason": "stop"}
    output = {"model": "lab/m", "choices": [choice], "completion": "a c"}
    path.write_text(json.dumps({
        "version": 2, "status": "success",
        "eval": {"created": "2026-01-01T00:00:00+00:00", "task": "toy", "task_id": "t",
                 "run_id": "r", "eval_id": "e", "task_version": 0, "model": "lab/m",
                 "dataset": {"samples": 1}, "config": {"epochs": 2}},
        "plan": {"name": "plan", "steps": [], "config": {}},
        "results": {"total_samples": 2, "completed_samples": 2, "scores": []},
        "stats": {"started_at": "", "completed_at": "", "model_usage": {}},
        "samples": [sample | {"epoch": epoch, "output": output, "scores": {}} for epoch in (1, 2)],
    }))  # fmt: skip
    return path
