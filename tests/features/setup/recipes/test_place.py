"""Recipes: their places, files, steps that failed, and recipes that cannot be meant."""

import pytest

from sacreval.errors import InputError
from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.download import RefusedError, Transfer
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.features.setup.recipes.schema import MetricRecipe, Recipe, load
from support.body_server import QUICK
from support.own_recipe import GOOD


@pytest.fixture
def place_place(tmp_path):
    """Return a folder of fetched files, and one that the user provides as `own`."""
    for name in ("fetched/b.txt", "fetched/a.txt", "mine/sub/c.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return CorpusFiles(tmp_path / "fetched", {"own": tmp_path / "mine"})


def test_names(place_place, tmp_path):
    """A leading name of the user's files is replaced by their path."""
    assert place_place / "a.txt" == tmp_path / "fetched" / "a.txt"
    assert place_place / "own" == tmp_path / "mine"
    assert place_place / "own/sub/c.txt" == tmp_path / "mine" / "sub" / "c.txt"


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "own/../../x"])
def test_nothing_leads_out(place_place, path):
    """A path out of the folder is refused."""
    with pytest.raises(InputError, match="leads out"):
        place_place / path


def test_patterns(place_place):
    """Files are sorted, in the folder or among the user's; a pattern without any is an error."""
    assert [path.name for path in place_place.files("*.txt")] == ["a.txt", "b.txt"]
    assert [path.name for path in place_place.files("own/**/*.txt")] == ["c.txt"]
    assert [path.name for path in place_place.files("own")] == ["mine"]
    for pattern in ("*.json", "/*"):
        with pytest.raises(InputError):
            place_place.files(pattern)


TARGETS = """
    fabbri2020 bhandari2020 vasilyev2020 newsroom rank19 dialsummeval opinsummeval qags frank
    xsumfaith begin topicalchat grade sfres sfhot bagel e2e-nlg webnlg2017 webnlg2020 wmt23
    wmt23-esa wmt-mqm-ted wmt-mqm-avg wmt21-da wmt22-da wmt20-metrics wmt19-darr mlqe-pe
    simpeval asset turkcorpus pandalm hanna xquad squad1.1 squad2.0 humaneval gsm8k mbpp mathqa
    crows-pairs bold stsb multeval duc2001 duc2002 duc2003 duc2004 duc2005 duc2006 duc2007
    tac2008 tac2009 tac2010 tac2011 multiling2011 multiling2013 multiling2015 multiling2017
    multiling2019 nytimes chaganty2018 kryscinski2019 multinews wcep
"""


def test_all_targets_have_a_recipe():
    """Every corpus that the plan names has a recipe."""
    assert set(TARGETS.split()) <= set(place.names(Recipe))


@pytest.mark.parametrize("name", place.names(Recipe))
def test_recipes_are_sound(name):
    """Every recipe reads, is called like its file, and says licence, citation and steps."""
    recipe = place.recipe(name, Recipe)
    assert recipe.name == name
    assert recipe.licence
    assert recipe.citation
    assert recipe.steps
    assert len({step.output for step in recipe.steps}) == len(recipe.steps)


def test_a_refusal_has_its_status(server, tmp_path):
    """A status that is not retried is part of the error."""
    server.refuse = (403,)
    transfer = Transfer(url=server.url, size=None, advance=lambda _: None, patience=QUICK)
    with pytest.raises(RefusedError, match="the server answered 403") as caught:
        transfer.run(tmp_path / "x")
    assert caught.value.status == 403


# what a good recipe has, what stands there instead, and what the sentence says
CHANGES = {
    "a NUL in an input": ("box/x.jsonl", '"box/\\0"', "leads out of the folder"),
    "an absolute input": ("box/x.jsonl", "/etc/passwd", "leads out of the folder"),
    "an input above": ("box/x.jsonl", "box/../../x", "leads out of the folder"),
    "no pattern": ("box/x.jsonl", "box/**x", "not a valid file pattern"),
    "a file that the user must have elsewhere": (
        "{about: a box}", "{about: a box, files: [/etc/passwd]}", "leads out of the folder",
    ),
    "lists without end": ("mine", "[" * 20_000, "are nested too deeply"),
    "an address that is none": (
        "steps:", "sources: [{base: 'http://[/', files: {}}]\nsteps:", "IPv6",
    ),
    "a port that is none": (
        "steps:", "sources: [{base: 'http://a:x/', files: {}}]\nsteps:", "port",
    ),
    "fields that are none": (
        "inputs: [box/x.jsonl]", "inputs: [box/x.jsonl]\n    options: {fields: 5}", "fields: ",
    ),
    "fields that are no texts": (
        "inputs: [box/x.jsonl]", "inputs: [box/x.jsonl]\n    options: {fields: {meta: 5}}",
        "fields: ",
    ),
    "a reader's option": (
        "inputs: [box/x.jsonl]", "inputs: [box/x.jsonl]\n    options: {max_lin: 5}", "max_line",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_recipe(name, refused):
    """A recipe with one value that cannot be meant is refused."""
    old, new, fragment = CHANGES[name]
    refused(GOOD.replace(old, new), fragment)


BUILD = "build: member, input: a.zip, output: b, member: c"

BUILDS = {
    BUILD.replace("build: member", "build: other"): "invalid enum value 'other'",
    BUILD.replace(", member: c", ""): "`member` is needed by the build `member`",
    BUILD.replace("build: member", "build: paraphrases"): "and by no other",
    BUILD.replace("input: a.zip", "input: ../a.zip"): "leads out of the folder",
    BUILD.replace("output: b", "output: /b"): "leads out of the folder",
    BUILD.replace("output: b", "out: b"): "out",
}


@pytest.mark.parametrize("text", BUILDS)
def test_builds(text, tmp_path):
    """A build that cannot be meant is refused, and one that can is read."""
    start = "name: own\ntitle: t\nlicence: l\ncitation: c\nresource: r\nbuilds: "
    (tmp_path / "own.yaml").write_text(f"{start}[{{{BUILD}}}]")
    assert load(tmp_path / "own.yaml", MetricRecipe).builds[0].member == "c"
    (tmp_path / "own.yaml").write_text(f"{start}[{{{text}}}]")
    with pytest.raises(InputError, match=BUILDS[text]):
        load(tmp_path / "own.yaml", MetricRecipe)
