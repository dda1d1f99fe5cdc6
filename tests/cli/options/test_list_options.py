"""Options that can be repeated: the values of all sources add up, by one rule for all of them."""

from functools import cache

import pytest

from sacreval.cli import verb_index
from sacreval.cli.config import suite
from sacreval.cli.config.plain_suite import parsed_suite
from sacreval.cli.config.suite_options import key_of
from sacreval.cli.options.list_options import joined, name_by
from sacreval.cli.parsing.plain_words import UnusualError
from support.pages import SAMPLE

suite_of = cache(verb_index.suite_of)
WORDS = {"metrics": ("bleu", "ter", "chrf"), "level": ("summary", "system", "global")}
VALUES = {"output": ("a.json", "b.csv", "c.md"), "plot": ("a.svg", "b.svg", "c.svg")}


def lists(verb):
    command = suite_of(verb)
    return [option for option in command.params if option.multiple and key_of(option) != "datasets"]


@pytest.fixture
def _commands_once(monkeypatch):
    """Create the commands, whose keys a config may have, once for all cases."""
    monkeypatch.setattr(suite, "keys", KEYS)


KEYS = cache(suite.keys)
OPTIONS = [(verb, option) for verb in verb_index.collected("CONFIGURED") for option in lists(verb)]


def words(option):
    """Return three values of an option, of two names where values have names."""
    if "=" not in (option.metavar or ""):
        return WORDS.get(option.name) or VALUES.get(option.name) or ("a", "b", "c")
    ends = VALUES.get(option.name, ("1", "2", "3"))
    return tuple(f"{name}={end}" for name, end in zip("aba", ends, strict=True))


def read(verb, option, *flags):
    """Return the values of an option after a suite's command line."""
    context = suite_of(verb).make_context("suite", ["s.yaml", str(SAMPLE), *flags])
    return texts(context, option)


def texts(context, option):
    """Return the values of an option of a context as texts."""
    return [str(getattr(x, "value", x)) for x in context.params[option.name] or ()]


@pytest.mark.usefixtures("_commands_once")
@pytest.mark.parametrize(
    ("verb", "option"), OPTIONS, ids=[f"{verb}-{key_of(option)}" for verb, option in OPTIONS]
)
def test_rule(verb, option, tmp_path, monkeypatch):
    """Config, environment and flags add; equal names are replaced; --no-OPTION drops the others."""
    monkeypatch.chdir(tmp_path)
    key, flag = key_of(option), "--" + key_of(option).replace("_", "-")
    first, second, third = words(option)
    named = "=" in (option.metavar or "")
    (tmp_path / "s.yaml").write_text(f"{key}: ['{first}']\n", encoding="utf-8")
    assert read(verb, option) == [first]
    assert read(verb, option, flag, second) == [first, second]
    assert sorted(read(verb, option, flag, third)) == ([third] if named else sorted((first, third)))
    assert read(verb, option, flag, second, f"--no-{flag[2:]}") == [second]
    default = [str(value) for value in option.default or ()]
    context = suite_of(verb).make_context("suite", ["s.yaml", str(SAMPLE), f"--no-{flag[2:]}"])
    assert texts(context, option) == default
    if option.envvar:
        monkeypatch.setenv(option.envvar, second)
        assert read(verb, option) == [first, second]
        every = [third, second] if named else [first, second, third]
        assert read(verb, option, flag, third) == every
        monkeypatch.delenv(option.envvar)
    text = f"extends: s.yaml\n{key}: ['{second}']\n"
    (tmp_path / "t.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "u.yaml").write_text(f"{text}no-{flag[2:]}: true\n", encoding="utf-8")
    for name, values in (("t.yaml", [first, second]), ("u.yaml", [second])):
        context = suite_of(verb).make_context("suite", [name, str(SAMPLE)])
        assert texts(context, option) == values


def test_same_without_typer(tmp_path):
    """The values of a suite that is read without Typer are joined by the same rule."""
    from sacreval.commands import evaluate

    command = evaluate.app.assembled("suite")
    path = tmp_path / "s.yaml"
    path.write_text("metrics: [bleu]\nfail-under: {bleu: 1, ter: 2}\nwhere: a\n", encoding="utf-8")
    flags = ["-m", "ter", "-m", 'bleu{"lowercase": false}', "--fail-under", "bleu=3"]
    plain = parsed_suite(command, [str(path), str(SAMPLE), *flags, "--where", "b"])
    assert plain.values["metrics"] == ['bleu{"lowercase": false}', "ter"]
    assert (plain.values["fail_under"], plain.values["where"]) == (["bleu=3", "ter=2"], ["a", "b"])
    with pytest.raises(UnusualError):
        parsed_suite(command, [str(path), str(SAMPLE), "--no-where"])


def test_names_of_values():
    """A name ends at the last equals sign of an output, at the first of a field, or at a brace."""
    outputs, fields = name_by("METRIC=VALUE"), name_by("FIELD=JMESPATH")
    assert outputs("bleu[domain=news]=30") == "bleu[domain=news]"
    assert fields("prediction=a == 'b'") == "prediction"
    assert name_by("NAME=INPUT")('nq{"inputs": ["a=b"]}') == "nq"
    assert outputs("exact_match") == "exact_match"


def test_order_and_repetition():
    """A value stays where its name first stood, and those of one source are kept as they are."""
    values = joined([["a=1", "b=2"], ["c=3", "a=4", "a=5"]], name_by("METRIC=VALUE"))
    assert values == ["a=4", "a=5", "b=2", "c=3"]
    assert joined([["x", "x"]], str) == ["x", "x"]


def test_gates_of_a_config_and_of_flags(cli, tmp_path):
    """A gate on the command line leaves those of the config about other outputs in force."""
    (tmp_path / "s.yaml").write_text("metrics: [bleu, ter]\nfail-under: {bleu: 10, ter: 30}\n")
    done = cli("evaluate", "suite", "s.yaml", SAMPLE, "--fail-under", "bleu=12")
    assert done.code == 1
    assert "ter of literal is" in done.err
    assert "bleu >= 10" not in done.err
    done = cli("evaluate", "suite", "s.yaml", SAMPLE, "--fail-under", "bleu=12", "--no-fail-under")
    assert done.code == 0


@pytest.mark.parametrize(
    ("gates", "flags", "line"),
    [
        ("bleu: x", ["--fail-under", "ter=3"], 3),
        ("trr: 3", ["--fail-under", "bleu=3"], 3),
        ("bleu: 1", ["--fail-under", "ter=x"], None),
        ("bleu: 1", ["--fail-under", "bleu=1x"], None),
    ],
)
def test_place_of_a_mistake(cli, tmp_path, gates, flags, line):
    """A mistake in a value of the config has its line, one in a flag beside it has none."""
    (tmp_path / "s.yaml").write_text(f"metrics: [bleu, ter]\nfail-under:\n  {gates}\n")
    done = cli("evaluate", "suite", "s.yaml", SAMPLE, *flags)
    assert done.code == 2
    assert ("s.yaml:3: --fail-under" in done.err) == (line is not None)
    assert done.err.startswith("sacreval: error: s.yaml:3" if line else "sacreval: error: --fail")


def test_keys_that_drop(cli, tmp_path):
    """A key `no-OPTION` is true, of an option that can be repeated, and otherwise refused."""
    for text, words in (
        ("no-where: false", "drops values, and has no other value than true"),
        ("no-seed: true", "unknown key 'no-seed'"),
    ):
        (tmp_path / "s.yaml").write_text(f"metrics: [bleu]\n{text}\n")
        done = cli("evaluate", "suite", "s.yaml", SAMPLE)
        assert done.code == 2
        assert f"s.yaml:2: {words}" in done.err or f"s.yaml:2: 'no-where' {words}" in done.err


def test_lists_without_values_from_farther_away(cli):
    """A metric's own lists have no values of a config or the environment that could be dropped."""
    done = cli("evaluate", "rouge", SAMPLE, "--no-types")
    assert (done.code, "--no-types" in done.err) == (2, True)
    assert cli("evaluate", "rouge", SAMPLE, "--no-fail-under").code == 0
