"""The lists of metrics in `--help`: by task, from an index, since importing all takes a second.

`python -m sacreval.cli.help.metric_index` writes `sacreval/metrics/index.json` after a change of a
metric's first line, tasks or extra; a test compares it with the metrics.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from sacreval.core.metric import Metric, metrics
from sacreval.errors import NotSetUpError, UsageError
from sacreval.io.resources import PACKAGE

INDEX = PACKAGE / "metrics" / "index.json"
"""What `python -m sacreval.cli.help.metric_index` writes; a law checks it against the metrics."""

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "Machine translation": ("machine-translation",),
    "Summarization": ("summarization",),
    "Simplification and data-to-text": ("simplification", "data-to-text"),
    "Speech and printed text": ("transcription",),
    "Any generated text": ("generation",),
    "Question answering": ("question-answering",),
    "Mathematics": ("mathematics",),
    "Code, SQL, tool calls and JSON": ("code", "structure"),
    "Classification and tagging": ("classification", "multi-label", "tagging", "entities"),
    "Numbers and probabilities": ("regression", "probabilities"),
    "Multiple choice and language modelling": ("multiple-choice", "language-modelling"),
    "Retrieval": ("retrieval",),
}
"""Headings in their order, with the tasks of `core.tasks`; a metric is under its first task."""
FAMILIES: Mapping[str, str] = {
    "neural": "Metrics that run a model, with sacreval[neural]",
    "judges": "Judges, and scores in logs",
    "logs": "Judges, and scores in logs",
}
"""Headings of the families whose metrics are listed together, whatever their tasks."""
PLUGINS = "Plug-ins"
_EXTRA = re.compile(r"(?<!which needs )`pip install 'sacreval\[([a-z]+)\]'`")
"""How a description says what the whole metric needs, beside `which needs` for some options."""


class MetricSummary(NamedTuple):
    """What lists say of a metric.

    Args:
        summary: Its first sentence.
        heading: What it is listed under.
        extra: The extra of the package that it needs; "" for none.
    """

    summary: str
    heading: str
    extra: str = ""

    def text(self) -> str:
        """Return the sentence, with the extra that the heading does not name."""
        needed = f" Needs sacreval[{self.extra}]." if self.extra else ""
        return self.summary if self.extra in self.heading else f"{self.summary}{needed}"


def described(names: Iterable[str]) -> dict[str, MetricSummary]:
    """Describe metrics: sacreval's own by the index, those of plug-ins by importing them.

    Args:
        names: The metrics.
    """
    return {name: _index().get(name) or _imported(name) for name in names}


def by_heading(names: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    """Return the metrics of each heading with their sentences, in the order of the headings."""
    order = [*HEADINGS, *dict.fromkeys(FAMILIES.values()), PLUGINS]
    rows_of: dict[str, list[tuple[str, str]]] = {heading: [] for heading in order}
    for name, metric in described(names).items():
        rows_of[metric.heading].append((name, metric.text()))
    return {heading: rows for heading, rows in rows_of.items() if rows}


def describe(cls: type[Metric]) -> MetricSummary:
    """Describe a metric by its class."""
    from sacreval.core.options import docstrings

    family = cls.__module__.removeprefix("sacreval.metrics.").partition(".")[0]
    text = " ".join(docstrings.describe(cls).split())
    match = _EXTRA.search(text)
    extra = "neural" if family == "neural" else match[1] if match else ""
    task = cls.tasks[0] if cls.tasks else ""
    heading = next((name for name, tasks in HEADINGS.items() if task in tasks), PLUGINS)
    return MetricSummary(docstrings.summary(cls), FAMILIES.get(family, heading), extra)


def _imported(name: str) -> MetricSummary:
    """Describe a metric that the index lacks; one that cannot be imported has only the reason."""
    try:
        return describe(metrics.get(name))
    except (NotSetUpError, UsageError) as error:
        return MetricSummary(f"Cannot run here: {error}", PLUGINS)


@cache
def _index() -> dict[str, MetricSummary]:
    try:
        held = json.loads(INDEX.read_text(encoding="utf-8"))
    except FileNotFoundError:  # a checkout in which it was not written yet
        return {}
    return {name: MetricSummary(*values) for name, values in held.items()}


def generate() -> str:
    """Return the index of sacreval's own metrics, as JSON with a line for each."""
    index = {name: describe(metrics.get(name)) for name in metrics if metrics.is_own(name)}
    lines = (
        f"{json.dumps(n)}: {json.dumps(metric, ensure_ascii=False)}" for n, metric in index.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    INDEX.write_text(generate(), encoding="utf-8")
