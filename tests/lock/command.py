"""Run the command line in this process: the only place of the lock that knows the package."""

import io
import math
import os
import shlex
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from sacreval.commands.app import run
from support.program import Stdin

UNSET = ("SACREVAL_MIRROR", "FORCE_COLOR", "NO_COLOR", "SACREBLEU_SEED")


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def perform(line: str, folder: Path) -> Ended:
    """Run a line such as `sacreval evaluate bleu sample/outputs.jsonl` in a folder."""
    words = shlex.split(line)[1:]
    out, err = (
        io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)
    )
    homes = {name: str(folder / "homes" / name) for name in ("cache", "home")}
    variables = {"SACREVAL_CACHE_HOME": homes["cache"], "SACREVAL_HOME": homes["home"]}
    kept = {key: value for key, value in os.environ.items() if key not in UNSET}
    with (
        chdir(folder),
        redirect_stdout(out),
        redirect_stderr(err),
        patch("sys.stdin", Stdin(b"")),
        patch("sacreval.io.progress.FIRST_LINE", math.inf),  # no line on a slow machine either
        patch.dict(os.environ, {**kept, **variables, "COLUMNS": "100"}, clear=True),
    ):
        code = run(words)
    return Ended(code, _read(out), _read(err))


def _read(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode()  # type: ignore[attr-defined]
