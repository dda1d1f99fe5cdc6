"""Help of a metric's command: other names, sections, an example, and the link to its page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any

from sacreval.cli.verb_index import collected
from sacreval.core.contract.declarations import runs_model
from sacreval.core.metric import Metric, metrics
from sacreval.core.options.docstrings import describe
from sacreval.core.options.registry import RESERVED

if TYPE_CHECKING:
    from sacreval.core.aliases import Alias


RECORDS = "{records}"
"""What stands in the example of a verb that reads human judgments from records."""
_FILES = {"database": "data.sqlite", "model": "NAME", "vectors": "vectors.txt"}
_JUDGED = {"instance_id": "1", "system_id": "A", "judgments": {"quality": 4}}
_TEXTS = {
    "prediction": "the cat sat",
    "references": ["the cat sat down"],
    "sources": ["a cat was sitting there"],
}


def opening(cls: type[Metric], name: str, path: str) -> Iterator[str]:
    """Yield the lines before the options in the help of a metric's command."""
    verb = path.split(" ")[-2]
    line = collected("EXAMPLES").get(verb)
    if line and cls.judges != "replies" and "replies" not in cls.needs:
        yield "Example:"
        yield f"  {command(cls, name, verb)}"
        if RECORDS in line or not _of_lines(cls):
            from json import dumps

            shown = {**record(cls), **(_JUDGED if RECORDS in line else {})}
            yield "  where outputs.jsonl has lines such as"
            yield f"  {dumps(shown, ensure_ascii=False)}"
        yield ""
    if metrics.is_own(cls.name):
        yield f"Documentation: the page metrics/{cls.name}"


def suite_opening(path: str) -> Iterator[str]:
    """Yield the lines before the options in the help of a verb's command `suite`."""
    verb = path.split(" ")[-2]
    if line := collected("EXAMPLES").get(verb):
        yield "Example:"
        yield f"  sacreval {verb} suite -m bleu -m chrf {_filled(line, of_lines=True)}"
        yield ""
    yield "Documentation: the page suites"


def command(cls: type[Metric], name: str, verb: str) -> str:
    """Return the example of a verb.

    Args:
        cls: The metric's class.
        name: Its name.
        verb: A verb with an example.
    """
    words = _filled(collected("EXAMPLES")[verb], of_lines=_of_lines(cls))
    return f"sacreval {verb} {name} {words}{_needed(cls)}"


def _filled(line: str, *, of_lines: bool) -> str:
    """Return the example of a verb with names of files: plain text if possible, else records."""
    ending = "txt" if of_lines and RECORDS not in line else "jsonl"
    names = {name: f"{name}.{ending}" for name in ("outputs", "others")}
    joined = " -r references.txt" if ending == "txt" else ""
    return line.format(**names, records="outputs.jsonl") + joined


def record(cls: type[Metric]) -> dict[str, Any]:
    """Return a record that a metric can score."""
    if cls.example:
        return dict(cls.example[0])
    return {name: _TEXTS[name] for name in (cls.judges, *cls.needs)}


def _of_lines(cls: type[Metric]) -> bool:
    """Return whether a metric can read plain text: an output and its reference on a line each."""
    return (cls.judges, cls.needs) == ("prediction", ("references",)) and not cls.example


def _needed(cls: type[Metric]) -> str:
    """Return the options without which a metric refuses to score, with examples of values."""
    names = {"model"} if runs_model(cls) else set(_FILES) - {"model"}
    needed = names & {field.name for field in fields(cls)}
    return "".join(f" --{name} {_FILES[name]}" for name in sorted(needed))


def described(cls: type[Any], alias: Alias | None) -> str:
    """Return the description of a metric, after what another name stands for.

    Args:
        cls: The metric's class.
        alias: The other name; None for the metric's own.
    """
    text = describe(cls)
    return text if alias is None else f"{alias.name} stands for {alias.flags}. {text}"


def for_metric(command: Any, cls: type[Any], name: str) -> Any:
    """Return the command of a metric, with what its help says of the metric.

    Args:
        command: The command.
        cls: The metric's class.
        name: The command's name.
    """
    from sacreval.scoring.entries.wrapper_options import Wrapping

    command.sections |= titled(Wrapping, "Answers in outputs") | titled(cls, f"Options of {name}")
    if "replies" in cls.needs:
        from sacreval.cli.options import judge_options

        command.sections |= judge_options.sections()
    command.opening = partial(opening, cls, name)
    return command


def titled(cls: type[Any], title: str) -> dict[str, str]:
    """Return the section of the help for each field of a class of options.

    Args:
        cls: A dataclass.
        title: The section.
    """
    return {f.name: title for f in fields(cls) if f.name not in RESERVED}
