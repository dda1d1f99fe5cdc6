"""Notes on metrics: formula, how to read a score, when not to use it; formulas as MathML."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "metric_notes"
PARTS = ("**How to read it.**", "**When not to use it.**")
_BLOCK = re.compile(r"^```math\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"\$`([^`]+)`\$")
_FUNCTION = re.compile(
    r"((?<!<msub>)(?<!<msup>)(?<!<munder>)(?<!<mover>)(?<!<mfrac>)"
    r"<mi>(?:log|ln|exp|min|max)</mi>)(?=<m(?!o|space))"
)
_TOKEN = re.compile(
    r"<p>formula(?P<block>(?:[0-9a-f]{2})+)block</p>|formula(?P<inline>(?:[0-9a-f]{2})+)inline"
)


@cache
def notes() -> dict[str, str]:
    """Return the notes of each metric that has some: its name to Markdown."""
    found: dict[str, str] = {}
    for path in sorted(FOLDER.glob("*.md")):
        for part in path.read_text(encoding="utf-8").split("\n## ")[1:]:
            heading, _, text = part.partition("\n")
            found |= dict.fromkeys(heading.split(", "), text.strip())
    return found


def section(name: str) -> str:
    """Return the section of a metric; empty without notes.

    Args:
        name: Name of the metric.
    """
    return f"## Formula\n\n{notes()[name]}" if name in notes() else ""


def formulas(text: str) -> list[str]:
    """List the formulas of a text, in LaTeX."""
    return [*_BLOCK.findall(text), *_INLINE.findall(text)]


def without_formulas(markdown: str) -> str:
    """Replace formulas by tokens, which Markdown leaves as they are.

    Args:
        markdown: A page.
    """
    return _INLINE.sub(_token, _BLOCK.sub(_token, markdown))


def with_mathml(html: str) -> str:
    """Replace tokens by MathML, which browsers show without a script.

    Args:
        html: The content of a page.
    """
    return _TOKEN.sub(_shown, html)


def _token(found: re.Match[str]) -> str:
    """Return the token of a formula: its text as hexadecimal digits, and its kind."""
    kind = "block" if found[0].startswith("```") else "inline"
    return f"formula{found[1].encode().hex()}{kind}"


def _shown(found: re.Match[str]) -> str:
    from latex2mathml.converter import convert

    text = " ".join(bytes.fromhex(found["block"] or found["inline"]).decode().split())
    if found["inline"]:
        return _spaced(convert(text))
    made = "".join(_spaced(convert(part, display="block")) for part in parts(text))
    return f'<div class="formula">{made}</div>'


def parts(text: str) -> list[str]:
    r"""Split a formula at `\qquad`, so that narrow screens show its parts below each other.

    Args:
        text: The formula in LaTeX; one with `\qquad` inside braces or an environment stays whole.
    """
    found = [part.strip() for part in text.split(r"\qquad")]
    return found if all(map(_is_whole, found)) else [text]


def _is_whole(part: str) -> bool:
    pairs = (("{", "}"), (r"\begin", r"\end"), (r"\left", r"\right"))
    return bool(part) and all(part.count(a) == part.count(b) for a, b in pairs)


def _spaced(mathml: str) -> str:
    """Return a formula with a thin space between the name of a function and what follows it."""
    return _FUNCTION.sub(r'\1<mspace width="0.167em" />', mathml)
