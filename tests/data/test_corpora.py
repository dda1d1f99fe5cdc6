"""Every corpus whose files are in the mirror, set up whole."""

import json

import pytest

from sacreval.recipes import home
from sacreval.recipes.schema import Recipe

# Records, inputs, systems: from the descriptions of the corpora, not from our own output.
CORPORA = {
    "asset": {"records": (359 * 7, 359, 7)},
    "crows-pairs": {"records": (1508, 1508, 1)},
    "fabbri2020": {"records": (1600, 100, 16)},
    "gsm8k": {"records": (4 * 1319, 1319, 4)},
    "humaneval": {"records": (164, 164, 1), "samples": (6, 6, 1)},
    "mlqe-pe": {
        "en-de.dev": (1000, 1000, 1),
        "ro-en.dev": (1000, 1000, 1),
        "ro-en.test": (1000, 1000, 1),
        "et-en": (1000, 1000, 1),
    },
    "multeval": {
        "records": (9 * 2489, 2489, 9),
        "set1": (4 * 1357, 1357, 4),
        "set2": (1999, 1999, 1),
    },
    "pandalm": {"records": (999, 999, 10), "judges": (1998, 999, 2)},
    "qags": {"cnndm": (235, 235, 1), "xsum": (239, 239, 1)},
    "sfhot": {"records": (875, 875, 1)},
    "sfres": {"records": (1181, 1181, 1)},
    "stsb": {"en-dev": (1500, 1500, 1), "en-test": (1379, 1379, 1), "de-test": (1379, 1379, 1)},
    "topicalchat": {"records": (360, 60, 6)},
    "turkcorpus": {"records": (359 * 7, 359, 7)},
    "vasilyev2020": {
        "cnn-dailymail": (555, 300, 555),
        "dailynews": (300, 100, 300),
        "dailynews-aspects": (300, 100, 300),
    },
    "webnlg2017": {"en": (1862, 1862, 1), "ru": (33, 33, 1)},
    "wmt23": {"records": (557 * 14, 557, 14)},
    "wmt23-esa": {"records": (557 * 14, 557, 14)},
    "xquad": {
        "en": (5 * 1190, 1190, 5),
        "de": (1190, 1190, 1),
        "es": (1190, 1190, 1),
        "zh": (1190, 1190, 1),
    },
}

TARGETS = """
    fabbri2020 bhandari2020 vasilyev2020 newsroom rank19 dialsummeval opinsummeval qags frank
    xsumfaith begin topicalchat grade sfres sfhot bagel e2e-nlg webnlg2017 webnlg2020 wmt23
    wmt23-esa wmt-mqm-ted wmt-mqm-avg wmt21-da wmt22-da wmt20-metrics wmt19-darr mlqe-pe
    simpeval asset turkcorpus pandalm hanna xquad squad1.1 squad2.0 humaneval gsm8k mbpp mathqa
    crows-pairs bold stsb multeval duc2001 duc2002 duc2003 duc2004 duc2005 duc2006 duc2007
    tac2008 tac2009 tac2010 tac2011 multiling2011 multiling2013 multiling2015 multiling2017
    multiling2019 nytimes chaganty2018 kryscinski2019 multinews wcep
"""


@pytest.mark.parametrize("name", CORPORA)
def test_counts(corpora, lines, name):
    """Set up from the mirror, a corpus has the records, inputs and systems it is known to have."""
    folder = corpora(name)
    for stem, (records, inputs, systems) in CORPORA[name].items():
        rows = lines(folder / f"{stem}.jsonl")
        found = (
            len(rows),
            len({r["instance_id"] for r in rows}),
            len({r["system_id"] for r in rows}),
        )
        assert found == (records, inputs, systems), stem


@pytest.mark.parametrize("name", ["fabbri2020", "wmt23"])
def test_the_manifest_holds_what_was_done(corpora, name):
    """The manifest names licence and citation, and the hash of every file fetched and written."""
    manifest = json.loads((corpora(name) / "manifest.json").read_text())
    assert manifest["licence"]
    assert manifest["citation"]
    assert all(len(value) == 64 for value in manifest["fetched"].values())
    assert set(manifest["files"]) == {"records.jsonl", "scores.jsonl"}


@pytest.mark.parametrize("name", CORPORA)
def test_every_line_is_a_record(corpora, read, name):
    """What setup-dataset writes, the jsonl reader reads."""
    for path in corpora(name).glob("*.jsonl"):
        if not path.name.endswith("scores.jsonl"):
            assert read("jsonl", path)


def test_running_twice_is_free(corpora, mirror, sacreval):
    """A second run finds the folder whole and fetches nothing."""
    folder = corpora("qags")
    before = (folder / "cnndm.jsonl").stat().st_mtime_ns
    code, out, err = sacreval("setup-dataset", "qags", folder, "--mirror", mirror)
    assert (code, out) == (0, "")
    assert "is set up already" in err
    assert (folder / "cnndm.jsonl").stat().st_mtime_ns == before


def test_all_targets_have_a_recipe():
    """Every corpus that the plan names has a recipe."""
    assert set(TARGETS.split()) <= set(home.names(Recipe))


@pytest.mark.parametrize("name", home.names(Recipe))
def test_recipes_are_sound(name):
    """Every recipe reads, is called like its file, and says licence, citation and steps."""
    recipe = home.recipe(name, Recipe)
    assert recipe.name == name
    assert recipe.licence
    assert recipe.citation
    assert recipe.steps
    assert len({step.output for step in recipe.steps}) == len(recipe.steps)
