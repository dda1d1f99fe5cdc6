"""The files of inspect_ai's logs: one JSON document, or a zip archive with a member a sample."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from sacreval.errors import InputError, shortened
from sacreval.io.formats.zip_members import Archive, Member, open_zip
from sacreval.io.lines import without_mark
from sacreval.io.whole_files import SizeLimit, read_whole
from sacreval.readers._inspect.layout import HEADER, LOG, SAMPLE, VERSION, Header, Sample
from sacreval.readers._typed import typed

HEADERS = ("header.json", "_journal/start.json")  # of a run that ended, and of one that did not
_NAME = re.compile(r"samples/(.+)_epoch_\d+\.json", re.DOTALL)
_FOLDER = "samples/"


class OpenLog(NamedTuple):
    """An open log.

    Args:
        header: What is known of the run.
        finished: Whether it has the header of a run that ended.
        samples: Its samples, as lists of those that may be epochs of one sample.
    """

    header: Header
    finished: bool
    samples: Iterator[list[Sample]]


def whole_document(path: str, limit: SizeLimit) -> OpenLog:
    """Read a log that is one JSON document."""
    log = typed(LOG, without_mark(read_whole(path, limit), path), path)
    _check_version(log, path)
    by_id: dict[int | str, list[Sample]] = {}
    for sample in log.samples or ():
        by_id.setdefault(sample.id, []).append(sample)
    return OpenLog(log, log.status != "started", iter(by_id.values()))


@contextmanager
def archive(path: str, *, max_member: float) -> Iterator[OpenLog]:
    """Open a log that is a zip archive, of which one sample at a time is in memory."""
    with open_zip(path, max_member=max_member, reader="inspect") as members:
        by_name = {member.name: member for member in members.members}
        name = next((name for name in HEADERS if name in by_name), None)
        if name is None:
            raise InputError(
                f"{path}: a zip archive with neither of {' and '.join(HEADERS)}; give a log that "
                "inspect_ai wrote"
            )
        header = typed(HEADER, members.read(by_name[name]), f"{path}: {name}")
        _check_version(header, path)
        groups = _groups(members.members, path)
        yield OpenLog(header, name == HEADERS[0], _samples(members, groups))


def _samples(members: Archive, groups: Sequence[list[Member]]) -> Iterator[list[Sample]]:
    for group in groups:
        found: dict[int | str, list[Sample]] = {}
        for member in group:
            sample = typed(SAMPLE, members.read(member), members.where(member))
            found.setdefault(sample.id, []).append(sample)
        yield from found.values()


def _groups(members: Sequence[Member], path: str) -> list[list[Member]]:
    """Return the members of each sample; equal names may still hold samples of different ids."""
    found: dict[str, list[Member]] = {}
    for member in members:
        if not member.name.startswith(_FOLDER) or member.name == _FOLDER:
            continue
        name = _NAME.fullmatch(member.name)
        if name is None:
            raise InputError(
                f"{path}: unknown layout, with a member {shortened(repr(member.name))}; convert "
                "the log with inspect_ai: inspect log convert --to json"
            )
        found.setdefault(name[1], []).append(member)
    return list(found.values())


def _check_version(header: Header, path: str) -> None:
    if header.version != VERSION:
        raise InputError(
            f"{path}: a log of layout version {header.version}, and only {VERSION} can be read; "
            "convert it with the inspect_ai that wrote it, or upgrade sacreval"
        )
