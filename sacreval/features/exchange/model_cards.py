"""YAML of model hubs: `model-index` of a model card, and files of `.eval_results`."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from sacreval.errors import UsageError, nearest
from sacreval.features.exchange.every_eval_ever import present

if TYPE_CHECKING:
    from sacreval.core.results import Result
    from sacreval.features.exchange.description import Description


def model_index(results: Sequence[Result], description: Description) -> str:
    """Return the `model-index` of a model card, whose metrics have intervals and signatures."""
    systems = list(dict.fromkeys(result.system_id for result in results))
    cards = [
        {
            "name": description.model(system).id,
            "results": [_card(result, description) for result in mains_first(results, system)],
        }
        for system in systems
    ]
    return _yaml({"model-index": cards})


def mains_first(results: Sequence[Result], system: str) -> list[Result]:
    """Return the results of a system: those of all records first, and of these main outputs."""
    of_system = (r for r in results if r.system_id == system)
    return sorted(of_system, key=lambda r: (r.group is not None, not r.main))


def eval_results(results: Sequence[Result], description: Description) -> str:
    """Return a file of `.eval_results`: one number, over all records, with its interval in `notes`.

    Args:
        results: The results of one system.
        description: What the results do not contain.

    Raises:
        UsageError: If there are several systems or outputs and none is named, or the description
            lacks what the format needs.
    """
    overall = [result for result in results if result.group is None]
    systems = list(dict.fromkeys(result.system_id for result in overall))
    if len(systems) > 1:
        raise UsageError(
            f"--format eval-results is of one model, and this run has several; "
            f"name one with --systems, such as {systems[0]}"
        )
    return _yaml([_entry(_leading(overall, description), description)])


def _leading(results: Sequence[Result], description: Description) -> Result:
    """Return the result that a leaderboard shows."""
    named = {result.output: result for result in results}
    wanted = description.dataset.output
    mains = [result for result in results if result.main]
    if wanted is None and len(mains) == 1:
        return mains[0]
    if wanted is None and len(named) == 1:
        return results[0]
    if wanted is None:
        raise UsageError(
            "--format eval-results has one number a task, and this run several metrics; in the "
            f"file of --about name one under dataset, as output: {', '.join(list(named)[:12])}"
        )
    if wanted not in named:
        raise UsageError(f"--about: there is no output '{wanted}'; {nearest(wanted, named)}")
    return named[wanted]


def _card(result: Result, description: Description) -> dict[str, Any]:
    data = description.dataset
    dataset = {
        "type": data.id or data.name,
        "name": data.name,
        "config": data.config,
        "split": data.split,
        "revision": data.revision,
    }
    card = {
        "task": {"type": description.needed("task", "model-index")},
        "dataset": present(dataset),
        "metrics": [_metric(result)],
    }
    source = description.source
    if source is not None and source.url is not None:
        card["source"] = {"name": source.name or source.organization, "url": source.url}
    return card


def _metric(result: Result) -> dict[str, Any]:
    args: dict[str, Any] = dict(result.sizes)
    if (ends := result.interval) is not None:
        args |= {"low": ends.low, "high": ends.high, "level": ends.level, "method": ends.method}
    if result.group is not None:  # one of the parts of a whole
        args["group"] = result.group
    args["signature"] = result.signature
    return {
        "type": result.metric,
        "value": _value(result),
        "name": f"{result.output} ({result.group})" if result.group else result.output,
        "args": args,
    }


def _entry(result: Result, description: Description) -> dict[str, Any]:
    data = description.dataset
    dataset = {
        "id": description.needed("dataset.id", "eval-results"),
        "task_id": description.needed("dataset.task", "eval-results"),
        "revision": data.revision,
    }
    entry: dict[str, Any] = {
        "dataset": present(dataset),
        "value": _value(result),
        "date": description.moment().isoformat(),
    }
    source = description.source
    if source is not None and source.url is not None:
        name = source.name or source.organization
        entry["source"] = present({"url": source.url, "name": name, "user": source.user})
    return {**entry, "notes": _notes(result)}


def _notes(result: Result) -> str:
    """Write the output's name, its interval, and the signature without hashes of the data."""
    short = result.signature.partition("|data:")[0]
    around = ""
    if (ends := result.interval) is not None:
        around = f" [{ends.low:.4g}, {ends.high:.4g}] at {100 * ends.level:.4g} %"
    counts = "".join(f", {what}={count}" for what, count in result.sizes.items())
    return f"{result.output}{around}{counts}, {short}"


def _value(result: Result) -> float:
    if result.value is None or not isfinite(result.value):
        where = f" in {result.group}" if result.group else ""
        raise UsageError(
            f"{result.output} of '{result.system_id}'{where} has no score, which a model card "
            "cannot state; correct its records, or leave it out"
        )
    return result.value


def _yaml(document: Any) -> str:
    import yaml

    text: str = yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=1000)
    return text
