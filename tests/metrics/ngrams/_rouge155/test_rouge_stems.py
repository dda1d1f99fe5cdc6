"""The stems of ROUGE-1.5.5."""

import pytest

from sacreval.errors import NotSetUpError
from sacreval.metrics.ngrams._rouge155.rouge_stems import exceptions, porter, stem
from sacreval.text.word_lists import stop_words
from support import rouge155


@pytest.mark.parametrize(
    ("word", "want"),
    [
        ("documents", "docum"),
        ("element", "elem"),
        ("agreement", "agreem"),
        ("governmental", "govern"),
        ("commissioner", "commiss"),
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("agreed", "agre"),
        ("plastered", "plaster"),
        ("motoring", "motor"),
        ("hopping", "hop"),
        ("falling", "fall"),
        ("filing", "file"),
        ("happy", "happi"),
        ("relational", "relat"),
        ("possibly", "possibl"),
        ("apologies", "apolog"),
        ("yellowing", "yellow"),
        ("controll", "control"),
        ("3rds", "3rd"),
    ],
)
def test_porter(word, want):
    """Porter's rules, with bli and logi, and three lists of suffixes in turn in step 4."""
    assert porter(word) == want


def test_short_words():
    """Words of up to three letters are neither looked up nor stemmed."""
    assert stem("ran", {"ran": "run"}) == "ran"
    assert stem("geese", {"geese": "goose"}) == "goose"
    assert stem("cats", {}) == "cat"


def test_of_the_script(tmp_path):
    """All 7,024 stems that the script gave; its database has 5,930 forms, and 596 stop words."""
    folder = rouge155.data_folder(tmp_path)
    irregular = exceptions(folder)
    assert len(irregular) == 5930
    assert len(stop_words(folder, "rouge-1.5.5")) == 596
    expected = rouge155.collection()["stems"]["map"]
    assert len(expected) == 7024
    assert {word: stem(word, irregular) for word in expected} == expected


def test_conflicts(tmp_path):
    """Where lists disagree, adverbs win over adjectives, and verbs over all."""
    folder = tmp_path / "WordNet-2.0-Exceptions"
    folder.mkdir()
    lists = {"adj": "better good", "noun": "x y", "adv": "better well best", "verb": "x z"}
    for name, line in lists.items():
        (folder / f"{name}.exc").write_text(f"{line}\nalone\n")
    assert exceptions(tmp_path) == {"better": "well", "x": "z"}


def test_a_missing_list_names_the_command_that_fetches_it(tmp_path):
    """Where a list is missing, the error names it and the command that fetches it again."""
    with pytest.raises(NotSetUpError, match=r"No such file.*setup-metric rouge-1\.5\.5 --force"):
        exceptions(tmp_path)
