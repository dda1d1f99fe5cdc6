"""Every page as Markdown beside its HTML, and `llms.txt`, which lists them (llmstxt.org)."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

TITLE = "sacreval"
SUMMARY = (
    "A command-line toolkit that scores generated text with the numbers of the official "
    "implementations, compares systems, and says how far to trust the scores."
)
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_SPECIAL = re.compile(r"[#|!<>\[`:-]")


class Copy(NamedTuple):
    """A page.

    Args:
        path: Path of its Markdown in the site.
        title: Its title.
        section: The section of the site that it is in.
        text: Its Markdown, with generated parts and links between pages.
    """

    path: str
    title: str
    section: str
    text: str


def copies(pages: Sequence[object], texts: Mapping[str, str]) -> list[Copy]:
    """Return the copies of all pages, in their order.

    Args:
        pages: mkdocs' pages, in the order of the navigation.
        texts: Path of a page to its Markdown.
    """
    found = []
    for page in pages:
        path = page.file.src_uri  # type: ignore[attr-defined]
        above = page.ancestors  # type: ignore[attr-defined]
        section = above[-1].title if above else "Start"
        text = _FRONT_MATTER.sub("", texts[path]).lstrip()
        found.append(Copy(path, str(page.title), section, text))  # type: ignore[attr-defined]
    return found


def index(made: Sequence[Copy]) -> str:
    """Return `llms.txt`: a title, a summary, and the pages of each section."""
    lines = [f"# {TITLE}", "", f"> {SUMMARY}"]
    for section in dict.fromkeys(one.section for one in made):
        lines += ["", f"## {section}", ""]
        lines += [
            f"- [{one.title}]({one.path}){about and f': {about}'}"
            for one in made
            if one.section == section
            for about in [first_sentence(one.text)]
        ]
    return "\n".join(lines) + "\n"


def first_sentence(text: str) -> str:
    """Return the first sentence of a page; empty if it begins with something else."""
    for paragraph in text.split("\n\n"):
        line = " ".join(paragraph.split())
        if line and not _SPECIAL.match(line):
            plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line)
            return re.split(r"(?<=[.?!])\s(?=[A-Z`])", plain)[0]
    return ""


def write(made: Sequence[Copy], folder: Path) -> None:
    """Write the copies and their list into the folder of the site.

    Args:
        made: The copies.
        folder: The folder.
    """
    for one in made:
        path = folder / one.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(one.text, encoding="utf-8")
    (folder / "llms.txt").write_text(index(made), encoding="utf-8")
