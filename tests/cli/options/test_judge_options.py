"""Options of judges' commands that ask a model."""

import inspect
from dataclasses import dataclass
from dataclasses import fields as fields_of
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from sacreval.asking.runners._base import Runner, runners
from sacreval.asking.runners._from_spec import option_names, runner_from_spec
from sacreval.asking.runners.openai import OpenAI
from sacreval.asking.spending import Price
from sacreval.cli.metric_commands import metric_parameters
from sacreval.cli.options.judge_options import (
    EntriesToAsk,
    RunnerOptions,
    SpendingOptions,
    _of_runners,
    asks,
    judge_parameters,
    split,
    with_asking,
)
from sacreval.cli.options.ungrouped import ungrouped
from sacreval.core.metric import metrics
from sacreval.core.options.docstrings import arguments
from sacreval.errors import UsageError
from sacreval.metrics.judges.judge import Judge
from sacreval.scoring.entries.run_metrics import Entry
from support.judges import QUALITY, write

DEFAULTS = {parameter.name: parameter.default for parameter in judge_parameters()}


@pytest.fixture
def entry(tmp_path):
    return Entry(Judge(judge=write(tmp_path, QUALITY)))


def test_which_commands_have_them():
    """Only metrics that read replies have --with and its limits."""
    assert asks(Judge)
    assert not asks(metrics.get("bleu"))
    assert {"with_", "max_requests", "dry_run"} <= {p.name for p in metric_parameters(Judge, "x")}
    assert "with_" not in {p.name for p in metric_parameters(metrics.get("bleu"), "bleu")}


def test_split():
    """The metric's own options are apart from those of asking."""
    own_options, (runner, spending, dry) = split({**DEFAULTS, "judge": "x", "with_": "py:a:b"})
    assert own_options == {"judge": "x"}
    assert (runner.with_, spending.max_requests, dry.dry_run) == ("py:a:b", None, False)


def test_entries(entry):
    """A run with --with carries its options; without it the entries are as usual."""
    other = Entry(metrics.get("bleu")())
    assert with_asking([entry], split(DEFAULTS)[1]) == [entry]
    groups = split({**DEFAULTS, "with_": "py:a:b"})[1]
    entries = with_asking([other, entry], groups)
    assert isinstance(entries, EntriesToAsk)
    assert (list(entries), entries.options) == ([other, entry], groups)
    with pytest.raises(UsageError, match="none of these metrics asks a model"):
        with_asking([other], groups)


@pytest.mark.parametrize(
    "options",
    [{"base_url": "http://127.0.0.1:1"}, {"price": "1/2"}, {"max_cost": 0.0}, {"dry_run": True}],
)
def test_options_need_a_model(entry, options):
    """An option that says how a model is asked is refused without --with."""
    name = next(iter(options)).replace("_", "-")
    with pytest.raises(UsageError, match=f"--{name}: this says how a model is asked"):
        with_asking([entry], split({**DEFAULTS, **options})[1])


def test_budget():
    """The options are the limits of one budget."""
    budget = SpendingOptions(max_requests=3, max_cost=1.5, price="0.1/0.4").budget()
    assert (budget.max_requests, budget.max_cost, budget.price) == (3, 1.5, Price(0.1, 0.4))


def test_no_limits():
    """Without options there is no limit but that of failures in a row."""
    budget = SpendingOptions().budget()
    assert (budget.max_requests, budget.max_cost, budget.price) == (None, None, None)
    assert budget.most_failures == 20


def test_cost_without_price():
    """A largest cost needs a price."""
    with pytest.raises(UsageError, match="give --price IN/OUT"):
        SpendingOptions(max_cost=1.0).budget()


def ask(text: Annotated[str, typer.Argument(help="A text.")], *, asked: RunnerOptions) -> None:
    """Print the runner."""
    typer.echo(f"{text} {asked.runner()!r}")


def call(*words):
    app = typer.Typer()
    app.command()(ungrouped(ask))
    return CliRunner().invoke(app, ["x", *words], terminal_width=300)


def test_every_field_is_an_option():
    """Each field of a runner is an option, None or false where it is not given."""
    parameters = inspect.signature(ungrouped(ask)).parameters
    for name, cls in runners.importable():
        for option in option_names(cls):
            assert parameters[option].default in (None, False), f"{name} {option}"


@pytest.mark.parametrize("name", list(runners))
def test_documented(name):
    """Every field stands under `Args:` in its order, and has a default."""
    cls = runners.get(name)
    assert list(arguments(cls)) == ["target", *option_names(cls)]
    assert all(f.default is not inspect.Parameter.empty for f in fields_of(cls)[1:])


def test_shared_options_have_one_type():
    """Runners that share an option have it with the same type."""
    types: dict[str, set[str]] = {}
    for name in runners:
        for f in fields_of(runners.get(name)):
            types.setdefault(f.name, set()).add(str(f.type))
    assert {name: kinds for name, kinds in types.items() if len(kinds) > 1} == {}


def test_a_bad_plugin_harms_no_other(monkeypatch):
    """A plug-in with an undocumented option is refused when it is named, not before."""

    @dataclass(frozen=True)
    class Bad(Runner):
        """Bad."""

        name = "bad"
        hidden: int = 1

        def replies(self, requests):
            yield from requests

    monkeypatch.setitem(runners._classes, "bad", Bad)
    names = {option.name for option in _of_runners()}
    assert "tries" in names
    assert "hidden" not in names
    with pytest.raises(UsageError, match="bad: the option hidden is not documented"):
        runner_from_spec("bad:x")


def test_help():
    """The help names the runners that have an option, and its default."""
    shown = " ".join(call("--help").output.replace("│", " ").split())
    assert "--with" in shown
    assert "For py: Number of requests in a call. By default 8." in shown
    assert "For cmd: Seconds in which the program must write its next reply." in shown


def test_given():
    """What is given is set."""
    result = call("--with", "openai:m", "--tries", "2", "--insecure")
    assert result.output == f"x {OpenAI('m', tries=2, insecure=True)!r}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Which model is asked"),
        (["--with", "opnai:m"], "did you mean 'openai'?"),
        (["--with", "file:x", "--batch-size", "2"], "--batch-size is an option of py, not of file"),
    ],
)
def test_bad(words, said):
    """Without a runner, or with an option that it lacks, there is a sentence."""
    error = call(*words).exception
    assert isinstance(error, UsageError)
    assert said in str(error)
