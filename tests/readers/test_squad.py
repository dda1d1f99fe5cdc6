"""The reader of SQuAD's files."""

import pytest

from sacreval.errors import InputError

pytestmark = pytest.mark.usefixtures("alone")


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
