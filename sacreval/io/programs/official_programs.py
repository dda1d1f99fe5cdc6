"""Programs of others that the user has, known by their checksums.

`sacreval setup-metric NAME --official PATH` records where one is; nothing is copied.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.io.files import is_utf8, readable, sha256, write_text
from sacreval.io.resources import data_folder, expanded


class OfficialProgram(msgspec.Struct, frozen=True):
    """A program, and the releases of it whose numbers have been compared.

    Args:
        file: Its usual file name.
        sums: SHA-256 of these releases.
    """

    file: str
    sums: tuple[str, ...]


PROGRAMS = {
    "rouge-1.5.5": OfficialProgram(
        "ROUGE-1.5.5.pl",
        ("973a14e98f5305e37e059a79495175601fffbbe9120e81d4a39e566cdf35be8f",),
    ),
    "meteor-1.5": OfficialProgram(
        "meteor-1.5.jar",
        ("1e57b4c72c0830ebe68558f1c799a624e96cbc1b6045c9f6330e26dcff6eafc2",),
    ),
}


class ProgramPath(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a program is, and its SHA-256."""

    path: str
    sha256: str


def checked(name: str, path: str, *, confirmed: str | None = None) -> ProgramPath:
    """Check that a program is a known one, or one that the user confirms.

    Args:
        name: Name of the resource that it belongs to.
        path: The program, or the folder that holds it.
        confirmed: SHA-256 of another release that the user wants to run.

    Raises:
        UsageError: If no program belongs to the resource, or its checksum is neither known nor
            confirmed.
        InputError: If there is no such file, or the folder does not hold it.
    """
    if name not in PROGRAMS:
        raise UsageError(f"--official: {name} has no program; give it for {' or '.join(PROGRAMS)}")
    known = PROGRAMS[name]
    place = expanded(path, "--official").resolve()
    program = place / known.file if place.is_dir() else place
    if not is_utf8(str(program)):
        raise UsageError(
            f"--official: {readable(str(program))} is not valid UTF-8; rename the folder"
        )
    if place.is_dir() and not program.exists():
        raise InputError(
            f"--official: the folder {place} has no {known.file}; give the path of the program"
        )
    checksum = _checksum(program)
    if checksum in ((confirmed.lower(),) if confirmed else known.sums):
        return ProgramPath(str(program), checksum)
    if confirmed:
        raise UsageError(f"--sha256: {program} has the checksum {checksum}; check both")
    raise UsageError(
        f"--official: {program} is an unknown program, not the {known.file} that sacreval was "
        f"compared with; if you trust it, add --sha256 {checksum}"
    )


def store(name: str, record: ProgramPath) -> None:
    """Store where a program is; it is not copied.

    Args:
        name: Name of the recipe that it belongs to.
        record: The checked program.
    """
    target = _file(name)
    target.parent.mkdir(parents=True, exist_ok=True)
    with write_text(target) as out:
        out.write(msgspec.json.encode(record).decode())


def registered_program(name: str) -> Path | None:
    """Return the path of a program that `store` has recorded, or None.

    Args:
        name: Name of its recipe.

    Raises:
        NotSetUpError: If the program is not there any more, or has changed.
    """
    remedy = f"set it up again: sacreval setup-metric {name} --official PATH"
    if (place := _stored(name, remedy)) is None:
        return None
    path = Path(place.path)
    try:
        unchanged = _checksum(path) == place.sha256
    except InputError as error:
        raise NotSetUpError(f"{error}; {remedy}") from None
    if not unchanged:
        raise NotSetUpError(f"{path} has changed since it was set up; {remedy}")
    return path


def _stored(name: str, remedy: str) -> ProgramPath | None:
    file = _file(name)
    try:
        return msgspec.json.decode(file.read_bytes(), type=ProgramPath)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise NotSetUpError(f"{file}: {error}; {remedy}") from None


def _file(name: str) -> Path:
    return data_folder() / "official" / f"{name}.json"


def not_set_up(name: str) -> str:
    """Return the clause that a program is not set up, with the command.

    Args:
        name: Name of its recipe.
    """
    command = f"sacreval setup-metric {name} --official PATH"
    return f"{PROGRAMS[name].file} is not set up ({command} does so)"


def _checksum(path: Path) -> str:
    try:
        return sha256(str(path)) or ""
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; give the path of the program") from None
