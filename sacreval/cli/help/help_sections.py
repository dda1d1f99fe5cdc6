"""Sections of `--help`: the options of a command by what they are about.

`section` of an option group is its section; options without a group stand here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sacreval.cli.help.help_layout import write_rows

INPUT = "Input"
RECORDS = "Systems and records"
ANSWERS = "Answers in outputs"
STATISTICS = "Statistics"
GATES = "Gates"
OUTPUT = "Output"
EXECUTION = "Execution"
ASKING = "Asking a model"
ASKING_FOR_METRICS = "Asking a model, for metrics that need one"
END = "Notices and help"
ORDER = (
    INPUT,
    ANSWERS,
    RECORDS,
    STATISTICS,
    GATES,
    ASKING,
    "Sandbox",
    OUTPUT,
    EXECUTION,
    ASKING_FOR_METRICS,
    END,
)
"""The sections in their order, after the options that only one command has."""

# Options that are in no group, and those of a group with another subject.
SINGLE: Mapping[str, tuple[str, ...]] = {
    INPUT: ("files", "metrics", "language_pair", "reference", "duplicates"),
    ANSWERS: (
        "extract",
        "extract_references",
        "normalize",
        "unextracted",
        "reduce_predictions",
        "reduce_references",
    ),
    RECORDS: ("base", "other", "require_all", "by", "summary", "metric"),
    STATISTICS: (
        "ci",
        "interval",
        "guarantee",
        "resample_by",
        "fixed_items",
        "item_cost",
        "covariate",
        "anytime",
        "strata",
        "humans",
        "trials",
        "seed",
        "jackknife",
        "jackknife_peers",
    ),
    GATES: ("junit", "junit_records"),
    OUTPUT: (
        "as_",
        "rename",
        "output",
        "instances",
        "instances_with",
        "details",
        "pairs",
        "plot",
        "show",
        "sort",
        "signature",
        "force",
    ),
    EXECUTION: ("allow_errors",),
    END: ("quiet", "notices", "help"),
}


def section_of(command: Any) -> dict[str, str]:
    """Return the section of each option of a command by its name.

    Args:
        command: The command: `sections` has those of its own options, such as the options of its
            metric, and None if it has no sections; `grouped` those of its groups of options.
    """
    if command.sections is None:
        return {}
    single = {name: section for section, names in SINGLE.items() for name in names}
    return {**command.grouped, **single, **command.sections}


def write_options(command: Any, context: Any, formatter: Any) -> None:
    """Write the options of a command in sections; in one where it has no group of them.

    Args:
        command: The command, whose `sections` has the section of its own options.
        context: The context of the run.
        formatter: The formatter of the help.
    """
    rows: dict[str, list[tuple[str, str]]] = {}
    known = section_of(command)
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None:
            argument = parameter.param_type_name == "argument"
            name, text = record
            row = (name.partition(" <list")[0] if argument else name, text)
            plain = "Arguments" if argument else "Options"
            rows.setdefault(known.get(parameter.name, plain), []).append(row)
    for title in sorted(rows, key=_place):
        with formatter.section(title):
            write_rows(formatter, rows[title])


def _place(title: str) -> int:
    """Return the place of a section; those of one command are first, in the order they have."""
    return ORDER.index(title) if title in ORDER else -1
