"""The layout of a table for a paper."""

import pytest

from sacreval.errors import UsageError
from sacreval.features.paper.layout import Choice, Column, Score, Scores, layout

BLEU, TER = Column("", "bleu", "BLEU ↑"), Column("", "ter", "TER ↓")
SCORES = Scores(
    ["a", "b"],
    [BLEU, TER],
    {
        ("a", BLEU): Score({"score": "1", "interval": "[0, 2]"}, best=True),
        ("b", BLEU): Score({"score": "2", "interval": "[1, 3]"}, differs=True),
        ("a", TER): Score({"score": "3"}),
    },
)


def texts(table):
    return [(list(labels), [cell.text for cell in cells]) for labels, cells in table.rows]


def test_metrics_are_columns():
    """Each metric has a column for the score and one for the interval; some cells are empty."""
    table = layout(SCORES, Choice())
    assert table.labels == ["system"]
    assert table.heads == [
        [("BLEU ↑", 2), ("TER ↓", 2)],
        [("score", 1), ("interval", 1), ("score", 1), ("interval", 1)],
    ]
    assert texts(table) == [(["a"], ["1", "[0, 2]", "3", ""]), (["b"], ["2", "[1, 3]", "", ""])]


def test_marks_are_on_scores_alone():
    """Neither an interval nor a difference is bold or has a dagger."""
    marked = [
        cell.text
        for _, cells in layout(SCORES, Choice()).rows
        for cell in cells
        if cell.bold or cell.dagger
    ]
    assert marked == ["1", "2"]


def test_chosen_columns():
    """Outputs are in the order chosen; with one part there is one row of heads."""
    table = layout(SCORES, Choice(["ter", "score", "bleu"]))
    assert table.heads == [[("TER ↓", 1), ("BLEU ↑", 1)]]
    assert texts(table)[0] == (["a"], ["3", "1"])
    assert table.outputs == {"ter", "bleu"}


def test_transposed():
    """Metrics are rows with the name of the part, systems columns."""
    table = layout(SCORES, Choice(["bleu"], transposed=True))
    assert table.heads == [[("a", 1), ("b", 1)]]
    assert texts(table) == [
        (["BLEU ↑", "score"], ["1", "2"]),
        (["BLEU ↑", "interval"], ["[0, 2]", "[1, 3]"]),
    ]


def test_data_sets_side_by_side():
    """Metrics of one data set are neighbours, below its name."""
    columns = [Column(d, x, x) for x in ("bleu", "ter") for d in ("news", "talks")]
    scores = Scores(
        ["a"], columns, {("a", c): Score({"score": c.dataset + c.output}) for c in columns}
    )
    table = layout(scores, Choice())
    assert table.heads == [
        [("news", 2), ("talks", 2)],
        [("bleu", 1), ("ter", 1), ("bleu", 1), ("ter", 1)],
    ]
    assert texts(table) == [(["a"], ["newsbleu", "newster", "talksbleu", "talkster"])]


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [(["bleau"], "did you mean 'bleu'"), (["p"], "--columns p: "), (["ter", "ter"], "twice")],
)
def test_columns_that_are_not_there(columns, sentence):
    """An unknown column, a part that was not computed, and one named twice are errors."""
    with pytest.raises(UsageError, match=sentence):
        layout(SCORES, Choice(columns))
