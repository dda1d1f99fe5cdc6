"""Hooks of mkdocs: add the generated pages and figures, and rewrite links between files."""

from typing import Any

from mkdocs.structure.files import File

from generator import action_inputs, glossary, plot_figures, rooms
from generator.links import mend
from generator.pages import ROOT, pages


def on_files(files: Any, config: Any) -> Any:
    """Add the generated pages and figures."""
    for name, text in pages().items():
        files.append(File.generated(config, name, content=text))
    for name, picture in plot_figures.figures(ROOT).items():
        files.append(File.generated(config, name, content=picture))
    return files


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Replace placeholders by generated text, and rewrite the links of a page."""
    for part in (action_inputs, glossary, plot_figures, rooms):
        markdown = part.fill(markdown, ROOT)
    return mend(markdown, page.file.src_uri, files.src_uris, ROOT)
