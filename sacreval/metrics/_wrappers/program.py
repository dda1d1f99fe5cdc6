"""Programs of others, run on files of a temporary folder."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sacreval.errors import MetricError, NotSetUpError

TIME_LIMIT = 3600.0  # seconds; a batch takes minutes, so that a longer run is not expected to end
_PERL_MODULE = re.compile(r"Can't locate (\S+)\.pm in @INC")
_SHOWN = 200  # most characters of a program's error


@contextmanager
def folder() -> Iterator[Path]:
    """Create a temporary folder; it is removed however the block ends."""
    with tempfile.TemporaryDirectory(prefix="sacreval-") as name:
        yield Path(name)


def interpreter(name: str, needed_by: str, package: str) -> str:
    """Find an interpreter on the PATH.

    Args:
        name: Its name, such as perl.
        needed_by: What it runs, for messages.
        package: The Debian package that has it.

    Raises:
        NotSetUpError: If it is not installed.
    """
    if (path := shutil.which(name)) is None:
        raise NotSetUpError(
            f"{needed_by} needs {name}, which is not on the PATH; install it (Debian: "
            f"apt-get install {package}) or use --engine native"
        )
    return path


def run(
    command: Sequence[str],
    *,
    where: Path,
    seconds: float = TIME_LIMIT,
) -> str:
    """Run a program, without a shell, and return what it writes to standard output.

    Args:
        command: The program with its arguments.
        where: The folder that it runs in.
        seconds: Time limit; the program is stopped when it is reached, and at an interrupt.

    Returns:
        The output; a byte that is not UTF-8 is replaced.

    Raises:
        NotSetUpError: If it lacks a module of Perl.
        MetricError: If it fails or does not end in time; the message has its last error.
    """
    words = [Path(word).name for word in command[1:] if not word.startswith("-")]
    name = next((word for word in words if not word.startswith("_")), command[0])
    try:
        done = subprocess.run(  # noqa: S603 - a program that the user has named, and no shell
            command, cwd=where, input=b"", capture_output=True, timeout=seconds, check=False
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise MetricError(
            f"{name} did not end within {seconds:g} s; score fewer or shorter texts, or use "
            "--engine native"
        ) from None
    except OSError as error:
        raise NotSetUpError(f"{command[0]}: {error.strerror}; install it again") from None
    if done.returncode:
        raise _failure(name, done.returncode, done.stderr.decode(errors="replace"))
    return done.stdout.decode(errors="replace")


def _failure(name: str, code: int, said: str) -> MetricError | NotSetUpError:
    if match := _PERL_MODULE.search(said):
        module = match[1].replace("/", "::")
        debian = f"lib{module.lower().replace('::', '-')}-perl"
        return NotSetUpError(
            f"{name} needs Perl's module {module}; install it (Debian: apt-get install {debian}) "
            "or use --engine native"
        )
    lines = [line for line in said.splitlines() if line.strip() and not line.startswith("\t")]
    reason = lines[-1].strip()[:_SHOWN] if lines else f"exit code {code}"
    return MetricError(f"{name} failed ({reason}); check the options, or use --engine native")
