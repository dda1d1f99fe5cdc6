"""Mistakes in values of a config that a run would find one after the other, found at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sacreval.cli.config.config_errors import place_among, placed
from sacreval.cli.config.suite_options import INPUTS, METRICS, is_checked
from sacreval.cli.config_mistakes import fault, raise_all
from sacreval.errors import SacrevalError

if TYPE_CHECKING:
    from sacreval.cli.config.config_file import Config
    from sacreval.cli.config_mistakes import Checks


def raise_late(
    config: Config, context: Any, values: Mapping[str, Any], checks: Checks | None
) -> None:
    """Check the values of a config that the options' types do not check.

    Args:
        config: The config.
        context: The context of the command, after its options were parsed.
        values: The values of all options by the names of parameters.
        checks: What the verb checks; None if nothing.

    Raises:
        UsageError: If any is wrong; the sentences of all are in it, each with its line, and those
            of files that are missing.
    """
    if not is_checked(config, checks):
        return
    texts = _of_metrics(values.get(METRICS) or ())
    texts += late_mistakes(values, values.get(METRICS) or (), checks, every_metric=True)
    with_places = [placed(config, context, text) for text in texts]
    if any(with_places):
        texts += _missing(values)
        raise_all([placed(config, context, text) or text for text in texts])


def late_of_file(
    config: Config, settings: Mapping[str, Any], checks: Checks | None, *, every_metric: bool
) -> list[str]:
    """Return what is wrong with the values of a config that has other mistakes, with the lines."""
    named = settings.get("baseline") or "baseline.json"  # the command line may name one
    values = {**settings, "baseline": named}
    specs = settings.get(METRICS) or _specs(config)
    wrong = _of_metrics(settings.get(METRICS) or ())
    texts = late_mistakes(values, specs, checks, every_metric=every_metric)
    texts += _missing(settings)
    with_places = [f"{place_among(config, config.values, text)}: {text}" for text in texts]
    return [*(f"{config.where(METRICS)}: {text}" for text in wrong), *with_places]


def _specs(config: Config) -> Sequence[str]:
    """Return the metrics of a config, of which some are wrong; none if they cannot be read."""
    from sacreval.cli.config.config_file import words

    try:
        return words(config, METRICS, many=True) if config.values.get(METRICS) else ()
    except SacrevalError:
        return ()


def _of_metrics(specs: Sequence[str]) -> list[str]:
    """Return what is wrong with metrics: nothing, or why they cannot be in one run."""
    from sacreval.scoring.entries.run_metrics import entries

    return [text] if specs and (text := fault(entries, specs)) else []


def _missing(values: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each file that is read and does not exist."""
    from sacreval.io.files import absent
    from sacreval.scoring.inputs.source import Source

    names: dict[str, Any] = {x: tuple(values.get(x) or ()) for x in ("references", "sources")}
    try:
        return absent(Source.of(values.get(INPUTS) or (), **names).named_files())
    except SacrevalError:
        return []


def late_mistakes(
    values: Mapping[str, Any], specs: Sequence[str], checks: Checks | None, *, every_metric: bool
) -> list[str]:
    """Return what is wrong with the values of options, a sentence each; see `Mistakes`."""
    texts = [text for check, value in _checks(values) if (text := fault(check, value))]
    return texts + (checks.mistakes(values, specs, every_metric=every_metric) if checks else [])


def _checks(values: Mapping[str, Any]) -> Iterator[tuple[Callable[[Any], object], Any]]:
    """Yield functions that raise an error of a wrong value, each with a value."""
    for name, check in (("where", _where), ("by", _by), ("summary", _summary), ("map_", _map)):
        for text in values.get(name) or ():
            yield check, text
    for path in values.get("output") or () if not values.get("format_") else ():
        yield _output, path  # formats for other tools write folders


def _where(text: str) -> None:
    from sacreval.text.expressions import compiled

    compiled(text, "--where ")


def _by(text: str) -> None:
    from sacreval.scoring.inputs.breakdowns import breakdowns

    breakdowns([text])


def _summary(text: str) -> None:
    from sacreval.scoring.groups import summary

    summary(text)


def _map(text: str) -> None:
    from sacreval.cli.options.option_values import parse_map
    from sacreval.text.expressions import compiled

    for name, expression in parse_map([text]).items():
        compiled(expression, f"--map {name}=")


def _output(path: Any) -> None:
    from sacreval.report.formats import format_of

    format_of(Path(path))
