"""Logs of other tools beside the shared cases, their records, and small ones that tests write."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sacreval.core.options.specs import from_spec
from sacreval.readers._base import readers
from sacreval.readers._by_content import by_content
from support import missing
from support.cases import COLLECTIONS
from support.mirror import MIRROR

LOGS = COLLECTIONS.parent / "logs"
EXCHANGED = "raw.githubusercontent.com/evaleval/every_eval_ever/*/tests/data"


def folder(tool: str) -> Path:
    """Return the folder of a tool's logs; skip the test, and list it, if it is not there."""
    path = LOGS / tool
    if not path.is_dir():
        missing.say(f"tests on logs of {tool}: SACREVAL_CASES names no folder with logs beside it")
        pytest.skip(f"{path} is not there")
    return path


def entries(tool: str) -> list[dict[str, Any]]:
    """Read what should come out of a tool's logs; nothing if they are not there."""
    path = LOGS / tool / "expected.json"
    entries: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.is_file() else []
    return entries


def exchanged(tool: str) -> list[Path]:
    """Return the logs of a tool in the mirror of every_eval_ever; skip the test without them."""
    paths = sorted(MIRROR.glob(f"{EXCHANGED}/{tool}/*"))
    if not paths:
        missing.say(f"tests on logs of {tool} of every_eval_ever, which SACREVAL_MIRROR lacks")
        pytest.skip("the mirror has no such logs")
    return paths


def records(path: Path, spec: str | None = None) -> list[dict[str, Any]]:
    """Read the records of a log with the reader that its content chooses, or with another."""
    name = by_content(str(path))
    assert name is not None, f"no reader recognises {path}"
    reader = from_spec(readers, spec or name)
    return [msgspec.to_builtins(record) for batch in reader.read(str(path)) for record in batch]


def difference(actual: Any, wanted: Any, place: str = "") -> str:
    """Return the first place where records differ; "" if none does.

    `meta` may hold more than is wanted, and a record without an output has `error`.
    """
    if place.startswith(".meta") or place.count(".meta"):
        return _inside(actual, wanted, place)
    for name, value in wanted.items():
        if value is None and name == "prediction":
            if "prediction" in actual or "error" not in actual:
                return f"{place}.prediction: there is one"
        elif name == "meta":
            if text := _inside(actual.get("meta", {}), value, f"{place}.meta"):
                return text
        elif actual.get(name) != value or type(actual[name]) is not type(value):
            return f"{place}.{name}: {actual.get(name)!r}, not {value!r}"
    more = actual.keys() - wanted.keys() - {"meta", "error"}
    return f"{place}: also {sorted(more)}" if more else ""


def _inside(actual: Any, wanted: Any, place: str) -> str:
    if isinstance(wanted, dict) and isinstance(actual, dict):
        for name, value in wanted.items():
            if name not in actual:
                return f"{place}: no {name}"
            if text := _inside(actual[name], value, f"{place}.{name}"):
                return text
        return ""
    if isinstance(wanted, list) and isinstance(actual, list) and len(wanted) == len(actual):
        pairs = zip(actual, wanted, strict=True)
        texts = (_inside(a, b, f"{place}[{i}]") for i, (a, b) in enumerate(pairs))
        return next((text for text in texts if text), "")
    return "" if actual == wanted else f"{place}: {actual!r}, not {wanted!r}"


def check(tool: str, entry: dict[str, Any], spec: str | None = None) -> None:
    """Check that the records of a log are those that should come out."""
    actual = records(folder(tool) / entry["file"], spec)
    assert len(actual) == len(entry["records"])
    for i, (record, wanted) in enumerate(zip(actual, entry["records"], strict=True)):
        assert not difference(record, wanted), f"{entry['file']}, record {i}"


def write_lm_eval(run: Path) -> Path:
    """Write a run of one task with two documents, and return its results file."""
    run.mkdir()
    date = "2026-01-01T00-00-00.000000"
    results = run / f"results_{date}.json"
    results.write_text(json.dumps({
        "results": {"toy": {"alias": "toy", "acc,none": 0.5, "acc_stderr,none": float("nan")}},
        "configs": {"toy": {"output_type": "generate_until"}},
        "higher_is_better": {"toy": {"acc": True}}, "model_name": "lab/m",
        "versions": {"toy": 1}, "n-shot": {"toy": 0},
    }))  # fmt: skip
    rows = [
        {"doc_id": i, "doc": {"q": "é"}, "target": "a b",
         "arguments": {"gen_args_0": {"arg_0": "?", "arg_1": {}}}, "resps": [[text]],
         "filtered_resps": [text], "filter": "none", "metrics": ["acc"], "acc": 0.5}
        for i, text in enumerate(["a b", "a c"])
    ]  # fmt: skip
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    (run / f"samples_toy_{date}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
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
