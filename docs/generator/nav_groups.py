"""Side bars by task: the pages of metrics and of corpora below the heading of their task."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any

OTHER = "Others"


def grouped(nav: Any) -> None:
    """Put the pages of the sections Metrics and Corpora below the heading of their task.

    Args:
        nav: mkdocs' navigation, which is changed.
    """
    from mkdocs.structure.nav import Section

    headings = {"Metrics": _metrics(), "Corpora": _corpora()}
    for section in nav.items:
        if section.title in headings and section.children:
            found = by_heading(section.children, headings[section.title], _name)
            section.children = found.pop("", []) + [
                _child(Section(title, pages), section) for title, pages in found.items()
            ]


def by_heading(
    pages: Iterable[Any], headings: Mapping[str, str], name: Callable[[Any], str]
) -> dict[str, list[Any]]:
    """Return pages by heading, in the order of the headings; the first page of all has none.

    Args:
        pages: The pages.
        headings: Name of a page to its heading.
        name: Returns the name of a page; `index` has no heading.
    """
    order = ["", *dict.fromkeys(headings.values()), OTHER]
    found: dict[str, list[Any]] = {heading: [] for heading in order}
    for page in pages:
        own = name(page)
        found["" if own == "index" else headings.get(own, OTHER)].append(page)
    return {heading: rows for heading, rows in found.items() if rows}


def _child(section: Any, parent: Any) -> Any:
    """Return a section within another, as the parent of its pages."""
    section.parent = parent
    for page in section.children:
        page.parent = section
    return section


def _name(page: Any) -> str:
    return PurePosixPath(page.file.src_uri).stem


def _metrics() -> dict[str, str]:
    from sacreval.cli.help.metric_index import by_heading as of_metrics
    from sacreval.core.metric import metrics

    return {name: heading for heading, rows in of_metrics(metrics).items() for name, _ in rows}


def _corpora() -> dict[str, str]:
    from sacreval.core.tasks import TASKS
    from sacreval.features.setup.recipes import place
    from sacreval.features.setup.recipes.schema import Recipe

    tasks = {name: place.recipe(name, Recipe).task for name in place.names(Recipe)}
    return {
        name: task.replace("-", " ").capitalize()
        for task in TASKS
        for name in tasks
        if tasks[name] == task
    }
