"""Texts of Python files are read from their syntax; nothing is run."""

import pytest

from sacreval.errors import InputError
from sacreval.features.setup.recipes.paper_judges import text_at, texts_at

SOURCE = '''
import nothing_of_that_name
raise SystemExit(9)

prompts = {
    "A": {"prompt": "Score {x}:\\n", "check": lambda x: 1 / 0},
    "B": ["one", f"two", f"{prompts}"],
    3: "three",
}
shot = {"source": "s", "target": "t"}

def few(shots):
    open("written", "w")
    template = """a
{x}"""
    parts = [{"role": "system", "content": f"You judge."}]
    return parts
'''


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("prompts/A/prompt", "Score {x}:\n"),
        ("prompts/B/0", "one"),
        ("prompts/B/1", "two"),
        ("few/template", "a\n{x}"),
        ("few/parts/0/content", "You judge."),
    ],
)
def test_texts_are_found_by_names_keys_and_indices(place, text, tmp_path, monkeypatch):
    """A constant is read although the file could not be run."""
    monkeypatch.chdir(tmp_path)
    assert text_at(SOURCE, place) == text
    assert list(tmp_path.iterdir()) == []


def test_a_dictionary_of_texts():
    """All texts of a dictionary are read."""
    assert texts_at(SOURCE, "shot") == {"source": "s", "target": "t"}


@pytest.mark.parametrize(
    "place",
    ["prompts/C", "prompts/A/check", "prompts/B/2", "prompts/B/9", "few", "none", "", "shot"],
)
def test_what_is_no_text_is_refused(place):
    """Computed values, other nodes and unknown names are errors that name the place."""
    with pytest.raises(InputError, match="check the recipe"):
        text_at(SOURCE, place)


def test_what_is_no_dictionary_of_texts_is_refused():
    """Values for a prompt are a dictionary."""
    for place in ("prompts", "few/template"):
        with pytest.raises(InputError, match="check the recipe"):
            texts_at(SOURCE, place)


@pytest.mark.parametrize("source", ["def", "(" * 5000, "x = \0"])
def test_what_is_no_python_is_refused(source):
    """A file that cannot be parsed is an error."""
    with pytest.raises(InputError, match="not Python"):
        text_at(source, "x")
