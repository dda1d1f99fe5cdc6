"""The verbs setup-dataset, setup-metric and convert."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from sacreval.errors import NotSetUpError
from sacreval.io.resources import RESOURCES, cache_folder, data_folder, resource
from support.mirror import CHECKOUT

pytestmark = pytest.mark.usefixtures("alone")


def test_list_and_show(sacreval):
    """--list has every corpus; --show has licence, size, citation, files and needs."""
    code, out, _ = sacreval("setup-dataset", "--list")
    assert code == 0
    assert "fabbri2020" in out
    assert "tac2011" in out
    code, out, _ = sacreval("setup-dataset", "--show", "fabbri2020")
    assert code == 0
    for part in ("licence:", "citation:", "4.7 MiB", "relevance.jsonl", "e05def5f78b1"):
        assert part in out
    code, out, _ = sacreval("setup-dataset", "--show", "duc2002")
    assert "you bring: --path data-root=PATH" in out
    assert "then:     sacreval correlate" in sacreval("setup-dataset", "--show", "fabbri2020")[1]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("begn", "'begin'"),
        ("summeval", "'fabbri2020'"),
        ("REALSumm", "'bhandari2020'"),
        ("squad", "'squad1.1' or 'squad2.0' or 'xquad'"),
        ("wmt2023", "'wmt23'"),
    ],
)
@pytest.mark.long
def test_names_that_are_no_recipes(sacreval, tmp_path, name, meant):
    """A name that is none gives the recipes of nearly that name, or whose title has it."""
    for words in (("setup-dataset", name, tmp_path / "out"), ("setup-dataset", "--show", name)):
        code, _, err = sacreval(*words)
        assert code == 2
        assert err == f"sacreval: error: There is no recipe '{name}'; did you mean {meant}?\n"
    assert "there are: asset, bagel" in sacreval("setup-dataset", "--show", "nothing-like")[2]


def test_dry_run(sacreval, mirror, tmp_path):
    """--dry-run says what would be fetched and written, and does nothing."""
    words = ("setup-dataset", "qags", tmp_path / "out", "--mirror", mirror, "--dry-run")
    code, out, err = sacreval(*words)
    assert code == 0
    assert "mturk_cnndm.jsonl" in out
    assert f"write {tmp_path / 'out' / 'xsum.jsonl'}" in out
    assert "licence:" in err
    assert list(tmp_path.glob("out*")) == []


def test_the_licence_comes_before_the_fetching(sacreval, tmp_path):
    """The licence is shown even where fetching then fails."""
    code, _, err = sacreval("setup-dataset", "qags", tmp_path / "out", "--offline")
    assert code == 2
    assert err.index("licence:") < err.index("--offline forbids")


def test_missing_arguments(sacreval):
    """A name or folder left out is one sentence."""
    assert sacreval("setup-dataset", "qags")[0] == 2
    code, _, err = sacreval("setup-metric", "--offline")
    assert code == 2
    assert "NAME is missing" in err


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


@pytest.mark.parametrize("name", RESOURCES)
def test_resources_that_are_not_here(monkeypatch, name):
    """What is missing names the command that fetches it."""
    import nltk.data

    monkeypatch.setattr(nltk.data, "path", [])
    monkeypatch.setattr(
        "sacreval.io.resources.RESOURCES", {k: _only_home(v) for k, v in RESOURCES.items()}
    )
    with pytest.raises(NotSetUpError, match=f"run: sacreval setup-metric {RESOURCES[name].recipe}"):
        resource(name)


def _only_home(wanted):
    return replace(wanted, elsewhere=())


# Of a path that begins with a blank, releases of platformdirs say different things.
@pytest.mark.parametrize("named", [None, "", " ", "/srv/elsewhere"])
def test_folders_are_those_of_the_platform(monkeypatch, named):
    """Data and caches lie where platformdirs says, though it is not always asked."""
    import platformdirs

    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
        if named is not None:
            monkeypatch.setenv(variable, named)
    monkeypatch.delenv("SACREVAL_HOME")
    monkeypatch.delenv("SACREVAL_CACHE_HOME", raising=False)
    assert data_folder() == Path(platformdirs.user_data_dir("sacreval", appauthor=False))
    assert cache_folder() == Path(platformdirs.user_cache_dir("sacreval", appauthor=False))


def test_wordnet_of_nltk_is_found(monkeypatch, tmp_path):
    """WordNet is found in NLTK's data, and SACREVAL_HOME goes first."""
    theirs = tmp_path / "nltk" / "corpora" / "wordnet"
    theirs.mkdir(parents=True)
    (theirs / "data.noun").write_text("")
    monkeypatch.setenv("NLTK_DATA", str(tmp_path / "nltk"))
    assert resource("wordnet") == theirs
    ours = tmp_path / "home" / "nltk_data" / "corpora" / "wordnet"
    ours.mkdir(parents=True)
    (ours / "data.noun").write_text("")
    assert resource("wordnet") == ours


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
    assert "smart_common_words.txt is not among what was fetched" in err
    assert [p for p in (tmp_path / "home").rglob("*") if p.is_file()] == []


def test_convert(sacreval, tmp_path):
    """Convert runs any reader alone, to a file or to standard output."""
    table = tmp_path / "sys1.tsv"
    table.write_text("prediction\treference_1\njust one\tonly one\n")
    code, out, err = sacreval("convert", table, "--reader", "table")
    assert code == 0, err
    assert json.loads(out) == {
        "instance_id": "2",
        "system_id": "sys1",
        "prediction": "just one",
        "references": ["only one"],
    }
    target = tmp_path / "records.jsonl"
    code, out, err = sacreval("convert", table, "--reader", "table", "-o", target)
    assert (code, out) == (0, "")
    assert "1 records" in err
    assert json.loads(target.read_text())["system_id"] == "sys1"
    code, _, err = sacreval("convert", table, "--reader", "table", "-o", target)
    assert code == 2
    assert "--force" in err


def test_convert_maps(sacreval, tmp_path):
    """--map reaches readers that find fields by expressions."""
    (tmp_path / "x.json").write_text('{"rows": [{"out": "a", "scores": {"q": 3}}]}')
    words = ("convert", tmp_path / "x.json", "--reader", 'json{"rows": "rows"}')
    code, out, err = sacreval(*words, "--map", "prediction=out", "--map", "judgments.q=scores.q")
    assert code == 0, err
    assert json.loads(out)["judgments"] == {"q": 3.0}


def test_convert_leaves_nothing_half(sacreval, tmp_path):
    """Where reading fails in the middle no file is left."""
    (tmp_path / "x.jsonl").write_text('{"prediction": "a"}\n{"predict": 1}\n')
    words = ("convert", tmp_path / "x.jsonl", "--reader", "jsonl", "-o", tmp_path / "out.jsonl")
    code, _, err = sacreval(*words)
    assert code == 2
    assert "x.jsonl:2" in err
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".jsonl"] == ["x.jsonl"]


def test_help_is_light():
    """`sacreval --help` imports neither network nor recipes nor readers."""
    code = (
        "import sys; from sacreval.cli.app import run; run(['--help']); "
        "names = {'urllib3', 'yaml', 'msgspec', 'numpy', 'nltk', 'sacreval.recipes'}; "
        "heavy = names & set(sys.modules); "
        "sys.exit(', '.join(heavy) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=os.environ
    )
    assert done.returncode == 0, done.stderr


def test_titles_cannot_steer_the_terminal(sacreval, tmp_path):
    """Control characters of a recipe are written out by --show, and its lines are not broken."""
    lines = (CHECKOUT / "datasets_setup" / "qags.yaml").read_text().splitlines()
    evil = '"A\\e[31mred\\u202e\\nlicence:  CC0"'
    lines = [f"title: {evil}" if line.startswith("title:") else line for line in lines]
    recipe = tmp_path / "evil.yaml"
    recipe.write_text("\n".join(lines))
    code, out, _ = sacreval("setup-dataset", "--show", str(recipe))
    assert code == 0
    assert out.splitlines()[0] == "qags: A\\x1b[31mred\\u202e licence:  CC0"
    assert "\x1b" not in out
