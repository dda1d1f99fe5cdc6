"""sacrebleu's tokenizers by name."""

import pytest

from sacreval.errors import NotSetUpError
from sacreval.text.tokenizers import check, load, tokenization, tokenized


@pytest.mark.parametrize(
    ("name", "tokens"),
    [
        ("13a", ["hi", ",", "中文", "3.5", "!"]),
        ("none", ["hi,", "中文", "3.5!"]),
        ("zh", ["hi", ",", "中", "文", "3.5", "!"]),
        ("char", list("hi,中文3.5!")),
    ],
)
def test_tokens(name, tokens):
    """Each splits in its way, after lowercasing, and blanks at the end do not count."""
    assert tokenized("Hi, 中文 3.5! ", name, lowercase=True) == tokens


@pytest.mark.parametrize("name", ["spm", "flores200"])
def test_a_model_is_never_fetched(name, tmp_path, monkeypatch):
    """A tokenizer whose model is missing is refused with its name and the file's address."""
    monkeypatch.setattr("sacrebleu.utils.SACREBLEU_DIR", str(tmp_path))
    monkeypatch.setattr("sacrebleu.tokenizers.tokenizer_spm.SACREBLEU_DIR", str(tmp_path))
    load.cache_clear()
    with pytest.raises(NotSetUpError, match=f"'{name}'.*https?://"):
        check(name)
    assert not list(tmp_path.iterdir())


def test_how_a_metric_splits():
    """What a metric says of its tokens is what the tokenizer does, or close to it."""
    assert list(tokenization("char").split("ab")) == ["a", "b"]
    assert tokenization("zh").split("中文") == ["中", "文"]
    assert tokenization("13a").split("a b") == ["a", "b"]
