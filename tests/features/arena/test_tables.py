"""Arenas in each format."""

import csv
import io
import json

import jsonschema
import pytest

from sacreval.cli.options.option_groups import ResamplingOptions
from sacreval.features.arena.arena import rank
from sacreval.features.arena.battles import Battle, Placed
from sacreval.features.arena.options import RankingOptions
from sacreval.features.arena.tables import ShownRanking, notes, render, tables
from support.battles import SEPARATED, counted
from support.mirror import CHECKOUT


def report(battles=None, **settings):
    """Return a report of battles of which one system won all."""
    battles = [battle | {"length_a": i % 3, "length_b": i % 5, "groups": {"half": i % 2}}
               for i, battle in enumerate(battles or counted(SEPARATED))]  # fmt: skip
    placed = [Placed(Battle(**battle), "here") for battle in battles]
    return rank(placed, RankingOptions(**settings), ResamplingOptions(resamples=50))


def test_tables():
    """The strengths, then a matrix in which both sides of a pair add up to 1."""
    first, second = tables(report())
    assert first.rows[0][:4] == ["-", "A", "10", "10/0/0"]
    assert first.rows[0][5:] == ["above", "-"]
    assert first.rows[1][0] == "1-2"
    assert second.head == ["win rate of row", "A", "B", "C"]
    assert second.rows[1] == ["B", "0.000 (5)", "", "0.600 (5)"]
    assert second.rows[2] == ["C", "0.000 (5)", "0.400 (5)", ""]


def test_base_and_lengths():
    """With a base or lengths there is a row for each pair."""
    _, pairs = tables(report(base="C", lengths=True, by="half", online_elo=True))
    assert pairs.head[0] == "group"
    assert pairs.head[-2:] == ["at equal lengths", "slope"]
    assert [row[1:3] for row in pairs.rows if not row[0]] == [["A", "C"], ["B", "C"]]
    assert pairs.rows[0][-2:] == ["-", "-"]


def test_notes():
    """What strengths, ranks and rates at equal lengths are, and what is missing."""
    missing = [{"instance_id": 99, "a": "A", "b": "B"}]
    both = [{"instance_id": 1, "a": "B", "b": "A", "winner": "a", "judge": None}]
    lines = notes(report([*counted(SEPARATED), *missing, *both], lengths=True))
    assert lines[0].startswith("strength: Bradley-Terry")
    assert "resamples:50|seed:12345" in lines[1]
    assert "at equal lengths" in lines[2]
    assert lines[3].startswith("1 of 1 verdicts in both orders (100.0%) depend on the order")
    assert lines[4] == "1 battles have no verdict and are left out"


@pytest.mark.parametrize("form", ["text", "md", "tex", "csv", "tsv", "json", "jsonl"])
def test_every_format_has_the_missing_battles(form):
    """Beside those with a verdict, of systems and of pairs; without any, no format names them."""
    missing = [{"instance_id": 99, "a": "A", "b": "B"}]
    options = {"base": "B", "by": "half"}
    assert "missing" not in render(report(**options), form).replace('"missing": 0,', "")
    arena = report([*counted(SEPARATED), *missing], **options)
    assert "missing" in render(arena, form)
    counts = {
        (row["group"], row["system_id"]): row["missing"] for row in ShownRanking(arena).rows()
    }
    assert [counts[None, name] for name in "ABC"] == [1, 1, 0]
    assert sum(counts.values()) == 4  # half=1 too
    assert [(row.system_id, row.missing) for row in arena.pairs if row.missing] == [("A", 1)] * 2


@pytest.mark.parametrize("options", [{}, {"base": "B", "lengths": True, "by": "half"}])
def test_formats(options):
    """JSON follows its schema; delimited text and lines have a row for each system."""
    arena = report(**options)
    schema = json.loads((CHECKOUT / "sacreval/features/arena/arena.schema.json").read_text())
    document = json.loads(render(arena, "json"))
    jsonschema.validate(document, schema)
    lines = [json.loads(line) for line in render(arena, "jsonl").splitlines()]
    assert lines == document["standings"]
    for form, mark in (("tsv", "\t"), ("csv", ",")):
        rows = list(csv.DictReader(io.StringIO(render(arena, form)), delimiter=mark))
        assert [row["system_id"] for row in rows] == [line["system_id"] for line in lines]
        assert rows[0]["strength"] == ""
    assert render(arena, "md").count("\n| :---") == 2
    assert "toprule" in render(arena, "tex")


def test_in_python():
    """It prints as the command does, and is HTML in a notebook."""
    ranking = ShownRanking(report())
    assert str(ranking) == ranking.render("text").rstrip("\n")
    assert "<table>" in ranking._repr_html_()
    assert ranking.rows()[0]["low"] is None
