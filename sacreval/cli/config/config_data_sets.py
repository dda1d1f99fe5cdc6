"""The key `datasets` of a config: data sets with inputs and options of their own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from sacreval.cli.config_mistakes import gathered
from sacreval.cli.options.data_set_options import of_values
from sacreval.core.options.specs import OptionError, split_spec, write_spec
from sacreval.errors import SacrevalError, UsageError

if TYPE_CHECKING:
    from sacreval.cli.config.config_file import Config

KEY = "datasets"


def words_of(found: Config) -> list[str]:
    """Return the data sets of a config as values of --dataset.

    Args:
        found: The config.

    Raises:
        UsageError: If one has an unknown key, a value of another form, or a wrong metric; the
            message names the line.
    """
    sets = found.values[KEY]
    if not isinstance(sets, dict) or not sets:
        raise UsageError(
            f"{found.where(KEY)}: data sets are names with their inputs, as in "
            "`datasets: {boolq: {inputs: [outputs.jsonl]}}`"
        )
    return gathered([partial(_word, found, str(name), x) for name, x in sets.items()])


def _word(found: Config, name: str, values: Any) -> str:
    place = (KEY, name.replace("-", "_"))
    try:
        made = of_values(name, values)
    except OptionError as error:
        key = error.option.replace("-", "_")
        raise UsageError(f"{found.where(*place, key)}: {error}") from None
    specs = made.get("metrics", ())
    gathered([partial(_check, found, (*place, "metrics", i), x) for i, x in enumerate(specs)])
    return write_spec(name, made)


def _check(found: Config, place: tuple[str | int, ...], spec: str) -> None:
    from sacreval.scoring.entries.run_metrics import entry

    try:
        entry(spec)
    except OptionError as error:
        where = found.where(*place, split_spec(spec)[0].replace("-", "_"), error.option)
        raise UsageError(f"{where}: {error}") from None
    except SacrevalError as error:
        raise type(error)(f"{found.where(*place)}: {error}") from None
