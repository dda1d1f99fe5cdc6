"""Help: sections, widths, examples, the index of metrics, and answers to words of other tools.

Also tests `metric_help`.
"""

import json
import re
import shlex
import sqlite3

import pytest
import typer

from sacreval.cli.help.help_sections import ORDER, first_paragraph, section_of
from sacreval.cli.help.metric_index import INDEX, by_heading, generate
from sacreval.cli.help.other_tools import COMMANDS, OPTIONS, SACREBLEU
from sacreval.cli.verb_index import VERBS, collected
from sacreval.commands.verbs import app
from sacreval.core.contract.declarations import runs_model
from sacreval.core.metric import metrics
from sacreval.core.tasks import TASKS
from support.program import write_jsonl
from support.sizes import few, long

LINES = 60  # of the help of BLEU at 100 columns

LONG = ("evaluate bleu", "evaluate suite", "evaluate judge", "compare bleu", "compare suite",
        "score bleu", "score suite", "correlate bleu", "correlate suite",
        "correlate scores")  # fmt: skip


def options_in(shown):
    """Return the options and arguments of help, by the rows that they begin."""
    return re.findall(r"^  (\[?[A-Z]{4}\S*|-[^\s,]+(?:, --[^\s,]+)*)", shown, re.MULTILINE)


def test_examples_come_first_and_asking_last(cli):
    """The example precedes all options, and options of asking a model follow the others."""
    for verb in collected("EXAMPLES"):
        shown = cli(verb, "suite", "--help-all").out
        titles = [line for line in shown.splitlines() if line.endswith(":") and line[0].isupper()]
        assert titles[0] == "Example:"
        assert titles[-1] == "Asking a model:"
        assert "--base-url" in shown[shown.index(titles[-1]) :]


@pytest.mark.parametrize("words", LONG)
def test_help_names_what_it_leaves_out(cli, words):
    """--help has some options of --help-all, at most twenty in common, and counts the others."""
    short, whole = (cli(*words.split(), flag).out for flag in ("--help", "--help-all"))
    shown, every = options_in(short), options_in(whole)
    assert set(shown) < set(every)
    count, sections = re.search(
        r" (\d+) further options: (.*)\.$", " ".join(short.split())
    ).groups()
    assert len(every) == len(shown) + int(count)
    assert sum(map(int, re.findall(r"\((\d+)\)", sections))) == int(count)
    for title in re.findall(r"([A-Z][a-z ]+) \(", sections):
        assert f"\n{title}:\n" in whole
        assert f"\n{title}:\n" not in short
    common = options_in(short[short.index("\nCommon options:\n") :])
    assert len(set(common) - {"-m, --metrics", "--with", "-h, --help, --help-all"}) <= 20


def test_help_is_short(cli, monkeypatch):
    """The help of BLEU fits 60 lines."""
    monkeypatch.setenv("COLUMNS", "100")
    assert cli("evaluate", "bleu", "--help").out.count("\n") <= LINES


@pytest.mark.parametrize("words", ["correlate list", "compare results", "evaluate agree"])
def test_few_options_are_all_shown(cli, words):
    """The help of a command with few options is whole."""
    assert cli(*words.split(), "--help").out == cli(*words.split(), "--help-all").out


@pytest.mark.parametrize("verb", sorted(collected("EXAMPLES")))
def test_all_help_of_a_verb(cli, verb):
    """Without a metric, --help-all shows the options that every metric's command has."""
    assert cli(verb, "--help-all").out == cli(verb, "suite", "--help-all").out


@pytest.mark.parametrize(
    ("words", "flag"),
    [("evaluate bleu --resamples x", "--help-all"), ("correlate scores --oops", "--help-all"),
     ("arena --oops", "--help"), ("evaluate --oops", "--help")],
)  # fmt: skip
def test_errors_name_the_help_that_has_the_option(cli, words, flag):
    """A refused option is explained by the help that the message names."""
    done = cli(*words.split())
    assert (done.code, done.err.split()[-1]) == (2, flag)


WIDTHS = (80, 140)

SECTIONS_COMMANDS = (
    "--help", "evaluate --help", "evaluate bleu --help", "evaluate bleu --help-all",
    "score chrf --help-all", "compare rouge --help-all", "correlate scores --help-all",
    "correlate bleu --help", "correlate bleu --help-all", "evaluate suite --help-all",
    "list --help", "setup-dataset --help",
)  # fmt: skip


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("words", SECTIONS_COMMANDS)
def test_width(cli, monkeypatch, words, width):
    """No line is wider than the terminal, and no sentence is cut."""
    monkeypatch.setenv("COLUMNS", str(width))
    lines = cli(*words.split()).out.splitlines()
    assert max(map(len, lines)) <= width
    assert not {"…", "\x1b"} & {*"".join(lines)}


ROOT = typer.main.get_group(app)


@pytest.mark.parametrize("verb", collected("EXAMPLES"))
def test_sections(verb):
    """Every option of a metric's command is its own or in a section, and its own come first."""
    command = ROOT.get_command(None, verb).get_command(None, "bleu")
    known = section_of(command)
    assert {p.name for p in command.params} <= known.keys()
    assert {known[p.name] for p in command.params} >= {"Options of bleu", "Input", "Execution"}
    assert known["tokenize"] not in ORDER
    assert set(known.values()) - set(ORDER) <= {"Options of bleu", "Correlations and their tests"}


def record_in(shown):
    """Return the record that a help shows, which may be wrapped at blanks."""
    return " ".join(shown.split("has lines such as\n")[1].split("\n\n")[0].split())


@few(20, "name", [x for x in metrics if not runs_model(metrics.get(x))])
def test_examples(cli, tmp_path, name):
    """The example in the help of a metric runs, with a record as it is shown there."""
    shown = cli("evaluate", name, "--help").out
    match = re.search(r"^Example:\n  sacreval ((?:.+\n?)+?)(?:  where|\n)", shown, re.MULTILINE)
    if match is None:
        assert "replies" in metrics.get(name).needs
        return
    if "outputs.txt" in match[1]:
        (tmp_path / "outputs.txt").write_text("the cat sat\n")
        (tmp_path / "references.txt").write_text("the cat sat down\n")
    else:
        line = record_in(shown)
        more = [dict(row) for row in metrics.get(name).example[1:]]  # two make a correlation
        write_jsonl(tmp_path / "outputs.jsonl", [json.loads(line), *more])
    (tmp_path / "vectors.txt").write_text("the 0.5 1\ncat 1 0.5\n")
    sqlite3.connect(tmp_path / "data.sqlite").execute("CREATE TABLE singer (name TEXT)").close()
    done = cli(*shlex.split(match[1]))
    assert done.code == 0 or "setup-metric" in done.err or "pip install" in done.err, done.err


@pytest.mark.parametrize("name", ["bleu", long("suite")])
@pytest.mark.parametrize("verb", collected("EXAMPLES"))
def test_examples_of_verbs(cli, tmp_path, verb, name):
    """The example in the help of each verb runs, too, and of its suites."""
    shown = cli(verb, name, "--help").out
    match = re.search(r"^Example:\n  sacreval ((?:.+\n?)+?)(?:  where|\n)", shown, re.MULTILINE)
    for file, text in (("outputs", "the cat sat"), ("others", "a cat"), ("references", "the cat")):
        (tmp_path / f"{file}.txt").write_text(f"{text}\n{text} here\n")
    line = record_in(cli("correlate", "bleu", "--help").out)
    rows = [
        {**json.loads(line), "system_id": f"s{i}", "prediction": "the cat sat " * i,
         "judgments": {"quality": i}}
        for i in range(5)
    ]  # fmt: skip
    write_jsonl(tmp_path / "outputs.jsonl", rows)
    done = cli(*shlex.split(match[1]))
    assert done.code == 0, done.err


def test_index():
    """The index is what the metrics say; `python -m sacreval.cli.help.metric_index` writes it."""
    assert INDEX.read_text(encoding="utf-8") == generate()


@pytest.mark.parametrize("verb", ["evaluate", "score", "compare", "correlate", "select"])
def test_every_metric_is_listed(cli, verb):
    """The help of a verb has every metric once, and the sentence of each."""
    text = " ".join(cli(verb, "--help").out.split())
    for rows in by_heading(metrics).values():
        for name, sentence in rows:
            assert f" {name} {sentence}" in text


def test_every_task_has_a_heading():
    """No built-in metric is listed among the plug-ins, so every task has a heading."""
    from sacreval.cli.help.metric_index import HEADINGS

    assert sorted(task for tasks in HEADINGS.values() for task in tasks) == sorted(TASKS)


@pytest.mark.parametrize("verb", [*collected("EXAMPLES"), "select", "robustness"])
def test_sentences_of_other_subcommands(verb):
    """Each sentence of a verb's help about a subcommand is how its own help begins."""
    group = ROOT.get_command(None, verb)
    for name, sentence in type(group).listed()["Several metrics, and other inputs"]:
        assert first_paragraph(group.get_command(None, name).help).startswith(sentence)


SAMPLE = "configs/sample/outputs.jsonl"


@few(
    12,
    ("words", "answer"),
    [
        (("rouge", "evaluate", "x"), "here: sacreval evaluate rouge FILE"),
        (("stat-sig-test", "x"), "here: sacreval correlate scores"),
        (("tasks", "list"), "here: sacreval list suites"),
        (("setup-metric", "bleu"), "bleu needs no setup: run sacreval evaluate bleu outputs"),
        (("evaluate", "bleu", "--predictions", "x"), "here: the files of predictions"),
        (("evaluate", "bleu", "--model_args", "x"), "here: generate: the options of --with"),
        (("compare", "rouge", "x", "--metric", "y"), "this command has the metric rouge already; "),
        (("evaluate", "rouge-l", "x", "--metrics=y"), "--style paper --columns OUTPUT shows one"),
        (("evaluate", "--metric", "bleu", "x"), "here: the metric as a subcommand"),
        (("evaluate", "bleu", "-i", "x"), "option: -i; here: the files of outputs after the"),
        (("evaluate", "bleu", "x", "-tok", "zh"), "option: -tok; here: --tokenize"),
        (("evaluate", "bleu", "x", "-lc"), "option: -lc; here: --lowercase"),
        (("evaluate", "bleu", "x", "-w", "2"), "option: -w; here: nothing: --format json"),
        (("evaluate", "bleu", "x", "-m", "bleu", "chrf"), "option: -m; here: the metric as a"),
        (("evaluate", "-m", "bleu", "x"), "option: -m; here: the metric as a subcommand"),
        (("evaluate", "suite", "-m", "bleu", "chrf"), "repeat -m: -m chrf"),
        (("evaluate", "suite", "-m", "bleu", "chrf++"), "repeat -m: -m chrf++"),
        (
            ("evaluate", "suite", "-m", "exact-match", "x", "--extract", "boxed"),
            "in a suite it is an option of each metric: -m 'exact-match{\"extract\": …}'",
        ),
        (
            ("compare", "suite", "-m", "chrf", "-m", "bleu", "x", "--no-lowercase"),
            "option of each metric: -m 'chrf{\"lowercase\": …}', or in the YAML of the suite",
        ),
        (("score", "suite", "summarization", "x", "--normalize", "lower"), "-m 'METRIC{"),
        (("evaluate", "suite", "-m", "chrf", "x", "--stemmer"), "No such option: --stemmer"),
        (("evaluate", "bleu", "x", "-l", "en-de"), "option: -l; here: --trg-lang"),
        (("compare", "bleu", "x", "-t", "wmt20"), "option: -t; here: sacreval setup-dataset"),
        (("score", "chrf", "x", "-cw", "2"), "option: -cw; here: evaluate chrf: --word-order"),
        (("evaluate", "bertscore", "x", "--rescale_with_baseline"), "evaluate bertscore: --resc"),
        (("evaluate", "comet", "x", "--gpus", "0"), "option: --gpus; here: --device cuda, or cpu"),
        (("evaluate", "bleu", "x", "--paired-bs"), "sacreval compare bleu A B -r REFERENCES"),
        (("evaluate", "bleu", "x", "--width=2"), "option: --width; here: nothing"),
        (("evaluate", "outputs.txt", "-i", "x"), "name the metric before the file, as in bleu"),
        (("evaluate", "mt.yaml"), "a config follows the word suite, as in suite mt.yaml"),
        (
            ("evaluate", "logs"),
            "before the folder of logs, as in stored-score logs",
        ),
        (("logs",), "before the folder: sacreval evaluate stored-score logs"),
        (("mt.yaml",), "before a config: sacreval evaluate suite mt.yaml"),
        (
            ("evaluate", "bleu", "chrf", "chrf++", "outputs.txt"),
            "and no file; for several metrics write suite -m bleu -m chrf -m chrf++ outputs.txt",
        ),
        (("outputs.txt", "-i", "x"), "sacreval evaluate bleu outputs.txt"),
        (
            ("evaluate", "bleu[lowercase=True,max_ngram_order=2]", "x"),
            "sacreval evaluate bleu --lowercase --max-ngram-order 2 FILE",
        ),
    ],
)
def test_answers(cli, tmp_path, words, answer):
    """The message has the command or the option of sacreval, and the exit code is 2."""
    (tmp_path / "outputs.txt").write_text("a\n")
    (tmp_path / "logs").mkdir()
    done = cli(*words)
    assert (done.code, answer in done.err) == (2, True), done.err


def test_answers_are_true():
    """No command of another tool is one of sacreval, and every command in an answer is one."""
    assert not COMMANDS.keys() & VERBS.keys()
    for text in (*COMMANDS.values(), *OPTIONS.values(), *SACREBLEU.values()):
        for verb in re.findall(r"\bsacreval ([a-z-]+)", text):
            assert verb in VERBS, text


def test_options_of_answers_are_true(cli):
    """Every option in an answer about sacrebleu is one of evaluate, score, compare or chrf."""
    words = [("evaluate", "chrf"), ("evaluate", "bleu"), ("evaluate", "ter"), ("compare", "bleu")]
    known = " ".join(cli(*command, "--help-all").out for command in words)
    for text in SACREBLEU.values():
        for option in re.findall(r"(?<!\S)--[a-z-]+", text):
            assert f"{option} " in known or option == "--list", option


@few(3,
    ("words", "said"),
    [
        (("init", "a.txt", "-r", "a.txt", "-m", "chrf", "--min-score", "30"),
         "a line of the suite that init writes, which is NAME.yaml: fail-under: {chrf: 30}"),
        (("init", "a.txt", "--fail-under", "bleu=40"), "fail-under: {bleu: 40}"),
        (("evaluate", "suite", "-m", "chrf", "a.txt", "--threshold=0.5"),
         "here: --fail-under chrf=0.5"),
        (("compare", "bleu", "a.txt", "--min-score", "x"),
         "sacreval evaluate bleu FILE --fail-under bleu=30"),
        (("baseline", "set", "--force", "r.json", "b.json"), "drop it: a baseline that exists is"),
        (("evaluate", "suite", "-m", "chrf", "a.txt", "--gate", "chrf > 40.5"), "chrf=40.5"),
        (("evaluate", "bleu", "a.txt", "-r", "a.txt", "-o", "x.xml"), "by evaluate: --junit x.xml"),
        (("evaluate", "bleu", "a.txt", "-r", "a.txt", "-o", "x.html"),
         "sacreval report RESULT.json -o x.html"),
        (("baseline", "set", "r.json"), "write sacreval baseline set RESULT.json BASELINE.json"),
        (("baseline", "update", "r.json"), "baseline update'; available: diff, set, show"),
        (("config", "check", "s.yaml"), "'sacreval config check'; write sacreval config show"),
        (("gate", "s.yaml"), "here: sacreval evaluate METRIC FILE --fail-under METRIC=VALUE"),
        (("correlate", "--human", "q", "x.jsonl"),
         "options follow scores or a metric: sacreval correlate sco"),
        (("correlate", "scores", "x.jsonl", "--list"),
         "it follows correlate: sacreval correlate --list FILE"),
        (("report", "r.json", "--yes"), "No such option: --yes"),
    ],
)  # fmt: skip
def test_answers_of_misplaced_options(cli, tmp_path, words, said):
    """The number and the metric of the command line are in the answer."""
    (tmp_path / "a.txt").write_text("a\n")
    done = cli(*words)
    assert (done.code, said in done.err) == (2, True), done.err


def test_the_answer_works(cli, tmp_path):
    """The option that is named bounds the score."""
    (tmp_path / "a.txt").write_text("a b c d\n")
    run = ("evaluate", "bleu", "a.txt", "-r", "a.txt")
    refused = cli(*run, "--min-score", "30")
    option = shlex.split(refused.err.partition("here: ")[2].partition(";")[0])
    assert cli(*run, *option).code == 0
    assert cli(*run, option[0], "bleu=101").code == 1


def test_several_metrics_with_commas(cli, tmp_path):
    """The answer serves commands that have -m as well as those where suite precedes it."""
    (tmp_path / "a.txt").write_text("a\n")
    said = cli("init", "a.txt", "-r", "a.txt", "--metrics", "bleu,chrf").err
    assert "repeat -m: -m bleu -m chrf, as in sacreval evaluate suite -m bleu -m chrf" in said
