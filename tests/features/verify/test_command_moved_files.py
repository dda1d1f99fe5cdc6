"""Files that a signature names and that are elsewhere now."""

import pytest
from msgspec.structs import replace

from sacreval.core.results import Result
from sacreval.errors import UsageError
from sacreval.features.verify.command import moved_options, with_moved

JUDGED = 'judge|judge:"a/q.yaml"|judge_digest:00|replies:["r.jsonl"]|opponent:""|data:1'


def result(signature):
    return Result(
        metric="judge", output="q", system_id="a", group=None, value=1.0, n=1, interval=None,
        higher_is_better=True, signature=signature, engine="definition",
    )  # fmt: skip


def test_options():
    """The files of an option are in the order of the command line."""
    found = moved_options(["replies=a", "replies=b=c", "word-vectors=d"])
    assert found == {"replies": ["a", "b=c"], "word_vectors": ["d"]}
    for wrong in ("a", "=a", "a="):
        with pytest.raises(UsageError, match="write OPTION=PATH"):
            moved_options([wrong])


def test_paths_are_replaced():
    """A path, or a list of paths, is replaced, and nothing else of a result."""
    (found,) = with_moved([result(JUDGED)], {"replies": ["n.jsonl"], "judge": ["b/q.yaml"]})
    want = JUDGED.replace("a/q.yaml", "b/q.yaml").replace("r.jsonl", "n.jsonl")
    assert found == replace(result(JUDGED), signature=want)


@pytest.mark.parametrize(
    ("moved", "sentence"),
    [
        ({"replys": ["x"]}, "no result has this file with a hash; did you mean 'replies'"),
        ({"unparsed": ["x"]}, "no result has this file"),
        ({"replies": ["x", "y"]}, "the signature has 1 of these files"),
    ],
)
def test_refused(moved, sentence):
    """An option without a hash, an unknown one and another number of files are refused."""
    with pytest.raises(UsageError, match=sentence):
        with_moved([result(JUDGED)], moved)


def test_files_without_a_hash():
    """A file whose content no hash covers cannot be replaced."""
    with pytest.raises(UsageError, match="no result has this file"):
        with_moved([result("m|vectors:v.txt|data:1")], {"vectors": ["x"]})
    hashed = "m|vectors:v.txt|vectors_sha256:00|data:1"
    (found,) = with_moved([result(hashed)], {"vectors": ["x.txt"]})
    assert found.signature == hashed.replace("v.txt", "x.txt")
