"""Runs made ready: what is counted, selected and told before rows are computed."""

import pytest

from sacreval.cli.options.option_groups import RunOptions
from sacreval.cli.run_context import prepare_sets
from sacreval.core.selection import Selection
from sacreval.errors import InputError
from sacreval.scoring.entries.run_metrics import entries
from sacreval.scoring.inputs.source import Source
from sacreval.scoring.sets.data_sets import DataSet
from support.program import write_jsonl

OPTIONS = RunOptions(cache=False, progress=False)
ALL = Selection()


def written(path, systems="ab", inputs=3):
    """Write records of some systems."""
    return write_jsonl(path, [
        {"instance_id": str(i), "system_id": system, "prediction": "a b", "references": ["a b"]}
        for system in systems for i in range(inputs)
    ])  # fmt: skip


def prepared(*sets, selection=ALL, **options):
    """Prepare data sets of the given names and files for one metric."""
    made = [
        DataSet(name, Source.of([str(path)]), entries(["exact-match"]))
        for name, path in zip("xyz", sets, strict=False)
    ]
    return prepare_sets(made, OPTIONS, selection, **options)


def test_records_of_all_sets_are_counted(tmp_path):
    """The progress bar has the records of all data sets, if all of them can be counted."""
    found = prepared(written(tmp_path / "x.jsonl"), written(tmp_path / "y.jsonl", "a"))
    assert [one.dataset for one in found.sets] == ["x", "y"]
    assert [one.total() for one in found.sets] == [6, 3]
    with found.running([]) as run:
        assert run.partial is None
    assert found.selection() is None


def test_what_is_selected_is_stated(tmp_path):
    """Systems that are left out are in no batch, and the selection is stated in results."""
    selection = Selection(exclude=("b",))
    found = prepared(written(tmp_path / "x.jsonl"), selection=selection)
    [one] = found.sets
    assert {name for batch in one.batches for name in batch.column("system_id")} == {"a"}
    assert found.selection() == selection


def test_missing_files_are_named_at_once(tmp_path):
    """Inputs of all sets and the baseline are looked for before any is read."""
    with pytest.raises(InputError, match=r"x\.jsonl.*\n?.*base\.json"):
        prepared(tmp_path / "x.jsonl", baseline=tmp_path / "base.json")
