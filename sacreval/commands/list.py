"""`sacreval list`: what is available, from metrics and readers to the values of options."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import typer

from sacreval.cli.late_typer import for_typer
from sacreval.cli.parsing.fast_parsing import QuickCommand, QuickGroup
from sacreval.commands.list_choices import CHOICES
from sacreval.core.aliases import ALIASES, ANSWERS
from sacreval.core.contract.declarations import main_output, runs_model
from sacreval.core.options.docstrings import summary
from sacreval.errors import NotSetUpError, UsageError, nearest

if TYPE_CHECKING:
    from sacreval.scoring.entries.own_metrics import OwnMetric


def alias_rows() -> list[dict[str, Any]]:
    """Describe the other names of metrics, in the order of the alphabet."""
    from sacreval.cli.help.metric_index import described

    texts = described({x.metric for x in ALIASES})
    rows = [
        {"name": x.name, "stands_for": x.flags, "needs": _needs(texts[x.metric].extra)}
        for x in ALIASES
    ]
    rows += [{"name": name, "stands_for": text, "needs": ""} for name, text in ANSWERS.items()]
    return sorted(rows, key=lambda row: str(row["name"]))


def refuse_task(task: str | None) -> None:
    """Check that other names are not asked for with a task."""
    if task is not None:
        raise UsageError("--aliases lists all other names; drop --task")


def _needs(extra: str) -> str:
    return f"sacreval[{extra}]" if extra else ""


def described_models(metric: str) -> list[dict[str, Any]]:
    """Describe the models that were set up for a metric."""
    from sacreval.models.weights.home import set_up

    return [
        {"model": x.pinned, "bytes": x.bytes, "licence": x.licence, "folder": str(x.folder)}
        for x in set_up()
        if metric in x.metrics and not x.damaged
    ]


def lacks_packages() -> bool:
    """Return whether a package of the extra `neural` is not installed."""
    from sacreval.errors import NotSetUpError
    from sacreval.models.loading import require

    try:
        require("a model")
    except NotSetUpError:
        return True
    return False


def models_text(models: Sequence[dict[str, Any]]) -> str:
    """Format the models of a metric for a table."""
    from sacreval.features.setup.setup_shared import size

    full = [model["model"] for model in models]
    short = [name.partition("@")[0].rpartition("/")[2] for name in full]
    shown = [
        f"{name if short.count(name) == 1 else pinned} ({size(model['bytes'])}, {model['licence']})"
        for name, pinned, model in zip(short, full, models, strict=True)
    ]
    return f"yes: --model {', '.join(shown)}; {_devices()}"


def how_to_run(metric: str) -> str:
    """Return what must be run before a metric has its model, with size and licence."""
    from sacreval.features.setup.recipes.model_recipe import usual_model
    from sacreval.features.setup.setup_shared import size

    steps = ["pip install 'sacreval[neural]'"] if lacks_packages() else []
    usual = usual_model(metric)
    if usual is None:
        steps.append(f"sacreval setup-metric {metric} --model NAME")
        return f"first {', then '.join(steps)}; {_devices()}"
    steps.append(f"sacreval setup-metric {metric}{' --convert' if usual.pickled else ''}")
    return f"first {', then '.join(steps)} ({size(usual.weight)}, {usual.licence}); {_devices()}"


def _devices() -> str:
    from sacreval.models.loading import Device

    return f"--device {' or '.join(get_args(Device))}"


app = typer.Typer(
    cls=QuickGroup,
    rich_markup_mode=None,
    help="List metrics, suites, readers and more, and the values that options choose from.",
    no_args_is_help=True,
)

NARROW = 60  # columns of a terminal; a table in fewer columns would have empty cells
FOR_MACHINES = (
    "outputs",
    "main",
    "engines",
    "reason",
    "models",
    "bytes",
)  # too long for a table; in JSON only

Form = Annotated[
    Literal["text", "json"] | None,
    typer.Option("--format", help="Output format; by default a table."),
]


@app.command("metrics", cls=QuickCommand)
@for_typer
def list_metrics(
    *,
    task: Annotated[
        str | None, typer.Option(help="List only the metrics for this task, such as summarization.")
    ] = None,
    with_aliases: Annotated[
        bool,
        typer.Option(
            "--aliases",
            help="List other names instead, such as chrf++: the metric with options that each "
            "stands for, or what to write, and the extra that the metric needs.",
        ),
    ] = False,
    form: Form = None,
) -> None:
    """List the metrics: tasks, fields needed, availability; in JSON also outputs and engines.

    Of metrics that run a model, the models that were set up are listed, with size and licence.
    """
    from sacreval.core.metric import metrics
    from sacreval.core.tasks import TASKS
    from sacreval.scoring.entries.own_metrics import own_metrics

    if with_aliases:
        refuse_task(task)
        _show(alias_rows(), form)
        return
    rows = [_describe(name) for name in metrics] + [_of_own(x) for x in own_metrics().values()]
    known = {*TASKS, *(name for row in rows for name in row["tasks"])}
    if task is not None and task not in known:
        raise UsageError(f"--task: there is no task '{task}'; {nearest(task, known)}")
    _show([row for row in rows if task is None or task in row["tasks"]], form)


def _describe(name: str) -> dict[str, Any]:
    """Describe a metric; a plug-in that cannot be imported has only the reason."""
    from sacreval.core.metric import metrics
    from sacreval.features.setup.setup_model import takes_model
    from sacreval.scoring.entries.engine import engines_of

    lists = dict.fromkeys(("tasks", "outputs", "needs", "engines", "models"), ())
    try:
        cls = metrics.get(name)
    except NotSetUpError as error:
        return {
            "name": name, **lists, "main": None, "runs_here": False, "reason": str(error),
            "summary": "",
        }  # fmt: skip
    engines, reason = engines_of(cls)
    models = described_models(name) if takes_model(name) else []
    if models and not lacks_packages():
        engines, reason = ["definition"], ""
    elif runs_model(cls):
        reason = how_to_run(name)
    return {
        "name": name,
        "tasks": list(cls.tasks),
        "outputs": list(cls().outputs) if engines and not models else [],
        "main": main_output(cls()) if engines and not models else cls.main,
        "needs": [cls.judges, *cls.needs],
        "engines": engines,
        "runs_here": bool(engines),
        "reason": reason,
        "models": models,
        "summary": summary(cls),
    }


def _of_own(named: OwnMetric) -> dict[str, Any]:
    """Describe a name of the user's as the metric that it stands for."""
    return {
        **_describe(named.metric),
        "name": named.name,
        "summary": f"{named.spec}, by {named.where}",
    }


@app.command("judges", cls=QuickCommand)
@for_typer
def list_judges(*, form: Form = None) -> None:
    """List the judges that come with sacreval or were set up: fields needed, and what they say."""
    from sacreval.metrics.judges._judge_files import definition, names
    from sacreval.metrics.judges._record_verdict import outputs_of

    rows = [
        {
            "name": name,
            "needs": [*judge.needs, *(["opponent"] if judge.pair else [])],
            "outputs": list(outputs_of(judge)),
            "summary": judge.about,
        }
        for name in names()
        for judge in (definition(name),)
    ]
    _show(rows, form)


@app.command("readers", cls=QuickCommand)
@for_typer
def list_readers(*, form: Form = None) -> None:
    """List the readers: file endings and options."""
    from sacreval.core.options.docstrings import arguments
    from sacreval.core.options.registry import RESERVED
    from sacreval.readers._base import readers

    rows = [
        {
            "name": name,
            "extensions": list(reader.extensions),
            "options": [name for name in arguments(reader) if name not in RESERVED],
            "summary": summary(reader),
        }
        for name, reader in readers.importable()
    ]
    _show(rows, form)


@app.command("runners", cls=QuickCommand)
@for_typer
def list_runners(*, form: Form = None) -> None:
    """List the runners, which ask a model: options, and whether a server is asked."""
    from sacreval.asking.runners._base import runners
    from sacreval.asking.runners._from_spec import option_names, usage

    rows = [
        {
            "name": name,
            "with": usage(name),
            "server": runner.connects,
            "options": [f"--{option.replace('_', '-')}" for option in option_names(runner)],
            "summary": summary(runner),
        }
        for name, runner in runners.importable()
    ]
    _show(rows, form)


def _add(name: str) -> None:
    """Add the command that lists the suites, recipes, or values of an option."""
    choices = CHOICES[name]

    def show(*, form: Form = None) -> None:
        _show(list(choices()), form)

    app.command(name, cls=QuickCommand, help=summary(choices).replace("Yield", "List", 1))(
        for_typer(show)
    )


for _name in CHOICES:
    _add(_name)


def _show(rows: list[dict[str, Any]], form: str | None) -> None:
    import msgspec

    from sacreval.cli.help.list_layout import entries, fits, room
    from sacreval.report.tables import Table, print_rich, to_text

    if form == "json":
        typer.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2))
        return
    head = [name for name in rows[0] if name not in FOR_MACHINES]
    table = Table(head, [[_cell(row, name) for name in head] for row in rows])
    width, framed = room(), form is None and sys.stdout.isatty()
    if width >= NARROW and not fits(table, width, framed=framed):
        cells = [dict(zip(head, row, strict=True)) for row in table.rows]
        for line in entries(cells, "summary" if "summary" in head else "stands_for", width):
            typer.echo(line)
    elif framed and width >= NARROW:
        print_rich(table, width)
    else:
        typer.echo(to_text(table), nl=False)


def _cell(row: dict[str, Any], name: str) -> str:
    value = row[name]
    if value is True and row.get("models"):
        return models_text(row["models"])
    if isinstance(value, bool):
        return "yes" if value else ": ".join(filter(None, ("no", row.get("reason"))))
    return ", ".join(value) if isinstance(value, list | tuple) else value
