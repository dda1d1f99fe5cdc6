"""Files of a resource that are built from those that were fetched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from sacreval.io import paraphrase_source
from sacreval.io.paraphrase_table import ParaphraseTable
from sacreval.recipes.place import Place
from sacreval.recipes.schema import Build
from sacreval.recipes.unpack import take_member


def build(step: Build, place: Place) -> None:
    """Build a file.

    Args:
        step: The build.
        place: Its input and its output.

    Raises:
        InputError: If the input is not what the build needs.
    """
    output = place / step.output
    output.parent.mkdir(parents=True, exist_ok=True)
    BUILDERS[step.build](place / step.input, output, step.member)


def paraphrases(source: Path, target: Path) -> int:
    """Write the table of a gzip file of paraphrases, and read it back once.

    Returns:
        The number of paraphrases.
    """
    header = paraphrase_source.build(source, target)
    ParaphraseTable(target).check()
    return header.entries


BUILDERS: Mapping[str, Callable[[Path, Path, str], object]] = {
    "member": lambda source, target, member: take_member(source, member, target),
    "paraphrases": lambda source, target, _: paraphrases(source, target),
}
"""Name of a build in recipes to its function of input, output and member."""
