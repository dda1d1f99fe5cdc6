"""Inputs of a run."""

from sacreval.readers.jsonl import JsonlReader
from sacreval.scoring.inputs.input_files import Input, Place


def test_inputs():
    """An input has a reader, or the spec of one before it is made."""
    assert Place("a", None).spec is None
    assert Input("a", JsonlReader()).reader.name == "jsonl"
