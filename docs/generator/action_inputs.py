"""Table of the inputs of the GitHub action, for pages with its placeholder."""

from pathlib import Path

import yaml

from generator.markdown import code, prose, table

MARK = "<!-- inputs of action.yml -->"


def fill(markdown: str, root: Path) -> str:
    """Replace the placeholder with the table."""
    if MARK not in markdown:
        return markdown
    inputs = yaml.safe_load((root / "action.yml").read_text(encoding="utf-8"))["inputs"]
    rows = [
        [code(name), prose(about["description"]), code(about.get("default", ""))]
        for name, about in inputs.items()
    ]
    return markdown.replace(MARK, table(["input", "description", "default"], rows))
