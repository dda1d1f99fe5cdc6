"""setup-metric: what metrics need."""

import hashlib
import json

import pytest

from sacreval.io.resources import resource
from sacreval.metrics.ngrams._meteor15.matchers import lookup_stemmer
from sacreval.metrics.ngrams._meteor15.paraphrase_table import ParaphraseTable, find_table
from support import missing
from support.meteor_home import packed

pytestmark = pytest.mark.usefixtures("alone")


@pytest.mark.parametrize("name", ["punkt-english", "bertscore-baselines", "rouge-1.5.5"])
def test_what_metrics_need(sacreval, mirror, tmp_path, name):
    """Resources are fetched whole into SACREVAL_HOME, and a second time for free."""
    code, out, err = sacreval("setup-metric", name, "--mirror", mirror)
    assert code == 0, err
    assert out.startswith(str(tmp_path / "home"))
    code, out, err = sacreval("setup-metric", name, "--mirror", mirror)
    assert (code, out) == (0, "")
    assert "set up already" in err
    code, out, _ = sacreval("setup-metric", "--list")
    assert str(tmp_path / "home") in out


def test_resources_are_whole(sacreval, mirror):
    """What was fetched is what the descriptions say: abbreviations, baselines, exceptions."""
    for name in ("punkt-english", "bertscore-baselines", "rouge-1.5.5"):
        sacreval("setup-metric", name, "--mirror", mirror)
    abbreviations = (resource("punkt") / "english/abbrev_types.txt").read_text("utf-8").split("\n")
    assert len(abbreviations) == 156
    assert ". . " in abbreviations
    table = (resource("bertscore-baselines") / "en/roberta-large.tsv").read_text()
    assert table.startswith("LAYER,P,R,F")
    assert (resource("rouge-1.5.5") / "WordNet-2.0-Exceptions/noun.exc").stat().st_size == 38063


@pytest.mark.long
def test_meteor(sacreval, mirror):
    """All of METEOR 1.5 is fetched, and the English paraphrases become a table."""
    code, _, err = sacreval("setup-metric", "meteor-1.5", "--mirror", mirror)
    if "pip cannot download it" in err:
        missing.say("setup-metric meteor-1.5: pip cannot download pycocoevalcap")
        pytest.skip("pip has no such package")
    assert code == 0, err
    folder = resource("meteor-1.5")
    synsets = (folder / "synonym/english.synsets").read_text("utf-8")
    assert len(synsets.splitlines()) == 2 * 147306
    assert (folder / "function/dutch.words").read_bytes() == b""
    stem = lookup_stemmer(folder / "stem/arabic-buckwalter-reduced.gz")
    assert [stem("$AHn"), stem("ktAb")] == ["$AHin", "kitAb"]
    table = ParaphraseTable(find_table("en"))
    table.check()
    assert table.header[:5] == (7, 43139, 342435, 3328315, 5274084)
    assert table(["in", "order", "to"]) == [("with", "a", "view", "to")]


@pytest.fixture
def meteor(tmp_path, zipped):
    """Write a recipe of meteor-1.5 with one paraphrase, and return it with its mirror."""
    packed(tmp_path / "x.gz", [("red", "blue")])
    data = zipped({"data/x.gz": (tmp_path / "x.gz").read_bytes()})
    place = tmp_path / "mirror" / "example.org" / "x.whl"
    place.parent.mkdir(parents=True)
    place.write_bytes(data)
    recipe = {
        **dict.fromkeys(("title", "licence", "citation"), "t"),
        "name": "own",
        "resource": "meteor-1.5",
        "take": "out",
        "sources": [
            {
                "base": "https://example.org/",
                "files": {"x.whl": {"sha256": hashlib.sha256(data).hexdigest()}},
            }
        ],
        "builds": [
            {"build": "member", "input": "x.whl", "member": "data/x.gz", "output": "x.gz"},
            {"build": "paraphrases", "input": "x.gz", "output": "out/paraphrases-en.table"},
        ],
    }
    (tmp_path / "own.yaml").write_text(json.dumps(recipe))
    return tmp_path / "own.yaml", "--mirror", tmp_path / "mirror"


def test_ones_own_paraphrases(sacreval, meteor, tmp_path):
    """--paraphrases builds tables beside what is fetched, again if that is set up already."""
    german, french = (packed(tmp_path / f"{k}.gz", [("rot", k)] * 2) for k in ("blau", "grün"))
    code, out, err = sacreval("setup-metric", *meteor, "--paraphrases", f"de={german}")
    assert code == 0, err
    assert out == f"{resource('meteor-1.5')}\n"
    assert "paraphrases-de.table has 2 paraphrases" in err
    assert "files are built from what is fetched, which may take a minute" in err
    assert ParaphraseTable(find_table("en"))(["red"]) == [("blue",)]
    code, out, err = sacreval("setup-metric", *meteor, "--paraphrases", f"fr={french}")
    assert (code, out) == (0, "")
    assert "which may take a minute" not in err
    assert ParaphraseTable(find_table("fr"))(["rot"]) == [("grün",)] * 2
    sacreval("setup-metric", *meteor, "--force")
    assert ParaphraseTable(find_table("de"))(["rot"]) == [("blau",)] * 2


def test_dry_run_lists_builds(sacreval, meteor, tmp_path):
    """A dry run lists what would be built, and writes nothing."""
    words = ("--dry-run", "--paraphrases", "de=x.gz")
    _, out, _ = sacreval("setup-metric", *meteor, *words)
    assert "build x.gz from data/x.gz\nbuild out/paraphrases-en.table from x.gz\n" in out
    assert out.endswith("paraphrases-de.table\n")
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        (["de"], "--paraphrases de: write LANGUAGE=FILE.gz with one of en, cs, de, es, fr, ru"),
        (["nl=x.gz"], "--paraphrases nl=x.gz: write LANGUAGE=FILE.gz"),
        (["de=x", "de=y"], "--paraphrases de=y: de is repeated; give it once"),
        (["de=/no.gz"], "/no.gz: cannot be read (No such file or directory); check the path"),
    ],
)
def test_wrong_paraphrases(sacreval, meteor, entries, sentence):
    """Entries that cannot be meant are refused in one sentence."""
    words = [word for entry in entries for word in ("--paraphrases", entry)]
    code, _, err = sacreval("setup-metric", *meteor, *words)
    assert code == 2
    assert sentence in err.splitlines()[-1]


def test_paraphrases_of_another_metric(sacreval):
    """A metric without paraphrases refuses them before anything is fetched."""
    code, _, err = sacreval("setup-metric", "punkt-english", "--paraphrases", "de=x.gz")
    assert code == 2
    assert err == "sacreval: error: --paraphrases: punkt-english has no paraphrases; drop it\n"


def test_a_metric_recipe_without_its_proof(sacreval, tmp_path):
    """A resource that lacks its main file is not installed."""
    place = tmp_path / "mirror" / "example.org" / "x.txt"
    place.parent.mkdir(parents=True)
    place.write_text("x")
    sha = hashlib.sha256(b"x").hexdigest()
    (tmp_path / "own.yaml").write_text(
        "name: own\ntitle: t\nlicence: l\ncitation: c\nresource: rouge-1.5.5\n"
        f"sources: [{{base: 'https://example.org/', files: {{x.txt: {{sha256: {sha}}}}}}}]\n"
    )
    code, _, err = sacreval("setup-metric", tmp_path / "own.yaml", "--mirror", tmp_path / "mirror")
    assert code == 2
    assert "smart_common_words.txt is not among the fetched files" in err
    assert [p for p in (tmp_path / "home").rglob("*") if p.is_file()] == []


def test_official_programs(sacreval, mirror, tmp_path):
    """--official stores where the user's program is, if it is a known one or confirmed."""
    import hashlib

    from sacreval.io.programs.official_programs import registered_program

    script = tmp_path / "ROUGE-1.5.5.pl"
    script.write_text("print 1;")
    checksum = hashlib.sha256(script.read_bytes()).hexdigest()
    words = ("setup-metric", "rouge-1.5.5", "--mirror", mirror, "--official", tmp_path)
    code, _, err = sacreval(*words)
    assert code == 2
    assert "is an unknown program, not the ROUGE-1.5.5.pl that sacreval was compared with" in err
    assert f"if you trust it, add --sha256 {checksum}" in err
    assert not (tmp_path / "home").exists()
    code, out, err = sacreval(*words, "--sha256", checksum, "--dry-run")
    assert code == 0
    assert f"record {script} as the program of --engine official\n" in out
    assert "runs" not in err
    assert registered_program("rouge-1.5.5") is None
    code, _, err = sacreval(*words, "--sha256", checksum)
    assert code == 0, err
    assert f"--engine official runs {script}" in err
    assert registered_program("rouge-1.5.5") == script
    assert resource("rouge-1.5.5").is_dir()


def test_official_without_program(sacreval, tmp_path):
    """--sha256 without --official, and --official of a metric without a program, are errors."""
    code, _, err = sacreval("setup-metric", "rouge-1.5.5", "--sha256", "0")
    assert (code, "--sha256 is of the program that --official names" in err) == (2, True)
    code, _, err = sacreval("setup-metric", "meteor", "--official", tmp_path)
    assert (code, "has no program; give it for" in err) == (2, True)
