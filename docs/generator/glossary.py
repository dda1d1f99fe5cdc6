"""The glossary of CONTRIBUTING.md, shown where a page asks for it."""

from pathlib import Path

MARK = "<!-- glossary of CONTRIBUTING.md -->"
HEADING = "## Glossary\n"


def fill(markdown: str, root: Path) -> str:
    """Put the table in the place of its mark."""
    if MARK not in markdown:
        return markdown
    _, _, after = (root / "CONTRIBUTING.md").read_text(encoding="utf-8").partition(HEADING)
    return markdown.replace(MARK, after.partition("\n## ")[0].strip())
