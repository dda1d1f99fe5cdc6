"""Options of every command: from the environment, given twice, and described without Typer."""

import inspect
import json
import re
from typing import Annotated

import pytest
import typer

from sacreval.cli import late_typer
from sacreval.cli.environment import OTHERS, variables
from sacreval.cli.late_typer import Context, LateOption, for_typer
from sacreval.cli.verb_index import VERBS
from sacreval.commands.app import run
from sacreval.commands.verbs import app
from support.mirror import CHECKOUT
from support.program import write_jsonl
from support.sizes import few, long

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def results(outcome):
    assert outcome.code == 0, outcome.err
    return outcome.json()["results"]


def test_flags_beat_the_environment_which_beats_the_config(cli, suite, monkeypatch):
    """Order: defaults, config, SACREVAL_<OPTION>, flags."""

    def resamples(*flags):
        rows = results(cli("evaluate", "suite", suite, "--format", "json", "--force", *flags))
        return rows[0]["interval"]["resamples"]

    assert resamples() == 20
    monkeypatch.setenv("SACREVAL_RESAMPLES", "30")
    assert resamples() == 30
    assert resamples("--resamples", "40") == 40


def test_the_environment_reaches_single_metrics_too(cli, monkeypatch):
    """SACREVAL_<OPTION> sets a run option of any metric's command."""
    monkeypatch.setenv("SACREVAL_FORMAT", "json")
    assert len(results(cli("evaluate", "bleu", SAMPLE))) == 3


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("SACREVAL_RESAMPELS", "did you mean SACREVAL_RESAMPLES?"),
        ("SACREVAL_ZEBRA", "sets no option and has no effect; remove it"),
        ("SACREVAL_FAIL-UNDER", "did you mean SACREVAL_FAIL_UNDER?"),
    ],
)
def test_a_misspelt_variable_is_told(cli, monkeypatch, name, sentence):
    """A variable that looks like an option and is none gets one notice, which --quiet hides."""
    monkeypatch.setenv(name, "3")
    done = cli("evaluate", "bleu", SAMPLE)
    assert (done.code, done.err.count(name)) == (0, 1)
    assert sentence in done.err
    assert name not in cli("evaluate", "bleu", SAMPLE, "-q").err


@pytest.mark.parametrize(
    "name", ["SACREVAL_CHECK", "SACREVAL_HOME", "SACREVAL_TRACEBACK", "SACREVAL_DUPLICATES"]
)
def test_variables_of_other_commands_are_no_mistake(cli, monkeypatch, name):
    """What sets an option of another command, or a folder of sacreval, is passed over."""
    monkeypatch.setenv(name, "error")
    assert name not in cli("score", "bleu", SAMPLE).err


def test_variables_of_tests_are_known():
    """Every variable that nox sets or a benchmark reads is known, and not remarked on."""
    files = [CHECKOUT / "noxfile.py", *(CHECKOUT / "benchmarks").glob("*.py")]
    read = re.compile(r'["\'](SACREVAL_[A-Z0-9_]+)["\']')
    names = {name for path in files for name in read.findall(path.read_text(encoding="utf-8"))}
    assert {"SACREVAL_AXE", "SACREVAL_TOOLS"} <= names
    assert names <= OTHERS | variables()


LATE = late_typer.typer


def test_descriptions_become_typers():
    """Typer reads the same words, help and bounds; other annotations stay."""

    def run(
        context: Context,
        n: Annotated[int, LATE.Option("-n", "--number", min=1, help="How many.")] = 1,
        files: Annotated[list[str] | None, LATE.Argument(metavar="FILE")] = None,
        plain: str = "",
    ) -> None:
        """Do nothing."""

    parameters = inspect.signature(for_typer(run)).parameters
    assert parameters["context"].annotation is typer.Context
    assert parameters["plain"].annotation is str
    option = parameters["n"].annotation.__metadata__[0]
    assert (option.min, option.help) == (1, "How many.")
    assert {option.default, *option.param_decls} == {"-n", "--number"}
    assert type(parameters["files"].annotation.__metadata__[0]).__name__ == "ArgumentInfo"


def test_help_of_a_description():
    """A description has its help; one without has an empty text."""
    assert LateOption("Option", (), {"help": "x"}).help == "x"
    assert LateOption("Option", (), {}).help == ""


@pytest.mark.parametrize("text", ["scores", "é ↑", "\x1b[1mbold\x1b[0m", ""])
@pytest.mark.parametrize("nl", [True, False])
@pytest.mark.parametrize("err", [True, False])
def test_echo(text, nl, err, capsys):
    """Text is written as Typer writes it, to either stream."""
    LATE.echo(text, nl=nl, err=err)
    ours = capsys.readouterr()
    typer.echo(text, nl=nl, err=err)
    assert capsys.readouterr() == ours


def test_echo_without_a_stream(monkeypatch):
    """Where a stream is gone, nothing is written, as by Typer."""
    monkeypatch.setattr("sys.stdout", None)
    LATE.echo("x")


def test_the_rest_is_typers():
    """Anything else comes from Typer."""
    assert LATE.Exit is typer.Exit


COMMANDS = [
    *(f"{verb} {name}" for verb in ("evaluate", "score", "compare", "correlate")
      for name in ("bleu", "ter", "multiple-choice", "suite")),
    "correlate scores", "correlate judgments", "correlate trust", "arena", "plan", "report",
    "verify", "baseline set", "config show", "list metrics", "list readers", "list runners",
    "list judges", "list perturbations", "convert", "setup-dataset", "setup-metric", "ask",
    "answer", "generate", "perturb", "robustness exact-match", "robustness suite", "stereotyping",
    "export", "run-tests", "normalize", "select chrf", "cite", "init",
]  # fmt: skip

# Commands with few options; those with many are among the long tests.
QUICK = {
    "score ter", "correlate judgments", "correlate trust", "report", "verify", "baseline set",
    "config show", "list metrics", "convert", "setup-metric", "ask", "perturb", "export",
    "normalize", "cite", "init",
}  # fmt: skip


def options(words):
    """List the options of a command, without those that end it at once, such as --help."""
    command = typer.main.get_command(app)
    for word in words.split():
        command = command.get_command(typer.Context(command), word)
    parameters = command.get_params(typer.Context(command))
    return [p for p in parameters if p.param_type_name == "option" and not p.is_eager]


def spellings(option):
    """Write an option on its own: a flag as each of its words, others with values."""
    if option.is_flag:
        return [[word] for word in (*option.opts, *option.secondary_opts)]
    return [[word, *["1"] * option.nargs] for word in option.opts]


def test_every_verb_is_here():
    """No verb is forgotten below."""
    assert {words.split()[0] for words in COMMANDS} == set(VERBS)


@few(6, "words", [words if words in QUICK else long(words) for words in COMMANDS])
def test_one_value_is_given_once(words, capsys):
    """An option that takes one value and stands twice is refused in one sentence, spelt anyhow."""
    for option in options(words):
        if option.multiple:
            continue
        spelt = spellings(option)
        code = run([*words.split(), *spelt[0], *spelt[-1]])
        _, err = capsys.readouterr()
        assert code == 2, (option.name, err)
        assert err.count("\n") == 1, err
        assert "given twice" in err, err
        assert any(name in err for name in option.opts), err


def test_lists_take_all(cli, tmp_path):
    """An option that is a list is repeated as before, and --help is answered anyhow."""
    (tmp_path / "a.jsonl").write_text('{"prediction": "a b", "references": ["a b"]}\n')
    done = cli("evaluate", "rouge", "a.jsonl", "--types", "1", "--types", "L", "--format", "json")
    assert {r["output"] for r in done.json()["results"]} >= {"rouge1_f1", "rougeL_f1"}
    assert cli("evaluate", "bleu", "--seed", "1", "--seed", "2", "--help").code == 0


@pytest.mark.parametrize("twice", ['"lowercase": true, "lowercase": false',
                                   '"max-ngram-order": 2, "max_ngram_order": 3'])  # fmt: skip
def test_keys_in_braces(cli, twice):
    """An option that stands twice in the braces of a metric or a reader is refused."""
    done = cli("evaluate", "suite", "-m", f"bleu{{{twice}}}", "a.jsonl")
    assert (done.code, "is repeated" in done.err) == (2, True)


def test_no_arrow_and_no_star(cli):
    """A table gives lengths neither an arrow nor a mark of the best."""
    out = cli("evaluate", "length-to-reference", SAMPLE).out
    head, *rows = out.splitlines()[:4]
    assert "length ratio " in head
    assert "length ratio ↑" not in head
    assert "length deviation ↓" in head
    assert sum(row.count("*") for row in rows) == 1


def test_null_in_json_and_empty_in_csv(cli):
    """`higher_is_better` of a length is null in JSON and empty in CSV."""
    rows = cli("evaluate", "length", SAMPLE, "--format", "json").json()["results"]
    assert {row["higher_is_better"] for row in rows} == {None}
    head, first, *_ = cli("evaluate", "length", SAMPLE, "--format", "csv").out.splitlines()
    assert first.split(",")[head.split(",").index("higher_is_better")] == ""


def test_compare_shows_a_difference_but_nothing_better(cli):
    """`compare` tests lengths, calls them different, and gives no wins, gains or ranks."""
    report = cli("compare", "length", SAMPLE, "--format", "json").json()
    assert {row["finding"] for row in report["comparisons"]} == {"different", "no difference shown"}
    for row in report["comparisons"]:
        assert row["tests"][row["test"]]["p"] <= 1
        assert (row["wins"], row["losses"], row["gains"], row["drops"]) == (None, None, [], [])
    assert {s["best_rank"] for s in report["standings"]} == {None}
    out = cli("compare", "length", SAMPLE).out
    assert "different" in out
    for word in ("better", "worse", "gains"):
        assert word not in out


def test_the_report_orders_them_by_size(cli, tmp_path):
    """The page of lengths has no arrow and no best, and explains the sign of a difference."""
    cli("evaluate", "length", SAMPLE, "-o", "r.json", "--instances", "s.jsonl", "-q")
    assert cli("report", "r.json", "-o", "r.html", "-q").code == 0
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "is better" not in page
    assert "(best)" not in page
    assert "≠ different" in page
    assert '"up":null' in page


def test_there_is_no_best_prediction_and_no_worst_group(cli, tmp_path):
    """--reduce-predictions best is refused; --summary worst leaves the ratio out and says so."""
    write_jsonl(tmp_path / "many.jsonl", [{"predictions": ["a b", "a"], "references": ["a"]}])
    done = cli("evaluate", "length", "many.jsonl", "--reduce-predictions", "best")
    assert done.code == 2
    assert "reduce by max, min, mean or median" in done.err
    assert cli("evaluate", "length", "many.jsonl", "--reduce-predictions", "max").code == 0
    records = [
        {"prediction": "a " * n, "references": ["a a"], "groups": {"g": str(n)}} for n in (1, 2)
    ]
    write_jsonl(tmp_path / "grouped.jsonl", records)
    done = cli("evaluate", "length-to-reference", "grouped.jsonl", "--by", "g", "--summary",
               "worst", "--format", "json")  # fmt: skip
    worst = {
        row["output"]: row["value"] for row in done.json()["results"] if row["group"] == "g=(worst)"
    }
    assert worst == {"length_ratio": None, "length_deviation": 0.5}
    assert "no worst group by length_ratio" in done.err


def test_a_length_is_no_scorer(cli, tmp_path):
    """A scorer of samples must say what is right; a length does not."""
    write_jsonl(tmp_path / "s.jsonl", [{"samples": ["a", "b"], "references": ["a"]}])
    done = cli("evaluate", "pass-at-k", "s.jsonl", "--scorer", "length")
    assert done.code == 2
    assert "neither larger nor smaller values of length_words are better" in done.err


def test_a_scorer_where_lower_is_better_passes_below_the_threshold(cli, tmp_path):
    """pass@k with WER takes a sample for right whose rate is at most the threshold."""
    write_jsonl(tmp_path / "s.jsonl", [{"samples": ["a", "b", "a"], "references": ["a"]}])
    done = cli("evaluate", "pass-at-k", "s.jsonl", "--scorer", "wer", "--threshold", "0",
               "--format", "json")  # fmt: skip
    [result] = done.json()["results"]
    assert result["value"] == pytest.approx(2 / 3), json.dumps(result)
