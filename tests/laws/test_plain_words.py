"""Plain words and suites: read without Typer as with it."""

import re
from enum import Enum

import pytest

from sacreval.cli.config.plain_suite import parsed_suite
from sacreval.cli.late_typer import Context
from sacreval.cli.options.unused_options import options_given
from sacreval.cli.parsing.assembled import Assembled
from sacreval.cli.parsing.plain_words import UnusualError, parse, plain
from sacreval.commands import evaluate, plain_run, score
from sacreval.commands.verbs import app
from sacreval.core.metric import metrics
from sacreval.errors import SacrevalError
from sacreval.io.resources import shipped
from support.pages import SAMPLE

pytestmark = pytest.mark.usefixtures("cached_commands")

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
        return [plainly(part) for part in value]
    if isinstance(value, Enum):
        return value.value
    return sorted(options_given(value)) if hasattr(value, "get_parameter_source") else value


def by_typer(monkeypatch, words):
    """Return the values that Typer reads; None if it refuses the words or prints help."""
    calls = []
    with monkeypatch.context() as patched:
        patched.setattr(Assembled, "run", lambda _, **values: calls.append(values_of(values)))
        try:
            app(words, prog_name="sacreval", standalone_mode=False)
        except Exception:  # noqa: BLE001 - any refusal
            return None
    return calls[0] if calls else None


def by_plain(verb, name, words):
    """Return the values of the other parser; None if it leaves the words to Typer."""
    try:
        return values_of(parse(VERBS[verb].app.assembled(name).parameters, words))
    except UnusualError:
        return None


def option_words(name):
    """Yield words for every option of a metric, and of bleu also for those of all metrics."""
    shared = {parameter.name for parameter in VERBS["evaluate"].app.assembled("ter").parameters}
    for parameter in VERBS["evaluate"].app.assembled(name).parameters:
        if parameter.annotation is Context or (name != "bleu" and parameter.name in shared):
            continue
        try:
            option = plain(parameter)
        except UnusualError:
            continue
        for flag, value in option.flags.items():
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
            plain(parameter)
            for parameter in VERBS["evaluate"].app.assembled(name).parameters
            if parameter.annotation is not Context
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


CONFIGS = {
    "plain.yaml": "metrics: [bleu, chrf: {word_order: 2}]\n",
    "gates.yaml": "metrics: [bleu, chrf]\nfail-under: {bleu: 1, chrf: 20.5}\ncheck: [chrf <= 99]\n",
    "failed.yaml": "metrics: [bleu]\nfail_under: [bleu=99]\nformat: json\n",
    "unknown.yaml": "metrics: [bleu]\n# no output\nfail_under:\n  - bleu=1\n  - other=2\n",
    "inputs.yaml": f"metrics: bleu\ninputs: {SAMPLE}\ndetails: true\nsort: name\nseed: 7\n",
    "extends.yaml": "extends: plain.yaml\nmetrics: [ter]\nsystems: ['*']\n",
    "none.yaml": "seed: 3\nmetrics: null\n",
    "typed.yaml": "metrics: [bleu]\nconfidence: 1\nseed: '8'\nby: [domain]\n",
    "wrong.yaml": "metrics: [bleu]\nseed: x\n",
    "misspelt.yaml": "metrics: [bleu]\nfail-undr: {bleu: 1}\n",
    "twice.yaml": "metrics: [bleu]\nci: true\nci: false\n",
    "judged.yaml": "metrics: [bleu]\nwith: [function:x]\n",
    "sets.yaml": f"metrics: [bleu]\ndatasets: {{a: {SAMPLE}, b: {SAMPLE}}}\n",
    "metric.yaml": "metrics: [bleu: {tokenize: nothing}]\n",
    "json.yaml": "metrics: ['[\"bleu\"]']\n",
}

LINES = [
    ["-m", "bleu", "-m", "chrf", SAMPLE], ["-m", "bleu", "--details", SAMPLE, "-q"],
    ["-m", 'chrf{"word_order": 2, "as": "chrfpp"}', SAMPLE, "--format", "json"],
    ["-m", "bleu", SAMPLE, "--fail-under", "bleu=1"], ["-m", "bleu", SAMPLE, "--seed", "3"],
    ["-m", "bleu", SAMPLE, "--fail-under", "bleu=99"], ["-m", "bleu", SAMPLE, "--check", "x=1"],
    ["-m", "nothing", SAMPLE], [SAMPLE], [], ["bleu", SAMPLE], ["machine-translatio", SAMPLE],
    ["-m", '["bleu"]', SAMPLE], ["--help"], ["-m", "bleu", "--with", "x", SAMPLE],
    *([name, SAMPLE] for name in ("machine-translation", "question-answering", "gsm8k")),
    *([name, SAMPLE] for name in CONFIGS), ["plain.yaml", "gates.yaml", SAMPLE],
    ["gates.yaml", SAMPLE, "--fail-under", "bleu=2"], ["plain.yaml", "-m", "ter", SAMPLE],
    ["plain.yaml", "-m", "bleu", SAMPLE, "--format", "csv"], ["inputs.yaml"], ["absent.yaml"],
    ["gates.yaml", SAMPLE, "-o", "out.json", "--force"], ["gates.yaml", SAMPLE, "--seed", "x"],
]  # fmt: skip


@pytest.fixture(autouse=True)
def _configs(tmp_path, monkeypatch):
    for name, text in CONFIGS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def name_of(words):
    return " ".join("SAMPLE" if word == SAMPLE else str(word) for word in words) or "nothing"


def suites_values_of(options):
    """Write values, and where those of options come from."""
    return {name: repr(shown(value)) for name, value in options.items()}


def shown(value):
    if not hasattr(value, "get_parameter_source"):
        return value
    sources = {option: value.get_parameter_source(option) for option in OPTIONS}
    set_by = {option: source.name for option, source in sources.items() if source is not None}
    return sorted(options_given(value)), {x: y for x, y in set_by.items() if y == "DEFAULT_MAP"}


OPTIONS = [
    p.name for p in evaluate.app.assembled("suite").parameters if p.annotation is not Context
]


def suites_by_typer(monkeypatch, words):
    """Return the values that Typer reads; None if it refuses the words or prints help."""
    calls = []
    with monkeypatch.context() as patched:
        patched.setattr(
            Assembled, "run", lambda _, **values: calls.append(suites_values_of(values))
        )
        try:
            app(words, prog_name="sacreval", standalone_mode=False)
        except Exception:  # noqa: BLE001 - any refusal
            return None
    return calls[0] if calls else None


def suites_by_plain(verb, words):
    """Return the values of the other parser; None if it leaves the words to Typer."""
    try:
        return suites_values_of(parsed_suite(VERBS[verb].app.assembled("suite"), words).values)
    except (UnusualError, SacrevalError):
        return None


@pytest.mark.parametrize("words", LINES, ids=name_of)
def test_same_values(words, monkeypatch, capsys):
    """Suites and configs have the same values, and refused words are left to Typer."""
    words = [str(word) for word in words]
    for verb in VERBS:
        ours = suites_by_plain(verb, words)
        assert ours is None or ours == suites_by_typer(monkeypatch, [verb, "suite", *words]), verb
    capsys.readouterr()


@pytest.mark.parametrize("name", shipped())
def test_shipped_suites_need_no_typer(name, monkeypatch):
    """Every suite that comes with sacreval, and asks no model, is read without Typer."""
    if re.search("^with:", shipped()[name].read_text(encoding="utf-8"), re.MULTILINE):
        pytest.skip("it asks a model")
    ours = suites_by_plain("evaluate", [name, str(SAMPLE)])
    assert ours == suites_by_typer(monkeypatch, ["evaluate", "suite", name, str(SAMPLE)])


@pytest.mark.parametrize("words", LINES, ids=name_of)
def test_same_bytes(words, cli, tmp_path, monkeypatch):
    """A suite prints, ends and writes as it does with Typer."""
    plain = _run(cli, tmp_path, words)
    monkeypatch.setattr(plain_run, "_parsed", lambda _: None)
    assert _run(cli, tmp_path, words) == plain


def _run(cli, folder, words):
    (folder / "out.json").unlink(missing_ok=True)
    done = cli("evaluate", "suite", *words)
    written = folder / "out.json"
    return done, written.read_bytes() if written.exists() else b""
