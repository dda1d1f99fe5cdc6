"""Inputs of a run."""

from sacreval.readers.jsonl import JsonlReader
from sacreval.scoring.inputs.input_files import Input, InputPath


def test_inputs():
    """An input has a reader, or the spec of one before it is made."""
    assert InputPath("a", None).spec is None
    assert Input("a", JsonlReader()).reader.name == "jsonl"
