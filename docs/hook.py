"""What mkdocs calls: generated pages join the others, and links of the repository are led right."""

from typing import Any

from mkdocs.structure.files import File

from generator import action_inputs, glossary, rooms
from generator.links import mend
from generator.pages import ROOT, pages


def on_files(files: Any, config: Any) -> Any:
    """Add the generated pages."""
    for name, text in pages().items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Fill in what is made of other files, and lead the links of a page."""
    for part in (action_inputs, glossary, rooms):
        markdown = part.fill(markdown, ROOT)
    return mend(markdown, page.file.src_uri, files.src_uris, ROOT)
