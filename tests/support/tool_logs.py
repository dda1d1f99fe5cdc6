"""Logs of other tools, beside the folder that SACREVAL_CASES names, and the records in them."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sacreval.core.specs import from_spec
from sacreval.readers._base import readers
from sacreval.readers._by_content import by_content
from support import missing
from support.cases import COLLECTIONS
from support.mirror import MIRROR

LOGS = COLLECTIONS.parent / "logs"
EXCHANGED = "raw.githubusercontent.com/evaleval/every_eval_ever/*/tests/data"


def folder(tool: str) -> Path:
    """Return the folder of a tool's logs; skip the test, and list it, if it is not there."""
    found = LOGS / tool
    if not found.is_dir():
        missing.say(f"tests on logs of {tool}: SACREVAL_CASES names no folder with logs beside it")
        pytest.skip(f"{found} is not there")
    return found


def entries(tool: str) -> list[dict[str, Any]]:
    """Read what should come out of a tool's logs; nothing if they are not there."""
    path = LOGS / tool / "expected.json"
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.is_file() else []
    return found


def exchanged(tool: str) -> list[Path]:
    """Return the logs of a tool in the mirror of every_eval_ever; skip the test without them."""
    found = sorted(MIRROR.glob(f"{EXCHANGED}/{tool}/*"))
    if not found:
        missing.say(f"tests on logs of {tool} of every_eval_ever, which SACREVAL_MIRROR lacks")
        pytest.skip("the mirror has no such logs")
    return found


def records(path: Path, spec: str | None = None) -> list[dict[str, Any]]:
    """Read the records of a log with the reader that its content chooses, or with another."""
    name = by_content(str(path))
    assert name is not None, f"no reader recognises {path}"
    made = from_spec(readers, spec or name)
    return [msgspec.to_builtins(one) for batch in made.read(str(path)) for one in batch]


def difference(found: Any, wanted: Any, place: str = "") -> str:
    """Return the first place where records differ; "" if none does.

    `meta` may hold more than is wanted, and a record without an output has `error`.
    """
    if place.startswith(".meta") or place.count(".meta"):
        return _inside(found, wanted, place)
    for name, value in wanted.items():
        if value is None and name == "prediction":
            if "prediction" in found or "error" not in found:
                return f"{place}.prediction: there is one"
        elif name == "meta":
            if text := _inside(found.get("meta", {}), value, f"{place}.meta"):
                return text
        elif found.get(name) != value or type(found[name]) is not type(value):
            return f"{place}.{name}: {found.get(name)!r}, not {value!r}"
    more = found.keys() - wanted.keys() - {"meta", "error"}
    return f"{place}: also {sorted(more)}" if more else ""


def _inside(found: Any, wanted: Any, place: str) -> str:
    if isinstance(wanted, dict) and isinstance(found, dict):
        for name, value in wanted.items():
            if name not in found:
                return f"{place}: no {name}"
            if text := _inside(found[name], value, f"{place}.{name}"):
                return text
        return ""
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        pairs = zip(found, wanted, strict=True)
        texts = (_inside(a, b, f"{place}[{i}]") for i, (a, b) in enumerate(pairs))
        return next((text for text in texts if text), "")
    return "" if found == wanted else f"{place}: {found!r}, not {wanted!r}"


def check(tool: str, entry: dict[str, Any], spec: str | None = None) -> None:
    """Check that the records of a log are those that should come out."""
    found = records(folder(tool) / entry["file"], spec)
    assert len(found) == len(entry["records"])
    for i, (one, wanted) in enumerate(zip(found, entry["records"], strict=True)):
        assert not difference(one, wanted), f"{entry['file']}, record {i}"
