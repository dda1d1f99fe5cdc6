"""What precedes the options in the help of a metric: an example that can be run, and its page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from sacreval.core.metric import Metric, metrics

LINES: Mapping[str, str] = {
    "evaluate": "{files}",
    "score": "{files} -o scores.jsonl",
    "compare": "{files} {other}",
    "correlate": "{files} --human quality",
}
"""What follows the metric in the example of each verb."""
_FILES = {"database": "data.sqlite", "model": "NAME", "vectors": "vectors.txt"}
_JUDGED = {"instance_id": "1", "system_id": "A", "judgments": {"quality": 4}}
_TEXTS = {
    "prediction": "the cat sat",
    "references": ["the cat sat down"],
    "sources": ["a cat was sitting there"],
}


def opening(cls: type[Metric], name: str, path: str) -> Iterator[str]:
    """Yield the lines before the options in the help of a metric's command.

    Args:
        cls: The metric's class.
        name: Its name.
        path: The command, such as `sacreval evaluate bleu`.
    """
    verb = path.split(" ")[-2]
    if verb in LINES and cls.judges != "replies" and "replies" not in cls.needs:
        yield "Example:"
        yield f"  {command(cls, name, verb)}"
        if verb == "correlate" or not _of_lines(cls):
            from json import dumps

            shown = {**record(cls), **(_JUDGED if verb == "correlate" else {})}
            yield "  where outputs.jsonl has lines such as"
            yield f"  {dumps(shown, ensure_ascii=False)}"
        yield ""
    if metrics.is_own(cls.name):
        yield f"Documentation: the page metrics/{cls.name}"


def suite_opening(path: str) -> Iterator[str]:
    """Yield the lines before the options in the help of a verb's command `suite`.

    Args:
        path: The command, such as `sacreval evaluate suite`.
    """
    verb = path.split(" ")[-2]
    if verb in LINES:
        ending = "jsonl" if verb == "correlate" else "txt"
        files = LINES[verb].format(files=f"outputs.{ending}", other=f"others.{ending}")
        joined = " -r references.txt" if ending == "txt" else ""
        yield "Example:"
        yield f"  sacreval {verb} suite -m bleu -m chrf {files}{joined}"
        yield ""
    yield "Documentation: the page suites"


def command(cls: type[Metric], name: str, verb: str) -> str:
    """Return the example of a verb.

    Args:
        cls: The metric's class.
        name: Its name.
        verb: A key of `LINES`.
    """
    ending = "txt" if _of_lines(cls) and verb != "correlate" else "jsonl"
    words = LINES[verb].format(files=f"outputs.{ending}", other=f"others.{ending}")
    joined = " -r references.txt" if ending == "txt" else ""
    return f"sacreval {verb} {name} {words}{joined}{_needed(cls)}"


def record(cls: type[Metric]) -> dict[str, Any]:
    """Return a record that a metric can score.

    Args:
        cls: The metric's class.
    """
    if cls.example:
        return dict(cls.example[0])
    return {name: _TEXTS[name] for name in (cls.judges, *cls.needs)}


def _of_lines(cls: type[Metric]) -> bool:
    """Return whether a metric can read plain text: an output and its reference on a line each."""
    return (cls.judges, cls.needs) == ("prediction", ("references",)) and not cls.example


def _needed(cls: type[Metric]) -> str:
    """Return the options without which a metric refuses to score, with examples of values."""
    own = {"model"} if cls.runs_model else set(_FILES) - {"model"}
    given = own & {field.name for field in fields(cls)}
    return "".join(f" --{name} {_FILES[name]}" for name in sorted(given))
