"""Sizes and checksums of fetched files."""

import hashlib

import pytest

from sacreval.errors import InputError
from sacreval.features.setup.recipes.fetch import blob_id
from sacreval.features.setup.recipes.schema import File
from support.body_server import BODY, SHA, fetch_body, nothing_left


def test_a_wrong_checksum_keeps_nothing(server, tmp_path):
    """A file with another checksum is named and thrown away."""
    wrong = File(bytes=len(BODY), sha256="0" * 64)
    with nothing_left(tmp_path), pytest.raises(InputError, match=f"checksum is {SHA}"):
        fetch_body(server.url, tmp_path, wrong)


def test_git_blob_ids_are_checked(server, tmp_path):
    """Where only a git blob id is known, it is what is checked."""
    (tmp_path / "copy").write_bytes(BODY)
    right = blob_id(tmp_path / "copy")
    header = f"blob {len(BODY)}\0".encode()
    assert right == hashlib.sha1(header + BODY, usedforsecurity=False).hexdigest()
    assert fetch_body(server.url, tmp_path, File(blob=right)).exists()
    with pytest.raises(InputError, match="git checksum"):
        fetch_body(server.url, tmp_path / "second", File(blob="0" * 40))
