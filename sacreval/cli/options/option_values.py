"""Values of options that several verbs share, from what is on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sacreval.cli.notices import notice
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.selection import Selection
    from sacreval.scoring.inputs.source import Source


def parse_map(entries: Sequence[str] | None) -> dict[str, str]:
    """Parse `--map FIELD=JMESPATH` options.

    Raises:
        UsageError: If one has no `=`, or a field is mapped twice.
    """
    return parse_pairs(entries, "--map", "FIELD=JMESPATH, as in prediction=output.text")


def parse_pairs(
    entries: Sequence[str] | None, option: str, form: str, *, at_last: bool = False
) -> dict[str, str]:
    """Parse the values `NAME=VALUE` of an option.

    Args:
        entries: The values.
        option: The option's name, for messages.
        form: How a value is written, with an example, for messages.
        at_last: Whether a value is split at its last equals sign, as where names may have some.

    Raises:
        UsageError: If one has another form, or a name is repeated.
    """
    pairs: dict[str, str] = {}
    for entry in entries or ():
        name, equals, value = entry.rpartition("=") if at_last else entry.partition("=")
        if not (name and equals and value):
            raise UsageError(f"{option} {entry}: write {form}")
        if name in pairs:
            raise UsageError(f"{option} {entry}: '{name}' is repeated; keep one")
        pairs[name] = value
    return pairs


def source_of(
    inputs: Sequence[str] | None,
    references: Sequence[str] | None,
    reader: str | None,
    map_: Sequence[str] | None,
    *,
    sources: Sequence[str] | None = None,
    join: str | None = None,
    on: str | None = None,
) -> Source:
    """Return the source that the input options describe.

    Args:
        inputs: The prediction files.
        references: The files of -r.
        reader: The value of --reader.
        map_: The values of --map.
        sources: The files of --sources.
        join: The file of --join.
        on: The value of --on.

    Raises:
        UsageError: If a value of --map or --on cannot be parsed.
    """
    from sacreval.scoring.inputs.source import Source

    beside = None
    if join is not None or on is not None:
        from sacreval.scoring.inputs.joined_records import join_of

        beside = join_of(join, on)
    source = Source.of(
        inputs or (),
        references=tuple(references or ()),
        sources=tuple(sources or ()),
        reader=reader,
        fields=parse_map(map_),
        join=beside,
    )
    _tell_parts(source)
    return source


def _tell_parts(source: Source) -> None:
    """Write a notice that each file of a system with several begins at the first reference."""
    from collections import Counter

    counts = Counter(source.systems) if source.references else Counter()
    for system, files in counts.items():
        if system is not None and files > 1:
            notice(
                f"{system}: each of its {files} files is joined with the references from their "
                "beginning; of files that continue each other make one"
            )


def selection_of(systems: Sequence[str] | None, exclude: Sequence[str] | None) -> Selection:
    """Return the selection of systems; all of them by default."""
    from sacreval.core.selection import Selection

    return Selection(tuple(systems or ("all",)), tuple(exclude or ()))
