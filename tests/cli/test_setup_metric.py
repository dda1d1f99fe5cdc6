"""setup-metric: what metrics need."""

import pytest

from sacreval.io.resources import resource

pytestmark = pytest.mark.usefixtures("alone")


@pytest.mark.parametrize(
    "name", ["punkt-english", "meteor-1.5", "bertscore-baselines", "rouge-1.5.5"]
)
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
    """What was fetched is what the descriptions say: WordNet's words, abbreviations, stop words."""
    for name in ("punkt-english", "meteor-1.5", "bertscore-baselines", "rouge-1.5.5"):
        sacreval("setup-metric", name, "--mirror", mirror)
    synsets = (resource("meteor-1.5") / "synonym/english.synsets").read_text("utf-8")
    assert len(synsets.splitlines()) == 2 * 147306
    assert (resource("meteor-1.5") / "function/dutch.words").read_bytes() == b""
    abbreviations = (resource("punkt") / "english/abbrev_types.txt").read_text("utf-8").split("\n")
    assert len(abbreviations) == 156
    assert ". . " in abbreviations
    table = (resource("bertscore-baselines") / "en/roberta-large.tsv").read_text()
    assert table.startswith("LAYER,P,R,F")
    assert (resource("rouge-1.5.5") / "WordNet-2.0-Exceptions/noun.exc").stat().st_size == 38063


def test_a_metric_recipe_without_its_proof(sacreval, tmp_path):
    """A resource that lacks its main file is not installed."""
    import hashlib

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

    from sacreval.io.official_programs import registered

    script = tmp_path / "ROUGE-1.5.5.pl"
    script.write_text("print 1;")
    checksum = hashlib.sha256(script.read_bytes()).hexdigest()
    words = ("setup-metric", "rouge-1.5.5", "--mirror", mirror, "--official", tmp_path)
    code, _, err = sacreval(*words)
    assert code == 2
    assert "is an unknown program, not the ROUGE-1.5.5.pl that sacreval was compared with" in err
    assert f"if you trust it, add --sha256 {checksum}" in err
    assert not (tmp_path / "home").exists()
    code, _, err = sacreval(*words, "--sha256", checksum, "--dry-run")
    assert code == 0
    assert registered("rouge-1.5.5") is None
    code, _, err = sacreval(*words, "--sha256", checksum)
    assert code == 0, err
    assert f"--engine official runs {script}" in err
    assert registered("rouge-1.5.5") == script
    assert resource("rouge-1.5.5").is_dir()


def test_official_without_program(sacreval, tmp_path):
    """--sha256 without --official, and --official of a metric without a program, are errors."""
    code, _, err = sacreval("setup-metric", "rouge-1.5.5", "--sha256", "0")
    assert (code, "--sha256 is of the program that --official names" in err) == (2, True)
    code, _, err = sacreval("setup-metric", "meteor", "--official", tmp_path)
    assert (code, "has no program; give it for" in err) == (2, True)
