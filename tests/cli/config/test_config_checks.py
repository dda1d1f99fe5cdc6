"""Suites and configs: wrong values together, options, and those that run without Typer."""

import subprocess
import sys

import pytest

from sacreval import native
from sacreval.cli.config.config_checks import late_mistakes
from sacreval.cli.config.plain_suite import parsed_suite
from sacreval.cli.config.suite_options import config_of, may_ask, metric_name
from sacreval.cli.config_mistakes import Checks
from sacreval.cli.parsing.plain_words import UnusualError
from sacreval.commands import evaluate
from sacreval.errors import UsageError
from support.pages import SAMPLE
from support.program import write_jsonl
from support.sizes import few

GATES = """fail-under: {chrff: 60, bleu: thirty}
check: ["chrf >> 3", "chrf > 3"]
not-worse: {chrf: -1}
max-drop: {bleu: 1}
"""


@pytest.fixture
def texts(tmp_path):
    (tmp_path / "a.txt").write_text("the cat sat\n")


def places(done):
    return [line.split(": ")[2] for line in done.err.splitlines()]


@pytest.mark.usefixtures("texts")
def test_gates_are_checked_without_a_run(cli, tmp_path):
    """`config show` and `evaluate` tell the same of every wrong gate, and of right ones nothing."""
    (tmp_path / "s.yaml").write_text(f"metrics: [bleu, chrf]\n{GATES}")
    shown = cli("config", "show", "s.yaml")
    assert (shown.code, shown.out) == (2, "")
    assert places(shown) == [f"s.yaml:{i}" for i in (2, 2, 3, 4, 5)]
    run = cli("evaluate", "suite", "s.yaml", "a.txt", "-r", "a.txt")
    assert (run.code, run.err) == (2, shown.err)
    (tmp_path / "s.yaml").write_text("metrics: [bleu]\ncheck: [bleu > 3]\nbaseline: none.json\n")
    assert cli("config", "show", "s.yaml").code == 0


def test_gates_are_told_with_mistakes_in_other_keys(cli, tmp_path):
    """An unknown key and a missing file do not hide gates, nor they them."""
    (tmp_path / "s.yaml").write_text(f"metrics: [bleu, chrf]\n{GATES}refs: x\ninputs: none.txt\n")
    for verb in (("config", "show"), ("evaluate", "suite")):
        assert places(cli(*verb, "s.yaml")) == [f"s.yaml:{i}" for i in (2, 2, 3, 4, 6, 7)]


def test_metrics_with_equal_outputs(cli, tmp_path):
    """They are a mistake of the config, which is told with others."""
    (tmp_path / "s.yaml").write_text("metrics: [accuracy, classification]\ncheck: [x > y]\n")
    assert places(cli("config", "show", "s.yaml")) == ["s.yaml:1", "s.yaml:2"]


@pytest.mark.usefixtures("texts")
def test_metrics_of_the_command_line_have_gates_too(cli, tmp_path):
    """A gate of a config may be about a metric of -m, with other mistakes or without."""
    (tmp_path / "s.yaml").write_text("metrics: [bleu]\ncheck: [chrf > 2]\n")
    run = ("evaluate", "suite", "s.yaml", "a.txt", "-r", "a.txt")
    assert "this run has no output 'chrf'" in cli(*run).err
    assert cli(*run, "-m", "chrf").code == 0
    (tmp_path / "s.yaml").write_text("metrics: [bleu]\ncheck: [chrf > 2]\nci: yess\n")
    assert places(cli(*run, "-m", "chrf")) == ["s.yaml:3"]
    assert places(cli(*run)) == ["s.yaml:2", "s.yaml:3"]


def test_gates_of_data_sets(cli, tmp_path):
    """A data set that does not exist, and an output that none has, have their lines."""
    (tmp_path / "s.yaml").write_text(
        "datasets:\n  one: {inputs: a.txt, metrics: [bleu]}\n"
        "  two: {inputs: a.txt, metrics: [chrf]}\n"
        'check:\n- "bleu[dataset=onee] > 3"\n- ter > 4\n- chrf > 2\n- chrf[dataset=one] > 1\n'
    )
    assert places(cli("config", "show", "s.yaml")) == [f"s.yaml:{i}" for i in (5, 6, 8)]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"where": ["a ==="]}, "--where a === is not a JMESPath"),
        ({"by": ["length(prediction):20,10"]}, "--by length(prediction):20,10: these bins"),
        ({"summary": ["nosuch"]}, "--summary nosuch: "),
        ({"map_": ["prediction=a["]}, "--map prediction=a[ is not a JMESPath"),
        ({"output": ["a.foo"]}, "a.foo: no format ends in"),
    ],
)
def test_other_values(values, said):
    """Each has a sentence that begins with the option or the value."""
    [mistake] = late_mistakes(values, ["bleu"], None, every_metric=True)
    assert mistake.startswith(said)


def test_folders_of_other_formats_are_left():
    """A folder is no file of results."""
    values = {"output": ["folder"], "format_": "eee"}
    assert late_mistakes(values, [], None, every_metric=True) == []


def test_checks_of_a_verb():
    """What a verb finds is told after what is checked for all."""
    checks = Checks((), lambda *_, every_metric: [str(every_metric)])
    [first, *rest] = late_mistakes({"by": [":"]}, ["bleu"], checks, every_metric=True)
    assert (first.startswith("--by :"), rest) == (True, ["True"])


@few(
    1,
    ("metrics", "lines"),
    [
        ("[chrff, bleu]", (2, 3, 4, 4, 5)),
        ("[chrff, {bleu: {lowercas: true}}]", (2, 2, 3, 4, 5)),
        ("[chrf, {bleu: {as: chrf}}]", (2, 3, 4, 4, 5)),
        ("[zzzzz, bleu]", (2, 3, 5)),  # which may have any output
    ],
)
def test_gates_beside_wrong_metrics(cli, tmp_path, metrics, lines):
    """They are told where no known metric for the wrong one, or its options, makes them right."""
    (tmp_path / "s.yaml").write_text(
        f"ci: true\nmetrics: {metrics}\nmax-drop: {{bleu: -1}}\ncheck: [ter > 3, bleu_x > 3]\n"
        "resamples: many\nbaseline: b.json\n"
    )
    for verb in (("config", "show"), ("evaluate", "suite")):
        assert places(cli(*verb, "s.yaml")) == [f"s.yaml:{i}" for i in lines]


COMMAND = evaluate.app.assembled("suite")


def config(folder, text):
    path = folder / "own.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_values_of_a_config(tmp_path):
    """A config sets what the command line does not, and metrics of both are joined."""
    path = config(tmp_path, "metrics: [bleu]\nseed: 4\nfail-under: {bleu: 1}\ndetails: true\n")
    suite = parsed_suite(COMMAND, [path, "in.jsonl", "-m", "chrf", "--seed", "5"])
    assert suite.values["metrics"] == ["bleu", "chrf"]
    assert (suite.values["seed"], suite.values["details"]) == (5, True)
    assert (suite.values["inputs"], suite.values["fail_under"]) == (["in.jsonl"], ["bleu=1"])
    sources = [suite.context.get_parameter_source(x) for x in ("seed", "details", "ci")]
    assert [source and source.name for source in sources] == ["COMMANDLINE", "DEFAULT_MAP", None]


@pytest.mark.parametrize("text", ["with: x\n", "nothing: 1\n", "trials: 3\n", "seed: x\n"])
def test_other_configs_are_left_to_typer(text, tmp_path):
    """Models that are asked, keys of other verbs and mistakes are Typer's."""
    with pytest.raises(UnusualError):
        parsed_suite(COMMAND, [config(tmp_path, f"metrics: [bleu]\n{text}")])


def test_line_of_an_error(tmp_path, cli):
    """An error of the run about a value of the config names its line."""
    path = config(tmp_path, "metrics: [bleu]\nfail-under:\n  bleu: 1\n  other: 2\n")
    done = cli("evaluate", "suite", path, SAMPLE)
    assert done.code == 2
    assert f"{path}:4: " in done.err


@pytest.mark.skipif(not native.available(), reason="the kernels are not built here")
def test_neither_typer_nor_numpy(tmp_path):
    """A suite of native metrics, with a config, imports neither Typer nor NumPy."""
    path = config(tmp_path, "metrics: [bleu, chrf]\n")
    records = write_jsonl(tmp_path / "in.jsonl", [{"prediction": "a b", "references": ["a c"]}])
    code = (
        "import sys; from sacreval.commands.app import run; "
        f"code = run(['evaluate', 'suite', {path!r}, {str(records)!r}]); "
        "print(code, {'typer', 'numpy'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines()[-1] == "0 set()"


def test_the_config_among_arguments(tmp_path):
    """A config is a YAML file or a suite by name; predictions in .json after it are none."""
    other = tmp_path / "out.json"
    other.write_text('{"metrics": ["bleu"]}', encoding="utf-8")
    assert config_of(["own.yaml", str(other)]) == "own.yaml"
    assert config_of([str(other)]) == str(other)
    assert config_of(["machine-translation", "in.jsonl"]) == "machine-translation"
    assert config_of(["in.jsonl"]) is None


@pytest.mark.parametrize("words", [["a.yaml", "b.yaml"], ["machine-translatio"], ["bleu"]])
def test_wrong_arguments(words):
    """A second config, and a name of nothing, are refused."""
    with pytest.raises(UsageError):
        config_of(words)


def test_names_of_metrics():
    """A metric of the command line and of a config are one if all their options are equal."""
    assert metric_name("bleu") == metric_name('bleu{"lowercase": false}')
    assert metric_name("bleu") != metric_name('bleu{"lowercase": true}')


def test_asking(tmp_path):
    """Models may be asked by an option, or by a config that states one or extends another."""
    path = tmp_path / "own.yaml"
    path.write_text("metrics: [bleu]\nextends: other.yaml\n", encoding="utf-8")
    assert may_ask(["--with=x"])
    assert may_ask([str(path)])
    assert not may_ask(["in.jsonl", "-m", "bleu"])
