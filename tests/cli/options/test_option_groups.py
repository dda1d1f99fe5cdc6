"""Groups of options: options of the command line, their values, and those without effect.

Also tests `unused_options`.
"""

import inspect
import sys
from typing import Annotated, NamedTuple

import pytest
import typer
from typer.testing import CliRunner

from sacreval.cli.options.option_groups import with_ray_address
from sacreval.cli.options.option_values import parse_map, parse_pairs, selection_of, source_of
from sacreval.cli.options.ungrouped import OptionGroup, ungrouped
from sacreval.commands.app import run
from sacreval.core.selection import Selection
from sacreval.errors import UsageError
from support import missing
from support.mirror import CHECKOUT
from support.program import records, write_jsonl
from support.sizes import few


class Size(OptionGroup):
    """A group."""

    width: Annotated[int, typer.Option(help="How wide.")]
    height: Annotated[int, typer.Option("--tall", help="How tall.")] = 2


def draw(name: str, *, before: bool = False, size: Size, after: str = "x") -> None:
    """Print what arrives."""
    typer.echo(f"{name} {before} {size} {after}")


def test_fields_stand_where_the_group_stood():
    """The fields of a group take its place among the parameters, with their own defaults."""
    parameters = inspect.signature(ungrouped(draw)).parameters
    assert list(parameters) == ["name", "before", "width", "height", "after"]
    assert parameters["height"].default == 2
    assert parameters["width"].default is inspect.Parameter.empty


def test_the_verb_gets_the_group():
    """The values of a command line arrive as one group."""
    app = typer.Typer()
    app.command()(ungrouped(draw))
    result = CliRunner().invoke(app, ["square", "--width", "3", "--tall", "4", "--after", "y"])
    assert result.output == "square False Size(width=3, height=4) y\n"


VERBS = (
    ("evaluate", "bleu"),
    ("score", "bleu"),
    ("compare", "bleu"),
    ("correlate", "bleu", "--human", "q"),
    ("evaluate", "suite", "-m", "bleu"),
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work in a folder with records."""
    monkeypatch.chdir(tmp_path)
    write_jsonl(tmp_path / "in.jsonl", records(4, judgments={"q": 1}))
    return tmp_path


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--workers", "0"], "Invalid value for '--workers'"),
        (["--workers", "many"], "Invalid value for '--workers'"),
        (["--ray=here"], "--ray here: not an address; write HOST:PORT, ray://HOST:PORT, auto"),
        (["--ray=a b:1"], "--ray a b:1: not an address"),
        (["--ray", "127.0.0.1:1", "--workers", "2"], "--ray takes all processors of the cluster"),
    ],
)
def test_bad(capsys, verb, words, said):
    """What cannot be is one sentence, and exit code 2, before anything is read."""
    assert run([*verb, "in.jsonl", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"sacreval: error: {said}")
    assert err.count("\n") == 1


@pytest.mark.long
def test_nobody_answers(capsys):
    """An address where no cluster is says so at once."""
    missing.module("ray", "options of Ray")
    assert run(["evaluate", "bleu", "in.jsonl", "--ray", "127.0.0.1:1"]) == 2
    assert "--ray 127.0.0.1:1: no cluster answers at this address" in capsys.readouterr().err


def test_not_installed(capsys, monkeypatch):
    """Where Ray is not installed, the extra is named."""
    monkeypatch.setitem(sys.modules, "ray", None)
    assert run(["evaluate", "bleu", "in.jsonl", "--ray"]) == 2
    assert "run: pip install 'sacreval[ray]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "spelt"),
    [
        (["--ray"], ["--ray=local"]),
        (["--ray", "in.jsonl"], ["--ray=local", "in.jsonl"]),
        (["--ray", "-q"], ["--ray=local", "-q"]),
        (["--ray", "host:6379", "a"], ["--ray", "host:6379", "a"]),
        (["--ray", "ray://host:10001"], ["--ray", "ray://host:10001"]),
        (["--ray", "[::1]:6379"], ["--ray", "[::1]:6379"]),
        (["--ray", "auto"], ["--ray", "auto"]),
        (["--ray=host:1", "a"], ["--ray=host:1", "a"]),
        (["--", "--ray", "a"], ["--", "--ray", "a"]),
    ],
)
def test_without_address(words, spelt):
    """--ray stands alone, or takes what looks like an address; inputs stay inputs."""
    assert with_ray_address(words) == spelt


def test_config_and_environment(capsys, folder, monkeypatch):
    """A config and the environment set them as options do."""
    (folder / "run.yaml").write_text("metrics: [bleu]\nray: here\n", encoding="utf-8")
    assert run(["evaluate", "suite", "run.yaml", "in.jsonl"]) == 2
    assert "--ray here: not an address" in capsys.readouterr().err
    monkeypatch.setenv("SACREVAL_RAY", "there")
    assert run(["evaluate", "bleu", "in.jsonl"]) == 2
    assert "--ray there: not an address" in capsys.readouterr().err


@few(1, "verb", VERBS[:2], ids=" ".join)
def test_workers(capsys, verb):
    """Results do not depend on --workers, in every verb."""
    said = []
    for workers in ("1", "2"):
        assert run([*verb, "in.jsonl", "--engine", "official", "--workers", workers]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


@pytest.mark.long
def test_verify(capsys):
    """`verify` takes --workers, and refuses an address that is none."""
    assert run(["evaluate", "suite", "-m", "bleu", "-m", "ter", "in.jsonl", "-o", "r.json"]) == 0
    assert run(["verify", "r.json", "in.jsonl", "--workers", "2"]) == 0
    assert "2 numbers recomputed" in capsys.readouterr().out
    assert run(["verify", "r.json", "in.jsonl", "--ray=here"]) == 2
    assert "--ray here: not an address" in capsys.readouterr().err


@pytest.mark.long
def test_no_cluster_of_this_machine(capsys, monkeypatch):
    """Where --ray alone cannot start a cluster, the remedy is not --ray alone."""
    ray = missing.module("ray", "options of Ray")

    def hangs(**_):
        raise TimeoutError("the node did not start")

    monkeypatch.setattr(ray, "init", hangs)
    assert run(["evaluate", "bleu", "in.jsonl", "--ray"]) == 2
    said = capsys.readouterr().err
    assert "--ray: no cluster could be started on this machine (the node did not start)" in said
    assert "--workers N" in said
    assert "--ray alone" not in said


class UngroupedSize(OptionGroup):
    """Two options."""

    width: Annotated[int, "help"] = 1
    height: int = 2


def test_fields_are_parameters():
    """A verb is called with fields, and gets the group that they make."""
    seen = []

    @ungrouped
    def verb(name: str, size: UngroupedSize, *, loud: bool = False) -> None:
        seen.append((name, size, loud))

    parameters = inspect.signature(verb).parameters
    assert list(parameters) == ["name", "width", "height", "loud"]
    assert parameters["width"].annotation == Annotated[int, "help"]
    assert parameters["height"].default == 2
    verb("a", width=3, height=4, loud=True)
    [(name, size, loud)] = seen
    assert (name, size.width, size.height, loud) == ("a", 3, 4, True)


def test_changed_fields():
    """Values that are not the defaults are listed; 0 and False are values."""
    assert UngroupedSize(width=1, height=2).changed() == []
    assert UngroupedSize(width=0, height=2).changed() == ["width"]


def test_other_tuples_stay():
    """A named tuple that is no group is a parameter like others."""

    class Pair(NamedTuple):
        a: int = 0

    def verb(pair: Pair) -> None: ...

    verb.__annotations__["pair"] = Pair
    assert list(inspect.signature(ungrouped(verb)).parameters) == ["pair"]


SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_options_that_do_nothing(cli, tmp_path, monkeypatch):
    """Options of the command line without effect are listed; configs and environment are exempt."""
    notices = cli("evaluate", "bleu", SAMPLE, "--resamples", "1000", "--confidence", "0.9").err
    for name in ("--confidence", "--resamples"):
        assert f"without --ci there are no intervals, so {name} has no effect" in notices
    assert "has no effect" not in cli("evaluate", "bleu", SAMPLE, "--resamples", "50", "--ci").err
    forced = cli("evaluate", "bleu", SAMPLE, "--force-baseline").err
    assert "--force-baseline has no effect" in forced
    cli("evaluate", "bleu", SAMPLE, "-o", "b.json", "--instances", "b.jsonl")
    held = ("evaluate", "bleu", SAMPLE, "--baseline", "b.json", "--force-baseline")
    assert "has no effect" not in cli(*held, "--confidence", "0.9").err
    dropped = cli(*held, "--confidence", "0.9", "--max-drop", "bleu=1").err
    assert "--confidence has no effect" in dropped
    monkeypatch.setenv("SACREVAL_RESAMPLES", "50")
    (tmp_path / "a.yaml").write_text("metrics: [bleu]\nconfidence: 0.9\n", encoding="utf-8")
    assert "has no effect" not in cli("evaluate", "suite", "a.yaml", SAMPLE).err
    trials = ("compare", "bleu", SAMPLE, "--trials", "100")
    assert "has no effect" not in cli(*trials).err
    assert "--trials has no effect" in cli(*trials, "--test", "paired-bs").err


def test_maps():
    """The path may itself hold `=`."""
    fields = parse_map(["prediction=a[?b=='c']", "input=q"])
    assert fields == {"prediction": "a[?b=='c']", "input": "q"}
    assert parse_map(None) == {}


@pytest.mark.parametrize("entries", [["prediction"], ["=a"], ["a="], ["a=b", "a=c"]])
def test_bad_maps(entries):
    """A path, a field and one path a field are needed."""
    with pytest.raises(UsageError, match="--map"):
        parse_map(entries)


def test_pairs_are_split_at_one_equals_sign():
    """Names, or values, may hold others; the error has the option and the form."""
    assert parse_pairs(["a=b=1"], "--own", "NAME=VALUE") == {"a": "b=1"}
    assert parse_pairs(["a=b=1"], "--fail-under", "NAME=VALUE", at_last=True) == {"a=b": "1"}
    with pytest.raises(UsageError, match="^--own a: write NAME=VALUE, as in b=c$"):
        parse_pairs(["a"], "--own", "NAME=VALUE, as in b=c")
    with pytest.raises(UsageError, match="^--own a=2: 'a' is repeated; keep one$"):
        parse_pairs(["a=1", "a=2"], "--own", "NAME=VALUE")


def test_defaults():
    """Without options all systems take part, and no reader is named."""
    assert selection_of(None, None) == Selection()
    assert source_of(["a"], None, None, None).paths == ("a",)


def test_parts_with_references_are_told(cli, tmp_path):
    """A system of several files with -r has a notice on what they are joined with."""
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("x\n")
    said = "A: each of its 2 files is joined with the references from their beginning"
    assert said in cli("evaluate", "bleu", "A=a.txt", "A=b.txt", "-r", "a.txt").err
    assert "is joined" not in cli("evaluate", "bleu", "A=a.txt", "B=b.txt", "-r", "a.txt").err
