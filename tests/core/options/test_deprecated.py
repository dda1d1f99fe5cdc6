"""Old names work, print one notice that names the new one, and leave signatures as they are."""

import json

import pytest

import sacreval
from sacreval.commands.app import run
from sacreval.core.options import deprecated
from sacreval.core.options.deprecated import Renamed
from sacreval.core.rebuild import from_signature
from sacreval.errors import RenamedWarning, UsageError
from sacreval.features.setup.recipes import home
from sacreval.features.setup.recipes.schema import Recipe
from support.program import records, write_jsonl
from support.sizes import few

ROWS = (
    Renamed("command", "assess", "evaluate", "0.2.0"),
    Renamed("metric", "blue", "bleu", "0.2.0"),
    Renamed("reader", "json-lines", "jsonl", "0.2.0"),
    Renamed("recipe", "summ-eval", "fabbri2020", "0.2.0"),
    Renamed("suite", "translation", "machine-translation", "0.2.0"),
    Renamed("option", "lower", "lowercase", "0.2.0"),
    Renamed("option", "draws", "resamples", "0.2.0"),
    Renamed("option", "clean", "normalize", "0.2.0"),
    Renamed("output", "bleu_score", "bleu", "0.2.0"),
    Renamed("Python name", "assess", "evaluate", "0.2.0"),
)


@pytest.fixture(autouse=True)
def _renamed(monkeypatch):
    """Fill the table for one test, in which nothing was announced yet."""
    monkeypatch.setattr(deprecated, "RENAMED", ROWS)
    deprecated._announce.cache_clear()
    yield
    deprecated._announce.cache_clear()


@pytest.fixture
def outputs(tmp_path, monkeypatch):
    """Write a file of records, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return write_jsonl(tmp_path / "outputs.jsonl", records()).name


NEW = ("evaluate", "bleu", "--lowercase", "--fail-under", "bleu=0")


@few(
    3,
    ("words", "renamed"),
    [
        (("assess", *NEW[1:]), ("command", "assess", "evaluate")),
        (("evaluate", "blue", *NEW[2:]), ("metric", "blue", "bleu")),
        (("evaluate", "bleu", "--lower", *NEW[3:]), ("option", "lower", "lowercase")),
        ((*NEW, "--draws=1000"), ("option", "draws", "resamples")),
        ((*NEW, "--draws", "1000"), ("option", "draws", "resamples")),
        ((*NEW, "--reader", "json-lines"), ("reader", "json-lines", "jsonl")),
        ((*NEW[:-1], "bleu_score=0"), ("output", "bleu_score", "bleu")),
        (("evaluate", "suite", "-m", 'bleu{"lower": true}'), ("option", "lower", "lowercase")),
        (("evaluate", "suite", "-m", 'blue{"lowercase": true}'), ("metric", "blue", "bleu")),
    ],
)
def test_an_old_name_works_with_one_notice(outputs, capsys, words, renamed):
    """An old name gives the result of the new one, and one line on standard error names both."""
    assert run([*NEW, outputs, "--format", "json"]) == 0
    want = capsys.readouterr()
    assert run([*words, outputs, "--format", "json"]) == 0
    found = capsys.readouterr()
    (notice,) = [line for line in found.err.splitlines() if "is called" in line]
    kind, old, new = renamed
    assert notice.startswith(f"sacreval: the {kind} '{old}' is called '{new}' since 0.2.0; ")
    kept = ("signature", "value", "metric", "output")
    for a, b in zip(*(json.loads(x)["results"] for x in (found.out, want.out)), strict=True):
        assert [a[key] for key in kept] == [b[key] for key in kept]
    assert "is called" not in want.err


def test_a_switch_is_turned_off_by_its_old_name(outputs, capsys):
    """`--no-` goes with the old name too."""
    assert run(["evaluate", "bleu", outputs, "--no-lower"]) == 0
    captured = capsys.readouterr()
    assert "lowercase" not in captured.out
    assert captured.err.count("'lower' is called 'lowercase'") == 1


def test_a_config_may_have_old_keys(outputs, tmp_path, capsys):
    """Keys of a config, and names in it, may be old ones; one that is given twice is refused."""
    config = tmp_path / "old.yaml"
    config.write_text(
        f"inputs: [{outputs}]\nmetrics: [blue: {{lower: true}}]\ndraws: 100\nci: true\n"
    )
    assert run(["evaluate", "suite", str(config), "--format", "json"]) == 0
    captured = capsys.readouterr()
    assert captured.err.count("is called") == 3
    (result,) = json.loads(captured.out)["results"]
    assert result["interval"]["resamples"] == 100
    assert result["signature"].startswith("bleu|lowercase:true|")
    config.write_text("resamples: 100\ndraws: 100\n")
    assert run(["evaluate", "suite", str(config)]) == 2
    assert "old.yaml:2: 'draws'" in capsys.readouterr().err


def test_a_suite_by_its_old_name(capsys):
    """A suite that comes with sacreval is found by its old name."""
    assert run(["config", "show", "translation"]) == 0
    assert "'translation' is called 'machine-translation'" in capsys.readouterr().err


def test_quiet_silences_the_notice(outputs, capsys):
    """With --quiet an old name prints nothing."""
    assert run(["evaluate", "blue", outputs, "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_old_names_in_correlate(tmp_path, capsys):
    """Metrics to correlate may be given by the old names of their outputs."""
    lines = [
        {
            "instance_id": str(i),
            "system_id": s,
            "scores": {"bleu": i * n},
            "judgments": {"good": i + n},
        }
        for i in range(3)
        for n, s in enumerate("ab")
    ]
    scores = str(write_jsonl(tmp_path / "scores.jsonl", lines))
    words = ["correlate", "scores", scores, "--human", "good", "--metric", "bleu_score"]
    assert run([*words, "--interval", "none", "--level", "global", "--format", "json"]) == 0
    captured = capsys.readouterr()
    assert captured.err.count("'bleu_score' is called 'bleu'") == 1
    assert '"metric": "bleu"' in captured.out or '"metric":"bleu"' in captured.out


def test_old_signatures_rebuild_the_metric():
    """A signature of an older version keeps its options, and is written with the new names."""
    with pytest.warns(RenamedWarning):
        metric = from_signature("blue|lower:true|tokenize:13a")
    assert metric.signature().startswith("bleu|lowercase:true|")


def test_python_has_old_names():
    """An old name of the package is the new one, with a warning; so is that of a recipe."""
    with pytest.warns(RenamedWarning, match="'assess' is called 'evaluate'"):
        assert sacreval.assess is sacreval.evaluate
    with pytest.warns(RenamedWarning, match="fabbri2020"):
        assert home.find("summ-eval", Recipe).stem == "fabbri2020"
    with pytest.raises(AttributeError):
        sacreval.nothing  # noqa: B018 - the attribute is what is asked for


@pytest.mark.filterwarnings("ignore::sacreval.errors.RenamedWarning")
def test_old_and_new_name_together_are_refused():
    """An option that is given by both of its names is an error, whichever comes first."""
    for options in ({"lower": 1, "lowercase": 2}, {"lowercase": 2, "lower": 1}):
        with pytest.raises(UsageError, match="'lower' is the old name of 'lowercase'"):
            deprecated.current_options(options, {"lowercase"})


def test_a_name_in_use_is_not_renamed():
    """Where an old name is a present one, or the new one is unknown, it stays as it is."""
    assert deprecated.current("option", "lower", {"lower", "lowercase"}) == "lower"
    assert deprecated.current("option", "lower", {"stemmer"}) == "lower"
    assert deprecated.current("metric", "lower", {"lowercase"}) == "lower"
