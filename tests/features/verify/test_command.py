"""verify: results computed again."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from sacreval.commands.app import run
from sacreval.core.results import Result
from sacreval.errors import UsageError
from sacreval.features.verify.command import moved_options, with_moved
from support.mirror import CHECKOUT

SAMPLE = str(CHECKOUT / "configs" / "sample" / "outputs.jsonl")


@pytest.fixture
def result(tmp_path) -> Path:
    out = tmp_path / "result.json"
    options = ["--types", "1", "--ci", "--resamples", "50", "--by", "domain"]
    assert run(["evaluate", "rouge", SAMPLE, *options, "-o", str(out), "-q"]) == 0
    return out


def test_a_true_result_is_verified(result, capsys):
    """verify makes every number again and says how many."""
    capsys.readouterr()
    assert run(["verify", str(result), SAMPLE]) == 0
    assert capsys.readouterr().out.startswith("45 numbers recomputed")


@pytest.mark.parametrize("part", ["value", "low", "n"])
def test_a_changed_number_is_found(result, capsys, part):
    """verify exits with 1 and names the number that was changed."""
    content = json.loads(result.read_text())
    holder = content["results"][4]
    holder = holder["interval"] if part == "low" else holder
    holder[part] += 1
    result.write_text(json.dumps(content))
    assert run(["verify", str(result), SAMPLE]) == 1
    error = capsys.readouterr().err
    assert "rouge1_recall of" in error
    assert "1 of 45 scores" in error


def test_other_data_are_found(result, tmp_path, capsys):
    """verify exits with 1 when the inputs are not those of the result."""
    other = tmp_path / "outputs.jsonl"
    other.write_text(Path(SAMPLE).read_text().replace("Mix the flour", "Stir the flour"))
    assert run(["verify", str(result), str(other)]) == 1
    assert "the data are different" in capsys.readouterr().err


def test_what_is_no_result_file_is_refused(capsys):
    """verify exits with 2 on a file that evaluate did not write."""
    assert run(["verify", SAMPLE, SAMPLE]) == 2
    assert "not a result of `sacreval evaluate`" in capsys.readouterr().err


JUDGED = 'judge|judge:"a/q.yaml"|judge_digest:00|replies:["r.jsonl"]|opponent:""|data:1'


def moved_files_result(signature):
    return Result(
        metric="judge", output="q", system_id="a", group=None, value=1.0, n=1, interval=None,
        higher_is_better=True, signature=signature, engine="definition",
    )  # fmt: skip


def test_options():
    """The files of an option are in the order of the command line."""
    options = moved_options(["replies=a", "replies=b=c", "word-vectors=d"])
    assert options == {"replies": ["a", "b=c"], "word_vectors": ["d"]}
    for wrong in ("a", "=a", "a="):
        with pytest.raises(UsageError, match="write OPTION=PATH"):
            moved_options([wrong])


def test_paths_are_replaced():
    """A path, or a list of paths, is replaced, and nothing else of a result."""
    (moved,) = with_moved(
        [moved_files_result(JUDGED)], {"replies": ["n.jsonl"], "judge": ["b/q.yaml"]}
    )
    want = JUDGED.replace("a/q.yaml", "b/q.yaml").replace("r.jsonl", "n.jsonl")
    assert moved == replace(moved_files_result(JUDGED), signature=want)


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
        with_moved([moved_files_result(JUDGED)], moved)


def test_files_without_a_hash():
    """A file whose content no hash covers cannot be replaced."""
    with pytest.raises(UsageError, match="no result has this file"):
        with_moved([moved_files_result("m|vectors:v.txt|data:1")], {"vectors": ["x"]})
    hashed = "m|vectors:v.txt|vectors_sha256:00|data:1"
    (moved,) = with_moved([moved_files_result(hashed)], {"vectors": ["x.txt"]})
    assert moved.signature == hashed.replace("v.txt", "x.txt")
