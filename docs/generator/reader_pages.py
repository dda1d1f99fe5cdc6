"""The page of readers: the formats, file endings and options of each."""

from typing import Any

from generator.markdown import code, codes, fenced, page, prose, section, table
from generator.options import KEYS, options
from sacreval.core.options.docstrings import arguments, describe, summary
from sacreval.readers._base import readers

INTRODUCTION = (
    "The reader is selected by the file's ending, or by name with `--reader`. Files of references "
    "(`-r`) with other endings are plain text. Options of a reader are written after its name, as "
    "JSON with underscores."
)
EXAMPLE = """sacreval evaluate bleu outputs.csv --reader 'table{"quoting": "none"}'"""


def reader_pages() -> dict[str, str]:
    """Write the page of readers."""
    classes = {name: readers.get(name) for name in readers}
    own = {name: cls for name, cls in classes.items() if cls.__module__.startswith("sacreval.")}
    rows = [
        [f"[{name}](#{name})", codes(cls.extensions), prose(summary(cls))]
        for name, cls in own.items()
    ]
    listed = table(["reader", "endings", "what it reads"], rows)
    example = fenced(EXAMPLE, "sh")
    sections = [_section(name, cls) for name, cls in own.items()]
    return {"readers.md": page("Readers", INTRODUCTION, example, listed, *sections)}


def _section(name: str, cls: type[Any]) -> str:
    endings = f"Endings: {codes(cls.extensions)}." if cls.extensions else ""
    taken = options(cls, name, KEYS) if arguments(cls) else ""
    text = [prose(part) for part in describe(cls).split("\n\n")]
    named = f"By name: {code('--reader ' + name)}."
    return section(name, *text, endings or named, taken)
