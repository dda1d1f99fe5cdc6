"""Data sets of a run, from --dataset or from `datasets` in a config."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sacreval.cli.options.common_options import Datasets
from sacreval.cli.options.option_groups import InputOptions
from sacreval.cli.options.ungrouped import OptionGroup
from sacreval.errors import UsageError, nearest

if TYPE_CHECKING:
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.inputs.source import Source
    from sacreval.scoring.sets.data_sets import DataSet

LISTS = ("inputs", "references", "sources", "map", "metrics")
TEXTS = ("reader", "join", "on", "where")
KEYS = (*LISTS, *TEXTS)
"""Keys of a data set; each replaces the value of the run."""
_NAME = r"\w[\w .:+@/-]*"
_EXAMPLE = "as in --dataset boolq=outputs.jsonl"


class DataSetOptions(OptionGroup):
    """The data sets of a run."""

    section = "Input"

    dataset: Datasets = None

    def sources(self, files: InputOptions) -> dict[str | None, Source]:
        """Return the inputs of each data set, without metrics.

        Args:
            files: The inputs and readers of the run.

        Raises:
            UsageError: If a data set cannot be parsed, or lacks inputs.
        """
        sets = self._by_name(files)
        if not sets:
            return {None: files.source()}
        return {name: _source(name, values, files, list(sets)) for name, values in sets.items()}

    def sets(self, files: InputOptions, entries: Sequence[Entry]) -> list[DataSet]:
        """Return the data sets of a run; one without a name if none is named.

        Args:
            files: The inputs and readers of the run.
            entries: The metrics of the run, of data sets that have none of their own.

        Raises:
            UsageError: If a data set cannot be parsed, or lacks inputs or metrics.
        """
        from sacreval.scoring.sets.data_sets import DataSet

        sets = self._by_name(files)
        if not sets:
            return [DataSet(None, files.source(), _some(entries))]
        return [
            _data_set(name, values, files, entries, list(sets)) for name, values in sets.items()
        ]

    def _by_name(self, files: InputOptions) -> dict[str, dict[str, Any]]:
        sets = parse(self.dataset or ())
        if sets and files.inputs:
            raise UsageError(
                f"{files.inputs[0]}: this input is of no data set, and the run has data sets; "
                "write --dataset NAME=INPUT for each"
            )
        return sets


def parse(words: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Parse the values of --dataset: NAME=INPUT, or NAME with its keys as JSON in braces.

    Args:
        words: The values; inputs of one name are of one data set.

    Returns:
        Name to key to value, each of the form of the option: lists of texts, or a text.

    Raises:
        UsageError: If one cannot be parsed, or a name is repeated.
    """
    from sacreval.core.options.specs import split_spec

    sets: dict[str, dict[str, Any]] = {}
    whole: set[str] = set()
    for word in words:
        head, brace, _ = word.partition("{")
        if brace and "=" not in head:
            name, values = split_spec(word)
            where = f"--dataset {name}"
            if name in sets:
                raise UsageError(f"{where}: this data set is named twice; name it once")
            sets[_checked(name, where)] = of_values(name, values)
            whole.add(name)
            continue
        name, equals, path = word.partition("=")
        if not (name.strip() and equals and path.strip()):
            raise UsageError(f"--dataset {word}: write NAME=INPUT, {_EXAMPLE}")
        name = _checked(name.strip(), f"--dataset {word}")
        if name in whole:
            raise UsageError(f"--dataset {name}: this data set is named twice; name it once")
        sets.setdefault(name, {"inputs": []})["inputs"].append(path)
    return sets


def of_values(name: str, values: Any) -> dict[str, Any]:
    """Convert what a config or JSON says about a data set to values of options."""
    from sacreval.core.options.specs import OptionError

    if isinstance(values, str | list):
        values = {"inputs": values}
    if not isinstance(values, dict):
        raise OptionError(
            f"data set {name}: it has inputs and other options, as in {{inputs: [outputs.jsonl]}}",
            "",
        )
    options: dict[str, Any] = {}
    for key, value in values.items():
        option = str(key).replace("-", "_")
        if option not in KEYS:
            raise OptionError(
                f"data set {name}: unknown key '{key}'; {nearest(str(key), KEYS)}", str(key)
            )
        if value is not None:
            options[option] = (
                _many(name, option, value) if option in LISTS else _text(name, option, value)
            )
    if not options.get("inputs"):
        raise OptionError(f"data set {name}: it has no inputs; name its files", "inputs")
    return options


def _checked(name: str, where: str) -> str:
    if not re.fullmatch(_NAME, name):
        raise UsageError(
            f"{where}: '{name}' cannot be the name of a data set; use letters, digits, blanks and "
            ". : + @ / -"
        )
    return name


def _many(name: str, key: str, value: Any) -> list[str]:
    if isinstance(value, dict) and key in ("inputs", "map"):
        pairs = [
            (str(left), path)
            for left, right in value.items()
            for path in (right if isinstance(right, list) and key == "inputs" else [right])
        ]
        if all(isinstance(path, str) for _, path in pairs):
            return [f"{left}={path}" for left, path in pairs]
    items = value if isinstance(value, list) else [value]
    return [_text(name, key, item) for item in items]


def _text(name: str, key: str, value: Any) -> str:
    """Return a text; a name with its options below it is a spec, such as a metric or a reader."""
    from sacreval.core.options.specs import OptionError, write_spec

    if isinstance(value, dict) and len(value) == 1 and key in ("metrics", "reader"):
        [(head, options)] = value.items()
        if options is None or isinstance(options, dict):
            return write_spec(str(head), options or {})
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise OptionError(f"data set {name}: {key} must be text; put it in quotes", key)
    return value


def _some(entries: Sequence[Entry], name: str | None = None) -> Sequence[Entry]:
    if not entries:
        from sacreval.io.resources import shipped

        where = "a suite" if name is None else f"data set {name}: it"
        raise UsageError(
            f"{where} needs metrics; name them with -m, or name a config: a file, or one of "
            f"{', '.join(shipped())}"
        )
    return entries


def _data_set(
    name: str,
    values: Mapping[str, Any],
    files: InputOptions,
    entries: Sequence[Entry],
    names: Sequence[str],
) -> DataSet:
    from sacreval.scoring.sets.data_sets import DataSet, naming_data_set

    source = _source(name, values, files, names)
    with naming_data_set(name):
        chosen = _entries(values["metrics"], entries) if "metrics" in values else entries
        if "where" in values:
            from sacreval.scoring.entries.run_metrics import within

            chosen = _like(entries, [within(entry, values["where"]) for entry in chosen])
    return DataSet(name, source, _some(chosen, name))


def _source(
    name: str, values: Mapping[str, Any], files: InputOptions, names: Sequence[str]
) -> Source:
    """Return the inputs of a data set; what it does not say is as for the run."""
    from sacreval.cli.options.option_values import source_of
    from sacreval.scoring.sets.data_sets import naming_data_set

    with naming_data_set(name):
        references = list(_references(files.references or (), name, names))
        return source_of(
            values["inputs"],
            values.get("references", references),
            values.get("reader", files.reader),
            values.get("map", files.map_),
            sources=values.get("sources", files.sources),
            join=values.get("join", files.join),
            on=values.get("on", files.on),
        )


def _references(words: Sequence[str], name: str, names: Sequence[str]) -> Iterator[str]:
    """Yield the files of -r that are for a data set: those of its name, and those of no name."""
    from sacreval.scoring.inputs.input_files import NamedInput

    for word in words:
        of, path = NamedInput.parse(word, "-r")
        if of is not None and of not in names:
            raise UsageError(f"-r {word}: there is no data set '{of}'; {nearest(of, names)}")
        if of is None or of == name:
            yield path


def _entries(specs: Sequence[str], of_run: Sequence[Entry]) -> Sequence[Entry]:
    """Create the metrics of a data set; judges among them ask as those of the run."""
    from sacreval.scoring.entries.run_metrics import entries

    return _like(of_run, entries(specs))


def _like(of_run: Sequence[Entry], entries: Sequence[Entry]) -> Sequence[Entry]:
    options = getattr(of_run, "options", None)
    if options is None:
        return entries
    from sacreval.cli.options.judge_options import EntriesToAsk

    return EntriesToAsk.of(entries, options)
