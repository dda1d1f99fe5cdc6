"""A small data folder of METEOR 1.5, so that its tests run where the real tables are missing."""

import gzip
from pathlib import Path

from sacreval.io.resources import find
from sacreval.metrics.ngrams._meteor15.paraphrase_source import build

FILES = {
    "function/english.words": "the\na\nof\nin\nto\nand\nit\nis\n",
    "nonbreaking/english.prefixes": "# titles\nMr\nDr\nNo #NUMERIC_ONLY#\n",
    "synonym/english.synsets": (
        "dog\n1 2\nhound\n2 3\ncat\n4\nguy\n4 9\nman\n9\ngo\n5\nwalk\n6 5\nhandful\n7\n"
        "smattering\n7\n"
        "bus\n8\nautobus\n8\ngood\n10\nwell\n10\n"
    ),
    "synonym/english.exceptions": "go\nwent gone\nman\nmen\ngood\nbetter best\n",
}
PARAPHRASES = (
    ("in order to", "to"),
    ("the fact that", "that"),
    ("take into account", "consider"),
    ("dog", "puppy"),
    ("the dog", "a puppy"),
    ("one two", "two three"),
    ("a", "the"),
    ("the", "a"),
)
LANGUAGES = ("czech", "french", "german", "russian", "spanish")


def lay_out(home: Path) -> Path:
    """Write the resource below a data folder, and return the folder of the resource."""
    folder = home / "meteor-1.5"
    files = FILES | {f"nonbreaking/{name}.prefixes": "Dr\n" for name in LANGUAGES}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "stem").mkdir()
    stems = gzip.compress(b"ktAb 3 ktb 1 ktAb\nktb 5 ktb\n")
    (folder / "stem/arabic-buckwalter-reduced.gz").write_bytes(stems)
    build(packed(home / "paraphrases.gz", PARAPHRASES), folder / "paraphrases-en.table")
    return folder


def is_real() -> bool:
    """Return whether the real tables are set up."""
    folder = find("meteor-1.5")
    return folder is not None and (folder / "synonym/english.synsets").stat().st_size > 2**20


def packed(path, entries, end="\n"):
    """Write entries of a phrase and its paraphrase to a gzip file."""
    lines = [line for phrase, other in entries for line in ("0.5", phrase, other)]
    path.write_bytes(gzip.compress("".join(line + end for line in lines).encode()))
    return path
