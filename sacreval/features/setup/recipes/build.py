"""Files of a resource that are built from those that were fetched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from sacreval.errors import InputError, remedy
from sacreval.features.setup.recipes.paper_judges import write_judge
from sacreval.features.setup.recipes.place import Place
from sacreval.features.setup.recipes.schema import Build
from sacreval.features.setup.recipes.unpack import take_member
from sacreval.metrics.ngrams._meteor15 import paraphrase_source


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
    BUILDERS[step.build](place / step.input, output, step)


def build_table(source: Path, target: Path) -> int:
    """Write the table of a gzip file of paraphrases, completely or not at all.

    Args:
        source: The file, of METEOR 1.5's format.
        target: The table; its folder is created if missing.

    Returns:
        The number of paraphrases.

    Raises:
        InputError: If the source is not such a file, or the table cannot be written.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{target.parent}: cannot be created: {error.strerror}; {remedy(error)}"
        ) from None
    return paraphrase_source.build(source, target).entries


BUILDERS: Mapping[str, Callable[[Path, Path, Build], object]] = {
    "member": lambda source, target, step: take_member(source, step.member, target),
    "paraphrases": lambda source, target, _: build_table(source, target),
    "judge": lambda source, target, step: write_judge(source, target, step.judge),
}
"""Name of a build in recipes to its function of input, output and the step of the recipe."""
