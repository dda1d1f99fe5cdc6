"""The files of a pipeline: a suite with its gates, and a workflow of GitHub that runs it."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

# The commits of releases, as this repository's own workflows have them.
_CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1  # v7.0.1"
_PYTHON = "actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97  # v7.0.0"
_UPLOAD = "actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f  # v7.0.0"

_SUITE = """\
# Written by `sacreval init`. Run it with: sacreval evaluate suite {name}
# All keys, which are options of that command: sacreval config show {name}
{options}
# The accepted run; `sacreval baseline set` replaces it.
{baseline}
# A metric fails if a test finds the system worse than the baseline, and by more than this.
{drops}
# With more records, a stricter gate: show that it is not worse by a margin.
# not-worse: {margins}
"""
_WORKFLOW = """\
# Written by `sacreval init`.
name: {name}
on: [push, pull_request]
permissions:
  contents: read
jobs:
  {name}:
    runs-on: ubuntu-latest
    steps:
      - uses: {checkout}
        with:
          persist-credentials: false
      - uses: {python}
        with:
          python-version: "3.13"
      - name: Install sacreval
        run: |
          python -m pip install {install}
      # Here a step of yours writes the outputs of the system: {inputs}
      - name: Evaluate
        working-directory: {folder}
        run: |
          mkdir -p sacreval-results
          sacreval evaluate suite {suite} --junit sacreval-results/gates.xml \\
            -o sacreval-results/result.json --instances sacreval-results/scores.jsonl --force
      - uses: {upload}
        if: always()
        with:
          name: {name}
          path: {results}
"""


class PipelineHost(NamedTuple):
    """Where a pipeline runs.

    Args:
        name: Its name: letters, digits, `-` and `_`.
        folder: The working directory, relative to the repository, with `/`; `.` for its root.
        install: What pip installs.
    """

    name: str
    folder: str
    install: str


def suite(name: str, options: Mapping[str, Any], baseline: str, drops: Mapping[str, float]) -> str:
    """Return the YAML of a suite.

    Args:
        name: The file, for comments.
        options: Inputs, references, reader and metrics.
        baseline: The file of the accepted run.
        drops: Output to the largest drop that passes.
    """
    shown = {output: int(x) if x.is_integer() else x for output, x in drops.items()}
    return _SUITE.format(
        name=shlex.quote(name),
        options="\n".join(f"{key}: {_yaml(value)}" for key, value in options.items()),
        baseline=f"baseline: {_yaml(baseline)}",
        drops=f"significant-drop: {_yaml(shown)}",
        margins=_yaml(shown),
    )


def workflow(place: PipelineHost, suite_file: str, inputs: Sequence[str]) -> str:
    """Return the YAML of a workflow.

    Args:
        place: Where it runs.
        suite_file: The file of the suite.
        inputs: The files that a step of the user's writes, for a comment.
    """
    folder = place.folder
    results = "sacreval-results" if folder == "." else f"{folder}/sacreval-results"
    return _WORKFLOW.format(
        name=place.name,
        checkout=_CHECKOUT,
        python=_PYTHON,
        upload=_UPLOAD,
        install=shlex.quote(place.install),
        inputs=_yaml(list(inputs)),
        folder=_yaml(folder),
        suite=shlex.quote(suite_file),
        results=_yaml(results),
    )


def _yaml(value: Any) -> str:
    """Return a value in one line of YAML."""
    text = _dumped(value).removesuffix("...\n").rstrip("\n")
    if len(text.splitlines()) == 1:
        return text
    return _dumped(value, quote='"').rstrip("\n")  # of a text with line ends


def _dumped(value: Any, quote: str | None = None) -> str:
    import yaml

    return yaml.safe_dump(
        value, sort_keys=False, allow_unicode=quote is None, width=math.inf,
        default_flow_style=True, default_style=quote,
    )  # fmt: skip
