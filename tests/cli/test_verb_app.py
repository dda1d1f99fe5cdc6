"""Verbs: their table, their subcommands, and classes of one's own."""

import pytest
import typer

from sacreval.cli.help.help_sections import first_paragraph
from sacreval.cli.verb_app import verb_app
from sacreval.cli.verb_index import SECTIONS, VERBS, purposes
from sacreval.commands import evaluate, score
from sacreval.commands.verbs import app
from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.features.compare import command as compare
from sacreval.features.correlate import command as correlate
from support.program import write_jsonl
from support.sizes import few

VERB_APP_VERBS = {"evaluate": evaluate, "score": score, "compare": compare, "correlate": correlate}

OTHERS = {
    "evaluate": {"agree"},
    "compare": {"results"},
    "correlate": {"scores", "judgments", "trust", "list"},
}


def subcommands(app):
    """List the names of the subcommands of an application."""
    group = typer.main.get_group(app.typer_app())
    return set(group.list_commands(typer.Context(group)))


@pytest.mark.parametrize("name", VERB_APP_VERBS)
def test_each_metric_and_suites(name):
    """Every verb has a subcommand for each metric and for suites; three verbs have others."""
    others = subcommands(VERB_APP_VERBS[name].app) - {*metrics, "suite"}
    assert subcommands(VERB_APP_VERBS[name].app) >= {*metrics, "suite"}
    assert others == OTHERS.get(name, set())


@pytest.mark.parametrize("name", VERB_APP_VERBS)
def test_commands_are_created_by_name(name):
    """A subcommand is created by its name, and an unknown name is refused."""
    assert VERB_APP_VERBS[name].make("bleu").params
    with pytest.raises(UsageError, match="did you mean"):
        VERB_APP_VERBS[name].make("bleau")


def test_nothing_is_created_before_it_is_used():
    """Listing the subcommands creates none of them."""
    created = []
    app = verb_app(created.append, "Help.", {"other": "Another."})
    assert "other" in subcommands(app)
    assert not created
    group = typer.main.get_group(app.typer_app())
    group.get_command(typer.Context(group), "other")
    assert created == ["other"]


def test_sentences_of_verbs():
    """Each sentence of `sacreval --help` is how the help of the command begins."""
    root = typer.main.get_group(app)
    for section, verbs in purposes().items():
        assert tuple(verbs) == SECTIONS[section]
        for name, sentence in verbs.items():
            assert first_paragraph(root.get_command(None, name).help) == sentence
    assert {name for verbs in SECTIONS.values() for name in verbs} <= VERBS.keys()


NAME = "py:support.own_metrics"

SIZES = [
    {"prediction": 1, "references": [1]},
    {"prediction": 22, "references": [22]},
    {"prediction": 333, "references": [334]},
    {"prediction": 4444, "references": [4445]},
]


def test_a_metric_of_meta(cli, tmp_path):
    """A metric may need any field, of any type where it names none."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": 3, "meta": {"num1": 1, "num2": 2}}])
    assert "1.0000" in cli("evaluate", f"{NAME}:SumAccuracy", "a.jsonl", "--workers", "2").out
    write_jsonl(tmp_path / "b.jsonl", [{"prediction": 3}])
    assert "b.jsonl:1: no `meta`" in cli("evaluate", f"{NAME}:SumAccuracy", "b.jsonl").err


def test_a_metric_of_the_set(cli, tmp_path):
    """A score that is undefined for a system is stated; the others have intervals."""
    write_jsonl(tmp_path / "a.jsonl", SIZES * 10)
    write_jsonl(tmp_path / "b.jsonl", SIZES[:2])
    done = cli("evaluate", f"{NAME}:AccuracyBySize", "a.jsonl", "b.jsonl")
    assert done.code == 0
    assert "a       40             -0.8944" in done.out
    assert (
        "accuracy_by_size of 'b' is undefined: all outputs are right, or all are wrong" in done.err
    )
    with_intervals = cli("evaluate", f"{NAME}:AccuracyBySize", "a.jsonl", "--ci")
    assert "[" in with_intervals.out
    few = cli("evaluate", f"{NAME}:AccuracyBySize", "b.jsonl", "--ci")
    assert few.code == 0
    assert "no interval, as the scores do not vary, or are undefined for resamples" in few.err


@few(
    3,
    ("name", "part"),
    [
        ("UnknownField", "reads the field 'question', which records do not have"),
        ("TextNeeds", "`needs` is a text; write a tuple, ('meta',)"),
        ("NamedName", "has an option 'name', which metrics have already; rename it"),
        ("NotComplete", "does not define row; add what is missing"),
        ("NoSample", "defines neither of_sample nor estimate"),
        ("Undocumented", "the option extra is not documented under Args:"),
    ],
)
def test_wrong_classes(cli, tmp_path, name, part):
    """What a class may not be is one sentence."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "a", "references": ["b"]}])
    done = cli("evaluate", f"{NAME}:{name}", "a.jsonl")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert part in done.err


def test_a_score_that_is_nan(cli, tmp_path):
    """NaN as the score of a system is a failure, unless the metric states where it is undefined."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "a", "references": ["b"]}])
    done = cli("evaluate", f"{NAME}:NanOfAll", "a.jsonl")
    assert done.code == 3
    assert "a: py:support.own_metrics:NanOfAll returns NaN as characters; return a" in done.err


def test_inherited_options(cli, tmp_path):
    """A subclass without a docstring has the options and the text of its base."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "A", "references": ["a"]}])
    text = cli("evaluate", f"{NAME}:OwnBleu", "--help").out
    assert "  BLEU: n-gram precision with a brevity penalty" in text
    assert "--lowercase / --no-lowercase" in text
    assert cli("evaluate", f"{NAME}:OwnBleu", "a.jsonl", "--lowercase").code == 0
