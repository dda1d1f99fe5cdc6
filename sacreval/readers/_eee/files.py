"""The two files of a run of Every Eval Ever, which are beside each other."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from sacreval.errors import InputError, shortened
from sacreval.io.files import COMPRESSIONS
from sacreval.io.formats.repeated_keys import check_document
from sacreval.io.whole_files import read_whole
from sacreval.readers._eee.layout import Aggregate, Run, SamplesFile
from sacreval.readers._typed import typed

ENDING = "_samples.jsonl"
_AGGREGATE = msgspec.json.Decoder(Aggregate)
_KNOWN = ("sha256", "md5")


def run_of(path: str, *, is_samples: bool) -> Run:
    """Find the files of a run.

    Args:
        path: Either file.
        is_samples: Whether it is that of the samples.

    Raises:
        InputError: If the aggregates cannot be read, or name samples that are not there or other.
    """
    if not is_samples:
        found = _aggregate(path)
        return Run(found, path, _samples(found, path))
    name = next((path.removesuffix(one) for one in COMPRESSIONS if path.endswith(one)), path)
    beside = f"{name.removesuffix(ENDING)}.json"
    if not name.endswith(ENDING) or not Path(beside).is_file():
        return Run(None, path, path)
    return Run(_aggregate(beside), beside, path)


def names_file(stated: SamplesFile, path: str) -> bool:
    """Return whether a run names a file as that of its samples; folders may have changed."""
    return bool(stated.file_path) and _name(stated) == Path(path).name


def _name(stated: SamplesFile) -> str:
    return Path((stated.file_path or "").replace("\\", "/")).name


def _aggregate(path: str) -> Aggregate:
    text = read_whole(path)
    found = typed(_AGGREGATE, text, path)
    check_document(text, path)
    return found


def _samples(found: Aggregate, path: str) -> str | None:
    """Return the path of the samples, which is stated from the root of a collection of runs."""
    stated = found.detailed_evaluation_results
    if stated is None or not stated.file_path:
        return None
    place = Path(path).parent / _name(stated)
    if not place.is_file():
        raise InputError(
            f"{path}: its samples '{shortened(place.name)}' are not beside it; copy them there"
        )
    if stated.checksum and stated.hash_algorithm in _KNOWN:
        with place.open("rb") as stream:
            digest = hashlib.file_digest(stream, stated.hash_algorithm).hexdigest()
        if digest != stated.checksum.casefold():
            raise InputError(
                f"{place}: these samples are not those of {Path(path).name}, which states another "
                f"{stated.hash_algorithm}; copy both again, or name this file itself"
            )
    return str(place)
