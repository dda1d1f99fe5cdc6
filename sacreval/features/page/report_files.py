"""The files of `sacreval report`: checked before any computation, written once all are made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.features.page.content import Content
    from sacreval.features.page.other_results import OtherResult

MARKDOWN = (".md", ".markdown")
ENDINGS = (".html", ".htm", *MARKDOWN)
ELSEWHERE = {
    ".tex": "; `evaluate -o results.tex` writes the table for a paper",
    ".json": "; `evaluate -o` writes the results",
}


def check(output: Sequence[Path], *, force: bool, inputs: Sequence[str]) -> None:
    """Check that all files can be written."""
    from sacreval.io.files import check_writable

    for path in output:
        if path.suffix.lower() not in ENDINGS:
            more = ELSEWHERE.get(path.suffix.lower(), "")
            raise UsageError(
                f"{path}: a report is a web page or Markdown; choose a name that ends in .html or "
                f".md{more}"
            )
    if len(set(output)) < len(output):
        raise UsageError("the same output file is named twice; name each once")
    for path in output:
        check_writable(path, force=force, inputs=inputs)


def written(
    content: Content, output: Sequence[Path], *, force: bool, inputs: Sequence[str]
) -> list[str]:
    """Write the files; figures are beside those of Markdown."""
    from sacreval.io.files import check_writable, write_bytes

    files: dict[Path, bytes] = {}
    notices: list[str] = []
    for name in output:
        contents, said = _report(content, name)
        notices += said
        for path, data in contents.items():
            if path in files:
                raise UsageError(f"{path}: two reports have this figure; give them other names")
            files[path] = data
    for path in files:
        check_writable(path, force=force, inputs=inputs)
    for path, data in files.items():
        with write_bytes(path) as stream:
            stream.write(data)
    return list(dict.fromkeys(notices))


def write_other(shown: OtherResult, output: Sequence[Path]) -> None:
    """Write the report of a comparison or of correlations."""
    from sacreval.features.page.other_results import page_of
    from sacreval.io.files import write_bytes

    for path in output:
        text = f"# {shown.title}\n\n{shown.markdown}" if _is_markdown(path) else page_of(shown)
        with write_bytes(path) as stream:
            stream.write(_encoded(text))


def size(count: int) -> str:
    """Format the size of a file, in KiB or MiB."""
    kibibytes = count / 1024
    return f"{kibibytes / 1024:.1f} MiB" if kibibytes >= 1024 else f"{max(kibibytes, 1):.0f} KiB"  # noqa: PLR2004 - of a MiB


def _report(content: Content, path: Path) -> tuple[dict[Path, bytes], list[str]]:
    """Return a report, with its figures, and the notices."""
    from sacreval.features.page.markdown_page import markdown_page
    from sacreval.features.page.page import page

    if not _is_markdown(path):
        html = page(content)
        return {path: _encoded(html.text)}, html.notices
    text = markdown_page(content, path.stem)
    figures = {path.with_name(name): _encoded(figure) for name, figure in text.figures.items()}
    return {path: _encoded(text.text), **figures}, text.notices


def _is_markdown(path: Path) -> bool:
    return path.suffix.lower() in MARKDOWN


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
