"""Hooks of mkdocs: add the generated pages and figures, and rewrite links between files."""

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

from generator import (
    action_inputs,
    barriers,
    front_figures,
    markdown_copies,
    metric_examples,
    metric_notes,
    nav_groups,
    notebook_pages,
    plot_figures,
    report_picture,
    rooms,
)
from generator.links import mend
from generator.pages import ROOT, pages

_PAGES: list[Any] = []  # in the order of the navigation
_TEXTS: dict[str, str] = {}  # path of a page to its Markdown


def on_files(files: Any, config: Any) -> Any:
    """Add the generated pages and figures."""
    for name, text in {**pages(), **notebook_pages.pages(ROOT)}.items():
        files.append(File.generated(config, name, content=text))
    for name, picture in plot_figures.figures(ROOT).items():
        files.append(File.generated(config, name, content=picture))
    for name, picture in report_picture.picture(ROOT).items():
        files.remove(files.get_file_from_path(name))  # that of an earlier build
        files.append(File.generated(config, name, content=picture))
    return files


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Replace placeholders by generated text, and rewrite the links of a page."""
    parts = (action_inputs, front_figures, metric_examples, plot_figures, rooms)
    for part in parts:
        markdown = part.fill(markdown, ROOT)
    made = mend(markdown, page.file.src_uri, files.src_uris, ROOT)
    _TEXTS[page.file.src_uri] = made
    return metric_notes.without_formulas(made)


def on_page_content(html: str, **_: Any) -> str:
    """Show formulas."""
    return metric_notes.with_mathml(html)


def on_post_page(output: str, **_: Any) -> str:
    """Complete what the theme leaves out."""
    return barriers.removed(output)


def on_nav(nav: Any, **_: Any) -> Any:
    """Group metrics and corpora by task, and keep the order of the pages."""
    nav_groups.grouped(nav)
    _PAGES[:] = nav.pages
    return nav


def on_post_build(config: Any) -> None:
    """Write each page as Markdown beside its HTML, and llms.txt."""
    made = markdown_copies.copies(_PAGES, _TEXTS)
    markdown_copies.write(made, Path(config["site_dir"]))
