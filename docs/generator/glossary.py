"""The glossary of CONTRIBUTING.md, for pages with its placeholder."""

from pathlib import Path

MARK = "<!-- glossary of CONTRIBUTING.md -->"
HEADING = "## Glossary\n"


def fill(markdown: str, root: Path) -> str:
    """Replace the placeholder with the table."""
    if MARK not in markdown:
        return markdown
    _, _, after = (root / "CONTRIBUTING.md").read_text(encoding="utf-8").partition(HEADING)
    return markdown.replace(MARK, after.partition("\n## ")[0].strip())
