"""A page for each metric: description, input, outputs, options and definition."""

import inspect
import sys
from dataclasses import fields
from math import isfinite
from pathlib import Path
from typing import Any

from generator.markdown import code, codes, fenced, page, prose, table
from generator.metric_examples import mark
from generator.metric_notes import section
from generator.options import FLAGS, options
from sacreval.cli.help.metric_index import by_heading
from sacreval.commands.list import alias_rows
from sacreval.core.contract.declarations import computed_by, direction, main_output, score_range
from sacreval.core.libraries import library
from sacreval.core.metric import Metric, metrics
from sacreval.core.options.docstrings import describe, summary
from sacreval.errors import NotSetUpError
from sacreval.features.cite.bibliography import Publication, bibliography, bibtex
from sacreval.scoring.entries.wrapper_options import Wrapping, names

FOLDER = "metrics"
INTRODUCTION = (
    "Every metric is one file of `sacreval/metrics/`. `sacreval list metrics` lists which of them "
    "can run on your machine. The page of a metric has its outputs, and the fields that it reads."
)
AROUND = (
    "These options change the input of a metric. The page of each metric lists those that apply to "
    "it; [Scoring language-model tasks](../tasks.md) has examples."
)
ALIASES = (
    "These names can be given wherever a metric is named: in commands, suites and Python. The "
    "signature shows the metric and its options, and further options can be added. The name of a "
    "metric in capitals or with underscores stands for that metric. `sacreval list metrics "
    "--aliases` prints this table; a name that may mean several metrics is answered with what to "
    "write."
)
DEFINITION = '??? note "The definition: {path}"\n\n{source}\n'


def metric_pages() -> dict[str, str]:
    """Write the pages of all metrics, and their table."""
    classes = {name: metrics.get(name) for name in metrics}
    own = {name: cls for name, cls in classes.items() if cls.__module__.startswith("sacreval.")}
    pages = {f"{FOLDER}/{name}.md": _page(name, cls) for name, cls in own.items()}
    pages[f"{FOLDER}/index.md"] = _index(own)
    return pages


def _index(classes: dict[str, type[Metric]]) -> str:
    listed = [
        f"## {heading}\n\n{table(['metric', 'description'], rows)}"
        for heading, found in by_heading(classes).items()
        if (
            rows := [
                [f"[{name}]({name}.md)", prose(summary(classes[name]))]
                for name, _ in found
                if name in classes
            ]
        )
    ]
    around = f"## Options of the input\n\n{AROUND}\n\n{options(Wrapping, 'around', FLAGS)}"
    return page("Metrics", INTRODUCTION, *listed, _aliases(), around)


def _aliases() -> str:
    """Write the table of other names of metrics."""
    rows = [
        [
            code(row["name"]),
            _linked(row["stands_for"]),
            code(needs) if (needs := row["needs"]) else "",
        ]
        for row in alias_rows()
    ]
    return f"## Other names\n\n{ALIASES}\n\n{table(['name', 'stands for', 'needs'], rows)}"


def _linked(stands_for: str) -> str:
    """Return a metric with options as a link to its page; prose as it is."""
    name, _, options = stands_for.partition(" ")
    if name not in metrics:
        return prose(stands_for)
    return f"[{name}]({name}.md)" + (f" {code(options)}" if options else "")


def _page(name: str, cls: type[Metric]) -> str:
    metric = plain(cls)
    taken = options(cls, name, FLAGS)
    return page(
        name,
        *(prose(part) for part in describe(cls).split("\n\n")),
        *([note] if (note := section(name)) else []),
        "## Facts",
        table(["", ""], _facts(cls, metric)),
        *(["## Options", taken] if taken else []),
        _around(cls),
        "## Example",
        mark(name),
        _citation(name),
        _definition(cls),
    )


def plain(cls: type[Metric]) -> Metric:
    """Return a metric with its defaults, even if its resources are not installed."""
    try:
        return cls()
    except NotSetUpError:
        return object.__new__(cls)  # its defaults are the attributes of the class


def _facts(cls: type[Metric], metric: Metric) -> list[list[str]]:
    reads = [f"{code(name)}: {prose(kind.description)}" for name, kind in cls.kinds.items()
             if name in (cls.judges, *cls.needs)]  # fmt: skip
    slow = computed_by(metric)
    engines = f"native and {slow}" if metric.covers_native() else slow
    return [
        ["outputs", _outputs(metric)],
        *([["main output", code(main)]] if (main := _main(metric)) else []),
        *([["range", ranges]] if (ranges := _ranges(metric)) else []),
        ["reads", "<br>".join(reads) or codes([cls.judges, *cls.needs])],
        ["engines", engines],
        ["libraries", codes(cls.origin.libraries) or "none"],
        ["official numbers", _official(cls, metric)],
        ["defined in", code(_path(cls))],
        ["source", prose(_subject(cls))],
    ]


def _ranges(metric: Metric) -> str:
    """Return the least and the largest score of a system, for outputs that have both."""
    found: dict[str, list[str]] = {}
    for output in outputs_of(metric):
        low, high = score_range(metric, output)
        if isfinite(low) and isfinite(high):
            found.setdefault(f"{low:g} to {high:g}", []).append(output)
    if len(found) == 1 and len(next(iter(found.values()))) == len(outputs_of(metric)):
        return next(iter(found))
    return "; ".join(f"{codes(names)} {text}" for text, names in found.items())


def _official(cls: type[Metric], metric: Metric) -> str:
    """Name the code by which `verify` recomputes the numbers."""
    if cls.origin.counterpart:
        return code(library(cls.origin.counterpart))
    official = computed_by(metric) == "official"
    return codes(cls.origin.libraries) if official else "none: the definition is sacreval's own"


def _outputs(metric: Metric) -> str:
    arrows = {True: " ↑", False: " ↓", None: ""}
    names = outputs_of(metric)
    if not names:
        return "those of its judge"
    return ", ".join(f"{code(o)}{arrows[direction(metric, o)]}" for o in names)


def outputs_of(metric: Metric) -> tuple[str, ...]:
    """Return the outputs of a metric with its defaults; none if they are named by a judge."""
    try:
        return tuple(metric.outputs)
    except NotSetUpError:
        return ()


def _main(metric: Metric) -> str | None:
    """Return the output that stands for a metric; None if it is the only one."""
    return main_output(metric) if len(outputs_of(metric)) > 1 else None


def _around(cls: type[Metric]) -> str:
    free = names(cls)
    around = [f"--{f.name.replace('_', '-')}" for f in fields(Wrapping) if f.name in free]
    return (
        f"Options [of its input](index.md#options-of-the-input): {codes(around)}." if around else ""
    )


def _definition(cls: type[Metric]) -> str:
    text = inspect.getsource(sys.modules[cls.__module__])
    block = fenced(text, "{ .python data-search-exclude }")
    source = "\n".join(f"    {line}".rstrip() for line in block.splitlines())
    return DEFINITION.format(path=_path(cls), source=source)


def _citation(name: str) -> str:
    """Return the references of a metric, as `sacreval cite` has them, with BibTeX folded."""
    entries = [bibliography().entry(key) for key in bibliography().metrics[name]]
    listed = "\n".join(f"* {_reference(entry)}" for entry in entries)
    block = fenced("\n\n".join(map(bibtex, entries)), "{ .bibtex data-search-exclude }")
    folded = "\n".join(f"    {line}".rstrip() for line in block.splitlines())
    return f'## Citation\n\n{listed}\n\n??? note "BibTeX"\n\n{folded}\n'


def _reference(entry: Publication) -> str:
    """Return a reference in a line, whose address is a link."""
    if not entry.address:
        return prose(entry.text)
    text = entry.text.removesuffix(entry.address).strip()
    return f"{prose(text)} <{entry.address}>"


def _path(cls: type[Any]) -> str:
    parts = cls.__module__.split(".")
    return str(Path(*parts[:-1], f"{parts[-1]}.py").as_posix())


def _subject(cls: type[Any]) -> str:
    return (sys.modules[cls.__module__].__doc__ or "").split("\n", 1)[0]
