"""TREC runs in trec_eval's order."""

from random import Random

import pytest

from sacreval.errors import InputError, InputNotice
from sacreval.readers._trec.run_file import RunFile
from support import trec_files


def records(tmp_path, text, *, by_tag=False):
    path = tmp_path / "run"
    path.write_text(text, encoding="utf-8")
    return [one for _, one in RunFile(str(path), by_tag=by_tag).records()]


@pytest.mark.parametrize("seed", range(20))
def test_order_of_ties(tmp_path, seed):
    """Reciprocal ranks of each single document say that the order is trec_eval's, ties included."""
    random = Random(seed)
    run = trec_files.random_run(random, ["1"])
    [found] = records(tmp_path, trec_files.write_run(tmp_path / "x", run, random).read_text())
    for place, document in enumerate(found.ranking, start=1):
        qrels = {"1": {document: 1}}
        assert trec_files.official(run, qrels, {"recip_rank"})["1"]["recip_rank"] == 1 / place


def test_records(tmp_path):
    """A topic is a record, whatever the order of the lines; ranks are not read."""
    text = "2 Q0 a 9 1 t\n1 Q0 b 9 2 t\n2 Q0 c 9 3 t\n"
    found = records(tmp_path, text)
    assert [(x.instance_id, x.system_id, x.ranking) for x in found] == [
        ("2", None, ["c", "a"]),
        ("1", None, ["b"]),
    ]


def test_three_columns(tmp_path):
    """MS MARCO's columns are topic, document and rank."""
    [found] = records(tmp_path, "1\tb\t2\n1\ta\t1\n1\tc\t10\n")
    assert found.ranking == ["a", "b", "c"]


def test_ranks_that_are_too_large(tmp_path):
    """A rank of thousands of digits is refused where it is read, and is none where it is not."""
    rank = "9" * 5000
    assert records(tmp_path, f"1 Q0 a {rank} 1 t\n")[0].ranking == ["a"]
    with pytest.raises(InputError, match=r"run:1: the rank '9+…' is not a whole number"):
        records(tmp_path, f"1 a {rank}\n")


def test_tags(tmp_path):
    """A second tag is an error, or another system if tags are asked for."""
    text = "1 Q0 a 1 1 t\n1 Q0 a 1 1 u\n"
    with pytest.raises(InputError, match=r"run:2: the tag 'u' comes after 't'.*\"tags\": true"):
        records(tmp_path, text)
    assert [x.system_id for x in records(tmp_path, text, by_tag=True)] == ["t", "u"]


def test_ranks_that_contradict_scores(tmp_path):
    """Ranks against the scores are noticed once, with their number; equal scores are not."""
    text = "1 Q0 a 1 1 t\n1 Q0 b 2 2 t\n1 Q0 c 3 3 t\n2 Q0 a 1 1 t\n2 Q0 b 2 1 t\n"
    with pytest.warns(InputNotice, match=r"run:2: the rank is worse .* \(in 2 places\)") as seen:
        records(tmp_path, text)
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("1 Q0 a 1 1 t\n1 Q0 b 2 0.5\n", "run:2: 5 columns, but a line of a run has 6"),
        ("1 Q0 a 1 1 my tag\n", "run:1: 7 columns"),
        ("1 Q0 a 1 x t\n", "run:1: the score 'x' is not a finite number"),
        ("1 Q0 a 1 inf t\n", "the score 'inf'"),
        ("1 Q0 a 1 nan t\n", "the score 'nan'"),
        ("1 Q0 a 1 1_0 t\n", "the score '1_0'"),
        ("1\ta\t1\n1\tb\tx\n", "run:2: the rank 'x' is not a whole number"),
        ("1\ta\t1\n1\tb\t-2\n", "run:2: the rank '-2' is not a whole number"),
        ("1\ta\t1\n1 Q0 b 2 2 t\n", "run:2: 6 columns, but a line of a run has 3"),
        ("1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n1 Q0 a 2 0 t\n",
         "run:3: the document 'a' of topic '1' is in line 1 too"),
        ("1 0 a 1\n", "run:1: these are relevance judgments, not a run"),
        ("query-id\tcorpus-id\tscore\n1\ta\t1\n", "run:1: these are relevance judgments"),
    ],
)  # fmt: skip
def test_wrong_lines(tmp_path, text, part):
    """A wrong line is an error with its file, line and remedy."""
    with pytest.raises(InputError, match=part):
        records(tmp_path, text)
