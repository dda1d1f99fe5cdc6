"""The files of `sacreval report`: checked before any computation, written once all are made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.features.page.content import Content
    from sacreval.features.page.other_results import OtherResult

Form = Literal["html", "md", "pdf"]
ENDINGS: dict[str, Form] = {
    ".html": "html", ".htm": "html", ".md": "md", ".markdown": "md", ".pdf": "pdf",
}  # fmt: skip
ELSEWHERE = {
    ".tex": "; `evaluate -o results.tex` writes the table for a paper",
    ".json": "; `evaluate -o` writes the results",
}


class Target(NamedTuple):
    """A file to write.

    Args:
        path: The file.
        form: Its format.
        program: The browser that prints it, for PDF.
    """

    path: Path
    form: Form
    program: str = ""


def check(output: Sequence[Path], *, force: bool, inputs: Sequence[str]) -> list[Target]:
    """Check that all files can be written, and that there is a browser for PDF.

    Args:
        output: The files.
        force: Whether existing files may be replaced.
        inputs: Input files, which are never replaced.

    Raises:
        UsageError: If an ending is unknown, a file is named twice, exists, or cannot be written.
        NotSetUpError: If there is no browser.
    """
    from sacreval.features.page.pdf import browser
    from sacreval.io.files import check_writable

    for path in output:
        if path.suffix.lower() not in ENDINGS:
            more = ELSEWHERE.get(path.suffix.lower(), "")
            raise UsageError(
                f"{path}: a report is a web page, Markdown or PDF; choose a name that ends in "
                f".html, .md or .pdf{more}"
            )
    if len(set(output)) < len(output):
        raise UsageError("the same output file is named twice; name each once")
    for path in output:
        check_writable(path, force=force, inputs=inputs)
    forms = [ENDINGS[path.suffix.lower()] for path in output]
    program = browser() if "pdf" in forms else ""
    return [Target(path, form, program) for path, form in zip(output, forms, strict=True)]


def written(
    content: Content, targets: Sequence[Target], *, force: bool, inputs: Sequence[str]
) -> list[str]:
    """Write the files; figures are beside those of Markdown.

    Args:
        content: The data of the report.
        targets: The files.
        force: Whether existing files may be replaced.
        inputs: Input files, which are never replaced.

    Returns:
        Sentences about what is missing or left out.

    Raises:
        UsageError: If a figure cannot be written.
    """
    from sacreval.io.files import check_writable, write_bytes

    files: dict[Path, bytes] = {}
    notices: list[str] = []
    for target in targets:
        made, said = _made(content, target)
        notices += said
        for path, data in made.items():
            if path in files:
                raise UsageError(f"{path}: two reports have this figure; give them other names")
            files[path] = data
    for path in files:
        check_writable(path, force=force, inputs=inputs)
    for path, data in files.items():
        with write_bytes(path) as stream:
            stream.write(data)
    return list(dict.fromkeys(notices))


def write_other(shown: OtherResult, targets: Sequence[Target]) -> None:
    """Write the report of a comparison or of correlations.

    Args:
        shown: What it shows.
        targets: The files.
    """
    from sacreval.features.page.other_results import page_of
    from sacreval.features.page.pdf import pdf
    from sacreval.io.files import write_bytes

    made = []
    for target in targets:
        if target.form == "md":
            made.append((target.path, _encoded(f"# {shown.title}\n\n{shown.markdown}")))
        else:
            text = page_of(shown)
            data = pdf(text, target.program) if target.form == "pdf" else _encoded(text)
            made.append((target.path, data))
    for path, data in made:
        with write_bytes(path) as stream:
            stream.write(data)


def size(count: int) -> str:
    """Format the size of a file, in KiB or MiB."""
    kibibytes = count / 1024
    return f"{kibibytes / 1024:.1f} MiB" if kibibytes >= 1024 else f"{max(kibibytes, 1):.0f} KiB"  # noqa: PLR2004 - of a MiB


def _made(content: Content, target: Target) -> tuple[dict[Path, bytes], list[str]]:
    """Return a report, with its figures, and the notices."""
    from sacreval.features.page.page import page, printed_page
    from sacreval.features.page.pdf import pdf

    path = target.path
    if target.form == "md":
        from sacreval.features.page.markdown_page import markdown_page

        text = markdown_page(content, path.stem)
        beside = {path.with_name(name): figure for name, figure in text.figures.items()}
        found = {path: text.text, **beside}
        return {name: _encoded(one) for name, one in found.items()}, text.notices
    made = printed_page(content) if target.form == "pdf" else page(content)
    if target.form == "html":
        return {path: _encoded(made.text)}, made.notices
    return {path: pdf(made.text, target.program)}, made.notices


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
