"""Values of a config that a run would refuse one after the other."""

import pytest

from sacreval.cli.config.config_checks import late_mistakes
from sacreval.cli.config_mistakes import Checks
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
    [found] = late_mistakes(values, ["bleu"], None, every_metric=True)
    assert found.startswith(said)


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
