"""Every corpus whose files are in the mirror, set up whole."""

import json

import pytest

from support import recipes

# Records, inputs, systems: from the descriptions of the corpora, not from our own output.
CORPORA = {
    "asset": {"records": (359 * 7, 359, 7)},
    "bagel": {"records": (404, 404, 1)},
    "begin": {
        "wow-test": (3607, 3607, 4),
        "wow-dev": (430, 430, 4),
        "tc-dev": (383, 383, 4),
        "cmu-dev": (416, 416, 4),
    },
    "bhandari2020": {"records": (100 * 24, 100, 24)},
    "bold": {"records": (23679, 23679, 1)},
    "crows-pairs": {"records": (1508, 1508, 1)},
    "dialsummeval": {"records": (100 * 14, 100, 14)},
    "e2e-nlg": {"records": (630 * 21, 630, 21)},
    "fabbri2020": {"records": (1600, 100, 16)},
    "frank": {"records": (2246, 499, 9)},
    # 554 contexts, six of which a model answered twice in a data set.
    "grade": {"records": (1200, 560, 4)},
    "gsm8k": {"records": (4 * 1319, 1319, 4)},
    "hanna": {"records": (96 * 11, 96, 11)},
    "humaneval": {"records": (164, 164, 1), "samples": (6, 6, 1)},
    "mathqa": {"records": (1883, 1883, 1), "samples": (1883, 1883, 1)},
    "mbpp": {"records": (974, 974, 1), "samples": (974, 974, 1)},
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
    "newsroom": {"records": (60 * 7, 60, 7)},
    "opinsummeval": {"records": (100 * 14, 100, 14)},
    "pandalm": {"records": (999, 999, 10), "judges": (1998, 999, 2)},
    "qags": {"cnndm": (235, 235, 1), "xsum": (239, 239, 1)},
    "rank19": {"records": (2 * 373, 373, 2)},
    "sfhot": {"records": (875, 875, 1)},
    "sfres": {"records": (1181, 1181, 1)},
    "simpeval": {"past": (2400, 100, 24), "2022": (360, 60, 6), "simplicity-da": (600, 302, 6)},
    "stsb": {"en-dev": (1500, 1500, 1), "en-test": (1379, 1379, 1), "de-test": (1379, 1379, 1)},
    "topicalchat": {"records": (360, 60, 6)},
    "turkcorpus": {"records": (359 * 7, 359, 7)},
    "vasilyev2020": {
        "cnn-dailymail": (555, 300, 555),
        "dailynews": (300, 100, 300),
        "dailynews-aspects": (300, 100, 300),
    },
    "webnlg2017": {"en": (1862, 1862, 1), "ru": (33, 33, 1)},
    "webnlg2020": {"en": (178 * 17 - 1, 178, 17), "ru": (110 * 8, 110, 8)},
    "webnlg2020-texts": {"en": (178 * 17, 178, 17)},
    "wmt-mqm-avg": {
        "newstest2020.en-de": (1418 * 10, 1418, 10),
        "newstest2020.zh-en": (2000 * 10, 2000, 10),
        "newstest2021.en-de": (1002 * 17, 1002, 17),
        "newstest2021.zh-en": (1948 * 15, 1948, 15),
    },
    "wmt-mqm-ted": {"en-de": (529 * 14, 529, 14), "zh-en": (529 * 15, 529, 15)},
    "wmt19-darr": {"records": (2 * 9728, 9728, 7)},
    "wmt20-metrics": {"records": (225, 18, 214)},
    "wmt21-da": {"outputs": (10000, 1000, 10), "judgments": (8903, 1000, 10)},
    "wmt22-da": {"records": (16470, 2018, 9)},
    "wmt23": {"records": (557 * 14, 557, 14)},
    "wmt23-esa": {
        "records": (557 * 14, 557, 14),
        "esa": (207 * 13, 207, 13),
        "mqm": (207 * 13, 207, 13),
    },
    "wmt23-he-en": {"he-en": (1910 * 14, 1910, 14)},
    "wmt23-zh-en": {"zh-en": (1976 * 17, 1976, 17)},
    "xquad": {
        "en": (5 * 1190, 1190, 5),
        "de": (1190, 1190, 1),
        "es": (1190, 1190, 1),
        "zh": (1190, 1190, 1),
    },
    "xsumfaith": {"records": (500 * 5, 500, 5)},
}
SLOW = {"wmt23-he-en", "wmt23-zh-en"}  # half a minute to write and to read again


def _every():
    return [pytest.param(n, marks=pytest.mark.long) if n in SLOW else n for n in CORPORA]


@pytest.mark.parametrize("name", _every())
def test_counts(corpora, lines, name):
    """Set up from the mirror, a corpus has the records, inputs and systems it is known to have."""
    folder = corpora(name)
    there = {step.output for step in recipes.ready(name).recipe.steps}
    for stem, (records, inputs, systems) in CORPORA[name].items():
        if f"{stem}.jsonl" not in there:
            continue  # the mirror lacks its files
        rows = lines(folder / f"{stem}.jsonl")
        counts = (
            len(rows),
            len({r["instance_id"] for r in rows}),
            len({r["system_id"] for r in rows}),
        )
        assert counts == (records, inputs, systems), stem


@pytest.mark.parametrize("name", ["fabbri2020", "wmt23"])
def test_the_manifest_holds_what_was_done(corpora, name):
    """The manifest names licence and citation, and the hash of every file fetched and written."""
    manifest = json.loads((corpora(name) / "manifest.json").read_text())
    assert manifest["licence"]
    assert manifest["citation"]
    assert all(len(value) == 64 for value in manifest["fetched"].values())
    assert set(manifest["files"]) == {"records.jsonl", "scores.jsonl"}


@pytest.mark.parametrize("name", _every())
def test_every_line_is_a_record(corpora, read, name):
    """What setup-dataset writes, the jsonl reader reads."""
    paths = {path.name: path for path in corpora(name).glob("*.jsonl")}
    wanted = {step.output for step in recipes.ready(name).recipe.steps if not step.optional}
    assert wanted
    assert wanted <= set(paths)
    for file, path in paths.items():
        if not file.endswith("scores.jsonl"):
            assert read("jsonl", path)


def test_running_twice_is_free(corpora, mirror, sacreval):
    """A second run finds the folder whole and fetches nothing."""
    folder = corpora("qags")
    before = (folder / "cnndm.jsonl").stat().st_mtime_ns
    code, out, err = sacreval("setup-dataset", "qags", folder, "--mirror", mirror)
    assert (code, out) == (0, "")
    assert "is set up already" in err
    assert (folder / "cnndm.jsonl").stat().st_mtime_ns == before
