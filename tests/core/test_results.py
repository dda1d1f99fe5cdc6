"""Results as they are written, selections, missing outputs, stored scores and verdicts."""

import math

import pytest

from sacreval.core.missing_outputs import (
    counted,
    counted_among,
    kind_of,
    missing_output,
    no_output,
)
from sacreval.core.results import SCHEMA_VERSION, Report
from sacreval.core.selection import Selection
from sacreval.core.stored_scores import StoredScore, has_score, reducer, scores_of
from sacreval.core.verdict_rows import VerdictRow, decoder, verdict_line
from sacreval.core.version import version
from sacreval.errors import UsageError
from sacreval.text.expressions import compiled


@pytest.mark.parametrize(
    ("selection", "taken"),
    [
        (Selection(), {"a", "b", "human"}),
        (Selection(("peer",)), {"a", "b"}),
        (Selection(("reference",)), {"human"}),
        (Selection(("b", "reference")), {"b", "human"}),
        (Selection(("all",), ("a",)), {"b", "human"}),
        (Selection(("a",), ("a",)), set()),
    ],
    ids=["all", "peers", "references", "named", "excluded", "none"],
)
def test_selection(selection, taken):
    """Kinds and names are taken, and what is excluded is not, even if it is named."""
    kinds = {"a": "peer", "b": "peer", "human": "reference"}
    assert {name for name, kind in kinds.items() if selection.takes(name, kind)} == taken


def test_what_a_selection_says():
    """Names that must exist are listed; the selection of all is not written."""
    assert Selection(("peer", "a"), ("b",)).named == ["a", "b"]
    assert Selection().stated() is None
    assert Selection(exclude=("a",)).stated() == Selection(exclude=("a",))


def test_a_file_has_versions():
    """Results are written with the versions of the schema and of sacreval, and the notices."""
    file = Report([], notices=["n"], selection=Selection(("peer",))).to_file()
    assert (file.schema_version, file.sacreval) == (SCHEMA_VERSION, version())
    assert file.selection == Selection(("peer",))
    assert file.notices == ["n"]


def test_kinds():
    """The kind is read back from the error; an error of another form is a failure."""
    assert missing_output("refused", "no: never") == "refused: no: never"
    assert kind_of("refused: no: never") == "refused"
    assert kind_of(missing_output("unparsed")) == "unparsed"
    assert kind_of("timed out") == "failed"


def test_counted():
    """Kinds are counted apart, in one order."""
    assert counted(["unparsed: [invalid]", "boom", "refused", "unparsed"]) == (
        "1 failed, 1 refused, 2 unparsed"
    )


def test_counted_among():
    """Records without an output are counted among all that could not be scored."""
    texts = [
        f"f:{i}: {no_output(error)}" for i, error in enumerate(("refused", "unparsed: x", "y"))
    ]
    assert counted_among([*texts, "f:4: NaN"]) == "1 failed, 1 refused, 1 unparsed"
    assert not counted_among(["f:4: NaN"])


def test_stored_score():
    """A score may lack its error, system, task and number of records."""
    score = StoredScore(name="acc", value=0.5, where="results.json")
    assert (score.error, score.system_id, score.task, score.records) == (None,) * 4


def test_has_score():
    """The expression holds for exactly the records that have the score, wherever it is."""
    metas = [
        {"scores": {"acc": 0, "quality": {"style": False}}},
        {"scores": {"pass@1": False, "quality.style": 1}},
        {"epochs": [{"scores": {"acc": False}}, {"scores": {}}]},
        {"epochs": [{"scores": {"pass@1": 1.0}}]},
        {},
        None,
    ]
    for name in ("acc", "pass@1", "quality.style"):
        holds = compiled(has_score(name, metas), "")
        answers = [holds({"meta": meta}) not in (None, False, []) for meta in metas]
        assert answers == [name in scores_of(meta) for meta in metas]
        assert set(answers) == {True, False}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mean", 0.5),
        ("sum", 2.0),
        ("median", 0.5),
        ("max", 1.0),
        ("mode", 1.0),
        ("pass_at_1", 0.5),
        ("pass_at_2", 5 / 6),
        ("pass_at_3", 1.0),
        ("at_least_2", 1.0),
        ("at_least_3", 0.0),
    ],
)
def test_values(name, value):
    """Each reducer gives the value of its definition."""
    assert reducer(name)([1.0, 0.0, 1.0, 0.0]) == pytest.approx(value)


def test_undefined():
    """pass@k of fewer than k scores is undefined; an unknown name has no function."""
    assert math.isnan(reducer("pass_at_3")([1.0]))
    assert reducer("pass_k_2") is None


ROW = VerdictRow(instance_id="Toy/0", sample=1, verdict="wrong", tests=[True, False],
                 program_sha256="ab", runner="bwrap 0.8.0", limits={"seconds": 3.0})  # fmt: skip


def test_lines():
    """A line is read as the row that it was written from."""
    assert decoder.decode(verdict_line(ROW)) == ROW
    assert verdict_line(ROW).endswith(b"}\n")
    assert b"attempt" not in verdict_line(ROW)


def test_keys():
    """A sample has the same key whether its problem's id is a number or its digits."""
    assert ROW.key == (None, "Toy/0", 1)


def test_records_of_systems():
    """The systems stay; a seed is stated with a sample only."""
    systems = Selection(("peer",), ("a",))
    assert systems.with_records((), None, None, 5) == systems
    assert not systems.of_records
    selection = systems.with_records(["x"], 3, None, 5)
    assert selection == Selection(("peer",), ("a",), ("x",), 3)
    assert systems.with_records((), None, 3, 5).seed == 5
    assert selection.of_records


@pytest.mark.parametrize(
    ("limit", "sample", "message"),
    [
        (0, None, "--limit 0: give 1 or more"),
        (None, -1, "--sample -1: give 1 or more"),
        (2, 2, "--limit takes the first"),
    ],
)
def test_numbers_that_select_nothing(limit, sample, message):
    """A number below 1, or both at once, is refused."""
    with pytest.raises(UsageError, match=message):
        Selection().with_records((), limit, sample, 1)
