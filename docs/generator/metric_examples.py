"""Examples of metrics with their output, computed when the site is built."""

from __future__ import annotations

import io
import json
import os
import re
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.markdown import fenced
from sacreval.cli.help.metric_help import command, record
from sacreval.core.contract.declarations import runs_model
from sacreval.core.metric import Metric, metrics
from sacreval.errors import SacrevalError

_MARK = re.compile(r"<!-- example of (\S+) -->")
OUTPUT, REFERENCE = "The cat sat on the mat.", "The cat is sitting on the mat."


def mark(name: str) -> str:
    """Return the placeholder of an example.

    Args:
        name: Name of the metric.
    """
    return f"<!-- example of {name} -->"


def fill(markdown: str, _root: Path) -> str:
    """Replace the placeholder by the example."""
    return _MARK.sub(lambda found: example(found[1]), markdown)


def example(name: str) -> str:
    """Return a file, a command and what it prints; the command alone where it cannot run here.

    Args:
        name: Name of the metric.
    """
    cls = metrics.get(name)
    words = command(cls, name, "evaluate")
    if not _runs(cls):
        return fenced(words, "sh")
    with TemporaryDirectory() as folder, chdir(folder):
        shown = _files(cls)
        done = _printed(words.split()[1:])
    return f"{shown}\n\n{fenced(f'$ {words}{chr(10)}{done.rstrip()}', 'console')}"


def _runs(cls: type[Metric]) -> bool:
    """Return whether a metric needs neither options nor an extra, a model, a program or files."""
    try:
        metric = cls()
        return bool(metric.outputs) and not metric.rests_on() and not runs_model(cls)
    except SacrevalError:
        return False


def _files(cls: type[Metric]) -> str:
    """Write the files of the example, and return them as they are shown."""
    words = command(cls, cls.name, "evaluate").split()
    if "outputs.txt" in words:
        texts = {"outputs.txt": OUTPUT, "references.txt": REFERENCE}
    else:
        records = [record(cls), *map(dict, cls.example[1:])]
        texts = {"outputs.jsonl": "\n".join(json.dumps(x, ensure_ascii=False) for x in records)}
    for path, text in texts.items():
        Path(path).write_text(f"{text}\n", encoding="utf-8")
    return "\n\n".join(fenced(text, f'text title="{path}"') for path, text in texts.items())


def _printed(words: list[str]) -> str:
    from sacreval.commands.app import run

    out = io.StringIO()
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "100"
    try:
        with redirect_stdout(out), redirect_stderr(io.StringIO()):
            code = run(words)
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before
    if code:
        raise RuntimeError(f"sacreval {' '.join(words)} ended with {code}")
    return out.getvalue()
