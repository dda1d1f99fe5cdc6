"""The law of parsers: words that are parsed without Typer have the values that Typer reads."""

from enum import Enum

import pytest

from sacreval.cli.late_typer import Context
from sacreval.cli.options.unused_options import options_given
from sacreval.cli.parsing.assembled import Assembled
from sacreval.cli.parsing.plain_words import UnusualError, parse, plain
from sacreval.commands import evaluate, score
from sacreval.commands.verbs import app
from sacreval.core.metric import metrics

pytestmark = pytest.mark.usefixtures("made_once")
VERBS = {"evaluate": evaluate, "score": score}
SHARED = [
    [], ["-o", "out.json"], ["--output=out.json", "-q"], ["-r", "a", "--references", "b", "-"],
    ["--no-cache", "--workers", "2"], ["--workers", "0"], ["--workers", "2.0"], ["--seed", "7"],
    ["--seed=٣"], ["--reader", "jsonl", "--map", "a=b", "--map=c=d"], ["--limit", "3"], ["--help"],
    ["--force", "--force"], ["--seed", "1", "--seed", "2"], ["--no-cache=1"], ["--unknown"], ["-x"],
    ["--", "-a"], ["--seed", "-1"], ["-qq"], ["-oout.json"], ["--engine", "native"], ["--output"],
    ["--engine", "other"], ["--ray"], ["--ray", "auto"], ["--where", "", "--progress"],
]  # fmt: skip
OF_EVALUATE = [
    ["--ci", "--confidence", "0.9"], ["--no-ci", "--resamples=50"], ["--confidence", "1e-1"],
    ["--fail-under", "bleu=3", "--check", "bleu > 3"], ["--format", "json"], ["--format", "x"],
    ["--by", "domain", "--by", "a,b"], ["--plot-dpi", "10"], ["--plot-font-size", "9"],
    ["--sort", "name", "--details", "--junit", "x.xml"], ["--interval", "auto"], ["--baseline", ""],
]  # fmt: skip


def values_of(options):
    """Write values with their types; what Typer's enumerations hold stands for them."""
    return {name: repr(plainly(value)) for name, value in options.items()}


def plainly(value):
    if isinstance(value, list):
        return [plainly(one) for one in value]
    if isinstance(value, Enum):
        return value.value
    return sorted(options_given(value)) if hasattr(value, "get_parameter_source") else value


def by_typer(monkeypatch, words):
    """Return the values that Typer reads; None if it refuses the words or prints help."""
    found = []
    with monkeypatch.context() as patched:
        patched.setattr(Assembled, "run", lambda _, **values: found.append(values_of(values)))
        try:
            app(words, prog_name="sacreval", standalone_mode=False)
        except Exception:  # noqa: BLE001 - any refusal
            return None
    return found[0] if found else None


def by_plain(verb, name, words):
    """Return the values of the other parser; None if it leaves the words to Typer."""
    try:
        return values_of(parse(VERBS[verb].app.assembled(name).parameters, words))
    except UnusualError:
        return None


def option_words(name):
    """Yield words for every option of a metric, and of bleu also for those of all metrics."""
    shared = {one.name for one in VERBS["evaluate"].app.assembled("ter").parameters}
    for parameter in VERBS["evaluate"].app.assembled(name).parameters:
        if parameter.annotation is Context or (name != "bleu" and parameter.name in shared):
            continue
        try:
            one = plain(parameter)
        except UnusualError:
            continue
        for flag, value in one.flags.items():
            for text in () if value is not None else ("1", "0.5", "a", "[1]", '["a"]', "{}"):
                yield [flag, text]
            if value is not None:
                yield [flag]


NAMES = [name for name in metrics if "replies" not in metrics.get(name).needs]


@pytest.mark.parametrize("words", SHARED, ids=" ".join)
def test_shared_options(words, monkeypatch, capsys):
    """Options of all metrics have the same values, and refused words are left to Typer."""
    for verb in VERBS:
        check(verb, "bleu", ["in.jsonl", *words], monkeypatch)
    capsys.readouterr()


@pytest.mark.parametrize("words", OF_EVALUATE, ids=" ".join)
def test_options_of_evaluate(words, monkeypatch, capsys):
    """Options of evaluate have the same values."""
    check("evaluate", "chrf", [*words, "in.jsonl", "b=c.jsonl"], monkeypatch)
    capsys.readouterr()


@pytest.mark.parametrize("letter", sorted({name[0] for name in NAMES}))
def test_defaults_of_metrics(letter, monkeypatch):
    """Without options, both parsers have the same values for every metric."""
    for name in NAMES:
        if name[0] == letter:
            check("evaluate", name, ["in.jsonl"], monkeypatch, usual=not required(name))


@pytest.mark.parametrize("name", ["bleu", "rouge", "classification", "exact-match", "ranking"])
def test_options_of_metrics(name, monkeypatch, capsys):
    """Each option of a metric has the same value, whatever is given."""
    for words in option_words(name):
        check("evaluate", name, ["in.jsonl", *words], monkeypatch)
    capsys.readouterr()


def required(name):
    """Return whether only Typer knows all options of a metric, such as arguments."""
    try:
        [
            plain(one)
            for one in VERBS["evaluate"].app.assembled(name).parameters
            if one.annotation is not Context
        ]
    except UnusualError:
        return True
    return False


def check(verb, name, words, monkeypatch, *, usual=False):
    """Check that the plain parser returns what Typer reads, or nothing."""
    ours = by_plain(verb, name, words)
    if usual:
        assert ours is not None, name
    if ours is not None:
        assert ours == by_typer(monkeypatch, [verb, name, *words]), (verb, name, words)
