"""The process in which queries run: what it may do, and when it ends."""

import subprocess

import msgspec
import pytest

from sacreval.metrics.structures._sql.asking import COMMAND
from sacreval.metrics.structures._sql.question import Answer, Limits, Question
from support.sql_databases import SHOP, create


def test_lines(tmp_path):
    """It writes a line for each query, one when the right ones are done, and an answer."""
    path = str(create(tmp_path / "shop.sqlite", SHOP))
    limits = Limits(seconds=5.0, steps=10**6, rows=10, bytes=2**24)
    asked = Question((path,), "sqlite", ("SELECT 1",), "SELECT 1", "bird", False, limits)
    line = msgspec.json.encode(asked) + b"\n"
    done = subprocess.run(COMMAND, input=line * 2, capture_output=True, check=True, timeout=60)
    lines = done.stdout.splitlines()
    assert lines[:4] == [b"query", b"golds", b"query", b"compared"]
    assert msgspec.json.decode(lines[4], type=Answer) == Answer("equal")
    assert lines[5:] == lines[:5]
    assert done.stderr == b""


def test_it_gives_up_rights(tmp_path):
    """After the first question it can write no file, and has no environment."""
    resource = pytest.importorskip("resource")
    code = (
        "import os, resource\n"
        "from sacreval.metrics.structures._sql import process\n"
        "from sacreval.metrics.structures._sql.question import Limits, Question\n"
        "limits = Limits(1.0, 1, 1, 2**20)\n"
        "process._restrict(Question((), 'sqlite', (), '', 'bird', False, limits))\n"
        "assert not os.environ\n"
        "assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == 0\n"
        "assert resource.getrlimit(resource.RLIMIT_AS)[0] < 2**30\n"
        "try:\n"
        "    with open('x', 'w') as file: file.write('x')\n"
        "except OSError: print('refused')\n"
    )
    del resource
    command = (COMMAND[0], "-P", "-c", code)
    done = subprocess.run(
        command, capture_output=True, check=True, timeout=60, cwd=tmp_path, text=True
    )
    assert done.stdout == "refused\n"
