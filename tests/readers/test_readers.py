"""The readers of BARTScore's pickles, QAGS and SQuAD."""

import pickle

import pytest

from sacreval.errors import InputError

pytestmark = pytest.mark.usefixtures("alone")


def test_repeated_references(corpora, lines, read, mirror):
    """SFRES lists 34,086 references of which 3,705 are distinct, SFHOT 111,696 and 7,324."""
    for name, listed, distinct in (("sfres", 34086, 3705), ("sfhot", 111696, 7324)):
        rows = lines(corpora(name) / "records.jsonl")
        assert sum(len(row["references"]) for row in rows) == distinct
        path = next(mirror.glob(f"*/neulab/BARTScore/*/D2T/{name.upper()}/data.pkl"))
        assert sum(len(r.references) for r in read("bartscore", path)) == listed


def test_pairs_of_one_segment(read, tmp_path):
    """A segment in many pairs is an input in each, and the better one has rank 1."""
    side = {"sys_name": "A", "sys": "a", "scores": {}}
    pair = {"src": "s", "ref": "r", "better": side, "worse": {**side, "sys_name": "B", "sys": "b"}}
    (tmp_path / "x.pkl").write_bytes(pickle.dumps({0: pair, 1: pair}))
    rows = read("bartscore", tmp_path / "x.pkl")
    found = [(r.instance_id, r.system_id, r.judgments, r.references) for r in rows]
    assert found == [
        ("0", "A", {"better": 1}, ["r"]),
        ("0", "B", {"better": 0}, ["r"]),
        ("1", "A", {"better": 1}, ["r"]),
        ("1", "B", {"better": 0}, ["r"]),
    ]


def test_misdecoded_pounds(read, mirror):
    """QAGS's 45 mis-decoded pound signs are kept, or mended on request."""
    path = next(mirror.glob("*/W4ngatang/qags/*/data/mturk_xsum.jsonl"))

    def count(spec, text):
        return sum((r.prediction + r.sources[0]).count(text) for r in read(spec, path))

    assert count("qags", "\u00e2\u00a3") == 45
    assert count("qags", "\u00a3") == 127
    assert count('qags{"mend_pounds": true}', "\u00e2\u00a3") == 0
    assert count('qags{"mend_pounds": true}', "\u00a3") == 127


def test_no_id_matches(read, tmp_path):
    """Predictions of another test set are no predictions."""
    gold = '{"data": [{"paragraphs": [{"context": "c", "qas": [{"id": "1", "question": "q", '
    (tmp_path / "gold.json").write_text(gold + '"answers": [{"text": "a"}]}]}]}]}')
    (tmp_path / "p.json").write_text('{"2": "a"}')
    with pytest.raises(InputError, match="none of its ids"):
        read(f'squad{{"predictions": {{"x": "{tmp_path / "p.json"}"}}}}', tmp_path / "gold.json")


def test_impossible_questions(read, tmp_path):
    """A question without answer has the empty text as its reference; equal golds stand once."""
    qas = (
        '[{"id": "1", "question": "q", "is_impossible": true, "answers": []}, {"id": "2", '
        '"question": "q", "is_impossible": false, "answers": [{"text": "a"}, {"text": "a"}, '
        '{"text": "b"}]}]'
    )
    text = '{"data": [{"title": "t", "paragraphs": [{"context": "c", "qas": ' + qas + "}]}]}"
    (tmp_path / "gold.json").write_text(text)
    one, two = read("squad", tmp_path / "gold.json")
    assert (one.references, one.groups) == ([""], {"title": "t", "impossible": True})
    assert two.references == ["a", "b"]
