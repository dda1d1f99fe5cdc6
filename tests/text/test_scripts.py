"""The notice of a run whose texts are of another script than a tokenizer's."""

import json

import pytest

from sacreval.text.scripts import Tokenization
from support.program import write_jsonl

NEAR, TEXT, FAR = (
    "今天天气很好我们一起去公园散步吧", "今天天气很好我们一起去公园散步",
    "昨晚他在图书馆读完了三本厚厚的小说",
)  # fmt: skip


@pytest.mark.parametrize("verb", ["evaluate", "compare", "score"])
def test_every_verb_says_it_once(cli, tmp_path, verb):
    """evaluate, compare and score tell it in one line for all metrics; correlate does as score."""
    write_jsonl(tmp_path / "zh.jsonl", [
        {"instance_id": "1", "system_id": system, "prediction": text, "references": [TEXT]}
        for system, text in zip("ab", (NEAR, FAR), strict=True)
    ])  # fmt: skip
    done = cli(verb, "suite", "-m", "rouge", "-m", "bleu", "-m", "chrf", "zh.jsonl")
    assert done.code == 0, done.err
    [line] = [line for line in done.err.splitlines() if "tokenizer" in line]
    for part in ("rouge finds", "--tokenize intl", "bleu finds", "--tokenize zh"):
        assert part in line
    assert "chrf" not in line


def test_extracted_answers_are_left_alone(cli, tmp_path):
    """Nothing is said of outputs whose answers alone are scored."""
    record = {"prediction": "所以我们知道最后的答案应该是 42", "references": ["42"]}
    (tmp_path / "a.jsonl").write_text(json.dumps(record) + "\n")
    done = cli("evaluate", "token-f1", "a.jsonl", "--extract", "last-number")
    assert done.code == 0
    assert "tokenizer" not in done.err


def test_unknown_tokens():
    """A text is overlooked if more than nine tenths of its tokens are unknown, ASCII never."""
    for share, overlooked in ((0.9, False), (0.91, True)):
        split = Tokenization(str.split, "use another", unknown=lambda _, share=share: share)
        assert split.overlooks("погода хорошая") is overlooked
        assert not split.overlooks("fine weather")
