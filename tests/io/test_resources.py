"""Resources: what needs them finds them; NLTK's sentences and WordNet, suites, notices."""

import json
import re
from pathlib import Path

import nltk
import pytest
from msgspec.structs import replace

from sacreval.commands.app import run
from sacreval.core.metric import metrics
from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.io import resources
from sacreval.io.notice_file import NoticeLine, append, check
from sacreval.io.resources import (
    RESOURCES,
    cache_folder,
    data_folder,
    nltk_reader,
    resource,
    shipped,
)
from support import missing, tiny_punkt
from support.mirror import CHECKOUT
from support.program import spawn, write_jsonl

pytestmark = pytest.mark.usefixtures("alone")


PAIR = {"prediction": "Ada and Bo met Zork. Cy left", "references": ["Cy left Ada and Bo met Zork"]}
LSUM = ("evaluate", "rouge", "pair.jsonl", "--types", "Lsum", "--split-summaries", "--format")
TEXT = "Mr. Fox sat on 3.5 mats. A dog\nbarked! Nothing"
GATE_LINE = NoticeLine(verb="evaluate bleu", kind="gate", text="bleu is low", system="a")


@pytest.fixture
def somewhere(tmp_path, monkeypatch):
    """Give a folder where no punkt can be found, and the data folder in it."""
    write_jsonl(tmp_path / "pair.jsonl", [PAIR])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    monkeypatch.delenv("NLTK_DATA", raising=False)
    return tmp_path


def set_up_punkt(folder, abbreviations):
    """Write a punkt of our own, where `setup-metric` puts the official one."""
    english = folder / "home" / "nltk_data" / "tokenizers" / "punkt_tab" / "english"
    english.mkdir(parents=True)
    for name in ("collocations.tab", "ortho_context.tab", "sent_starters.txt"):
        (english / name).write_text("", encoding="utf-8")
    (english / "abbrev_types.txt").write_text(abbreviations, encoding="utf-8")


@pytest.mark.parametrize(("abbreviations", "f1"), [("zork\n", 5 / 7), ("", 1.0)])
@pytest.mark.long
def test_rouge_splits_summaries_by_what_was_set_up(somewhere, abbreviations, f1):
    """The punkt of SACREVAL_HOME decides where sentences end.

    Where `zork` is an abbreviation there is one sentence, of which 5 of 7 words are in order.
    """
    set_up_punkt(somewhere, abbreviations)
    done = spawn(*LSUM, "json", cwd=somewhere)
    assert done.code == 0, done.err
    scores = {result["output"]: result["value"] for result in json.loads(done.out)["results"]}
    assert scores["rougeLsum_f1"] == pytest.approx(f1)


def test_rouge_without_punkt_names_the_command(somewhere, capsys):
    """What is missing is told before any text is read, with the command that sets it up."""
    (somewhere / "pair.jsonl").unlink()
    assert run([*LSUM, "json"]) == 2
    assert "run: sacreval setup-metric punkt\n" in capsys.readouterr().err


def test_without_lsum_punkt_is_not_needed(somewhere, capsys):
    """Sentences matter to Lsum alone."""
    assert run(["evaluate", "rouge", str(somewhere / "pair.jsonl"), "--split-summaries"]) == 0
    assert "ROUGE-1 F1" in capsys.readouterr().out


def asks_for(name):
    """List the metrics whose own file asks for a resource."""
    if RESOURCES[name].place == f"judges/{name}":  # found by the names of judge files
        return {"judge"}
    folder = CHECKOUT / "sacreval" / "metrics"
    asked = {"meteor-1.5": "find_table("}.get(name, f'resource("{name}")')
    paths = {path: path.relative_to(folder).parts for path in folder.rglob("*.py")}
    files = [path for path, parts in paths.items() if not any(x[0] == "_" for x in parts)]
    texts = {path.stem: path.read_text(encoding="utf-8") for path in files}
    through = ("neural._sentences import", "neural._summac import") if name == "punkt" else ()
    stems = {stem for stem, text in texts.items() if any(x in text for x in (asked, *through))}
    return {re.sub(r"(?<=\d)_(?=\d)", ".", stem) for stem in stems}


@pytest.mark.parametrize("name", RESOURCES)
def test_a_resource_says_what_needs_it(name):
    """`needed by` names exactly the metrics that ask for it, with options that they have."""
    words = [use.split() for use in RESOURCES[name].needed_by]
    assert {first.replace("-", "_") for first, *_ in words} == asks_for(name)
    for first, *options in words:
        for option in options:
            assert hasattr(metrics.get(first), option.removeprefix("--").replace("-", "_"))


def test_the_list_says_what_needs_a_resource(capsys):
    """`setup-metric --list` and `--show` say of each what needs it, or that nothing does yet."""
    from sacreval.features.setup.recipes import place
    from sacreval.features.setup.recipes.schema import MetricRecipe

    assert run(["setup-metric", "--list"]) == 0
    rows = capsys.readouterr().out.splitlines()
    for name in place.names(MetricRecipe):
        use = RESOURCES[place.recipe(name, MetricRecipe).resource].use
        [start] = [i for i, row in enumerate(rows) if row.startswith(f"{name} ")]
        end = next((i for i in range(start + 1, len(rows)) if rows[i][:1] != " "), len(rows))
        assert use in " ".join(" ".join(rows[start:end]).split())
        assert run(["setup-metric", "--show", name]) == 0
        assert f"needed by: {use}\n" in capsys.readouterr().out
    assert RESOURCES["bertscore-baselines"].use == "bertscore --rescale"
    unused = replace(RESOURCES["simetrix"], needed_by=())
    assert unused.use == "no metric of this version"
    assert RESOURCES["meteor-1.5"].use == "meteor-1.5"
    assert "rouge-1.5.5 --stemmer" in RESOURCES["rouge-1.5.5"].use


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


def test_sentences_are_those_of_nltk(monkeypatch, tmp_path):
    """They equal `nltk.sent_tokenize` with the same parameters."""
    tiny_punkt.set_up(monkeypatch, tmp_path)
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path / "nltk_data")])
    from nltk.tokenize import _get_punkt_tokenizer

    _get_punkt_tokenizer.cache_clear()
    expected = nltk.sent_tokenize(TEXT)
    _get_punkt_tokenizer.cache_clear()
    assert resources.sentences(TEXT) == expected
    assert expected == ["Mr. Fox sat on 3.5 mats.", "A dog\nbarked!", "Nothing"]


def test_without_punkt(monkeypatch, tmp_path):
    """Without punkt the command that fetches it is named."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    monkeypatch.setenv("NLTK_DATA", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(NotSetUpError, match="run: sacreval setup-metric punkt"):
        resources.sentences(TEXT)


def test_a_damaged_punkt(monkeypatch, tmp_path):
    """Damaged parameters are one sentence with the command that fetches them anew."""
    english = tiny_punkt.set_up(monkeypatch, tmp_path)
    (english / "ortho_context.tab").write_text("a\tb\tc\n")
    with pytest.raises(InputError, match="no parameters of punkt .*punkt --force"):
        resources.sentences(TEXT)


@pytest.mark.long
def test_synonyms():
    """A folder is opened once, with or without `lexnames`, and has the synonyms of WordNet."""
    try:
        folder = resource("wordnet")
    except NotSetUpError as error:
        missing.say(f"WordNet by NLTK: {error}")
        pytest.skip(str(error))
    reader = nltk_reader(folder)
    names = {lemma.name() for synset in reader.synsets("hound") for lemma in synset.lemmas()}
    assert {"hound", "hound_dog"} <= names
    assert nltk_reader(folder) is reader


def test_suites_are_files():
    """Each name has a file of that name."""
    suites = shipped()
    assert "gsm8k" in suites
    assert all(path.is_file() and path.stem == name for name, path in suites.items())


def test_lines_are_appended(tmp_path):
    """A file is created when it is checked, and grows; all fields are in every line."""
    path = tmp_path / "n.jsonl"
    check(path)
    assert path.read_bytes() == b""
    append(path, GATE_LINE)
    append(path, GATE_LINE)
    check(path)
    first, second = map(json.loads, path.read_text().splitlines())
    assert first == second
    assert first == {
        "verb": "evaluate bleu", "kind": "gate", "text": "bleu is low", "system": "a",
        "file": None, "line": None, "count": None,
    }  # fmt: skip


def test_any_name_can_be_written(tmp_path):
    """Names of files that are no UTF-8 are escaped."""
    path = tmp_path / "n.jsonl"
    append(path, NoticeLine(verb="x", kind="error", text="a\udcff.jsonl:1: no\n"))
    assert json.loads(path.read_text())["text"] == "a\\udcff.jsonl:1: no\n"


@pytest.mark.parametrize(
    "content", [b"text\n", b'{"prediction": "a"}\n', b"[" * 100_000, b"\xff\n", b"{}\n", b"x" * 10]
)
def test_other_files_are_left_alone(tmp_path, content):
    """A file with other lines is refused and not changed."""
    path = tmp_path / "n.jsonl"
    path.write_bytes(content)
    for act in (lambda: check(path), lambda: append(path, GATE_LINE)):
        with pytest.raises(UsageError, match="other lines than notices"):
            act()
    assert path.read_bytes() == content


@pytest.mark.parametrize("name", ["n.txt", "n.json", "gone/n.jsonl", "folder.jsonl", "x" * 300])
def test_refused(tmp_path, name):
    """Other endings, folders and places that cannot be written are refused."""
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(UsageError, match="--notices"):
        check(tmp_path / name)
