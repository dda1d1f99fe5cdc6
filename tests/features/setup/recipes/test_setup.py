"""Steps of a recipe stand for themselves: what is finished is kept, what failed is named."""

import json

import pytest

from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.setup import Job
from sacreval.features.setup.setup_shared import read_with
from support import recipes
from support.two_steps import BAD, GOOD


def test_a_second_run_makes_what_is_missing(two):
    """The same command again neither makes nor fetches what is finished."""
    *_, folder = two(BAD)
    before = (folder / "one.jsonl").stat().st_mtime_ns
    code, _, err, _ = two(BAD, served=("two.jsonl",))
    assert code == 2
    assert "one.jsonl kept" in err
    assert (folder / "one.jsonl").stat().st_mtime_ns == before


def test_what_was_lost_is_made_again(two):
    """Of a finished folder only the step whose file was removed is made and fetched again."""
    code, _, _, folder = two(GOOD * 2)
    assert code == 0
    whole = json.loads((folder / "manifest.json").read_text())
    for lost, stays in (("one.scores.jsonl", "two.jsonl"), ("two.jsonl", "one.jsonl")):
        before = (folder / stays).stat().st_mtime_ns
        (folder / lost).unlink()
        wanted = f"{lost.split('.')[0]}.jsonl"
        code, out, err, _ = two(GOOD * 2, served=(wanted,))
        assert code == 0, err
        assert f"{wanted}:" in out
        assert f"{stays}:" not in out
        assert (folder / stays).stat().st_mtime_ns == before
        assert json.loads((folder / "manifest.json").read_text()) == whole
    assert "set up already" in two(GOOD * 2)[2]


def test_what_was_changed_is_not_replaced(two):
    """A file that somebody changed is replaced only with --force."""
    *_, folder = two(GOOD * 2)
    (folder / "one.jsonl").write_text("mine\n")
    code, _, err, _ = two(GOOD * 2)
    assert code == 2
    assert "not empty" in err
    assert (folder / "one.jsonl").read_text() == "mine\n"
    assert two(GOOD * 2, "--force")[0] == 0
    assert (folder / "one.jsonl").read_text() != "mine\n"


def test_a_file_of_ones_own_is_not_replaced(two):
    """A step that failed does not claim its name: a file there is replaced only with --force."""
    *_, folder = two(BAD)
    (folder / "two.jsonl").write_text("mine\n")
    code, _, err, _ = two(BAD)
    assert code == 2
    assert "not empty" in err
    assert (folder / "two.jsonl").read_text() == "mine\n"


def test_notes_are_not_what_a_recipe_does(two, tmp_path, sacreval):
    """A recipe whose notes alone changed is not set up anew."""
    *_, folder = two(GOOD * 2)
    path = tmp_path / "two.yaml"
    path.write_text(path.read_text().replace("title: two tables", "title: Two\nnotes: new"))
    words = ("setup-dataset", path, folder, "--mirror", tmp_path / "mirror")
    assert "set up already" in sacreval(*words)[2]


def _several():
    return [n for n in recipes.names() if len(recipes.ready(n).recipe.steps) > 1]


@pytest.mark.long
@pytest.mark.parametrize("name", _several())
def test_a_step_alone_needs_no_more(corpora, tmp_path, mirror, name):
    """With the files that it names, a step alone writes what the whole recipe writes."""
    found = recipes.ready(name)
    for i, step in enumerate(found.recipe.steps):
        alone = recipes.cut(found.recipe, [step])
        fetcher = Fetcher(mirror=str(mirror), offline=True, allow_unpinned=True)
        out = tmp_path / str(i)
        Job(recipe=alone, out=out, fetcher=fetcher, read=read_with, brought={}).run()
        assert (out / step.output).read_bytes() == (corpora(name) / step.output).read_bytes()
