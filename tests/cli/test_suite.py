"""Suites: many metrics in one pass give what each gives alone."""

import json

import pytest

from sacreval.cli import config_file
from support import mirror, missing
from support.mirror import CHECKOUT
from support.program import write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
MANY = ["-m", "bleu", "-m", 'rouge{"types": ["1", "L"], "stemmer": true}', "-m", "ter"]


def results(outcome):
    assert outcome.code == 0, outcome.err
    return outcome.json()["results"]


def test_a_suite_gives_what_its_metrics_give_alone(cli):
    """Every number, interval and signature of a suite is the single command's, to the last bit."""
    options = [SAMPLE, "--ci", "--resamples", "50", "--by", "domain", "--format", "json", "-q"]
    suite = results(cli("evaluate", "suite", *MANY, *options))
    alone = [
        *results(cli("evaluate", "bleu", *options)),
        *results(cli("evaluate", "rouge", "--types", "1", "--types", "L", "--stemmer", *options)),
        *results(cli("evaluate", "ter", *options)),
    ]
    key = json.dumps
    assert sorted(map(key, suite)) == sorted(map(key, alone))


def test_workers_do_not_change_a_byte(cli, tmp_path):
    """One thread or four write the same results and the same scores of records."""
    for workers in (1, 4):
        files = ["-o", f"r{workers}.json", "--instances", f"s{workers}.jsonl"]
        assert cli("evaluate", "suite", *MANY, SAMPLE, "--workers", workers, *files).code == 0
        done = cli("score", "suite", *MANY, SAMPLE, "--workers", workers, "-o", f"k{workers}.jsonl")
        assert done.code == 0
    for name in ("s", "k"):
        first, second = ((tmp_path / f"{name}{n}.jsonl").read_bytes() for n in (1, 4))
        assert first == second
    one, two = (json.loads((tmp_path / f"r{n}.json").read_text()) for n in (1, 4))
    assert one["results"] == two["results"]


def test_a_metric_stands_several_times_under_names(cli):
    """`as` heads the names of outputs, results carry it, and verify makes them again."""
    specs = ["-m", "bleu", "-m", 'bleu{"as": "folded", "lowercase": true}']
    found = results(cli("evaluate", "suite", *specs, SAMPLE, "--format", "json", "-q"))
    assert {(r["metric"], r["alias"], r["output"]) for r in found} == {
        ("bleu", None, "bleu"),
        ("bleu", "folded", "folded_bleu"),
    }
    assert all(("lowercase:true" in r["signature"]) == bool(r["alias"]) for r in found)
    cli("evaluate", "suite", *specs, SAMPLE, "-o", "r.json")
    verified = cli("verify", "r.json", SAMPLE)
    assert (verified.code, verified.out.split()[0]) == (0, "6")


def test_score_gives_every_metric_of_a_suite(cli):
    """`score suite` writes plain and jackknifed scores of all metrics into one record."""
    done = cli("score", "suite", "-m", "bleu", "-m", 'ter{"as": "t"}', SAMPLE)
    first = json.loads(done.out.splitlines()[0])
    assert sorted(first["scores"]) == ["bleu", "bleu_jk", "t_ter", "t_ter_jk"]


CONFIG = """\
# a comment
metrics:
  - bleu
  - rouge:
      as: stems
      types: ["1"]
      stemmer: true
inputs: [INPUT]
ci: true
resamples: 20
by: domain
fail-under: {bleu: 1}
check: ["stems_rouge1_f1 >= 0.1"]
output: [from-config.json]
"""


@pytest.fixture
def suite(tmp_path):
    path = tmp_path / "suite.yaml"
    path.write_text(CONFIG.replace("INPUT", str(SAMPLE)))
    return path


def test_a_config_says_all_that_options_say(cli, suite, tmp_path):
    """Inputs, metrics, intervals, groups, gates and outputs can stand in a config."""
    assert cli("evaluate", "suite", suite, "-q").code == 0
    written = json.loads((tmp_path / "from-config.json").read_text())
    assert {r["output"] for r in written["results"]} == {
        "bleu", "stems_rouge1_precision", "stems_rouge1_recall", "stems_rouge1_f1",
    }  # fmt: skip
    assert {r["interval"]["resamples"] for r in written["results"]} == {20}
    assert len(written["gates"]) == 6
    assert any(r["group"] == "domain=news" for r in written["results"])


def outputs(outcome):
    return {(r["alias"] or r["metric"]) for r in results(outcome)}


def test_metrics_of_the_command_line_join_those_of_a_config(cli, suite):
    """-m adds to a suite's metrics, by file or by name; one that is there already stays once."""
    shown = ("--format", "json", "--force", "-q")
    assert outputs(cli("evaluate", "suite", suite, "-m", "ter", *shown)) == {"bleu", "stems", "ter"}
    assert outputs(cli("evaluate", "suite", suite, "-m", "bleu", *shown)) == {"bleu", "stems"}
    named = ("evaluate", "suite", "summarization", SAMPLE)
    assert outputs(cli(*named, "-m", "chrf", "-m", "wer", *shown)) == {"rouge", "chrf", "wer"}
    other = cli(*named, "-m", 'chrf{"word_order": 2}', *shown)
    assert (other.code, '"as"' in other.err) == (2, True)


LATE = {
    "metrics: [bleu]\nfail_under:\n  chrf: 3\n  bleu: abc\n": "c.yaml:2: --fail-under",
    "metrics: [bleu]\nfail_under:\n  bleu: abc\n": "c.yaml:3: --fail-under bleu=abc",
    "metrics: [bleu]\ncheck:\n- bleu > 3\n- bleu 3\n": "c.yaml:4: --check bleu 3",
    "metrics: [bleu]\nby: domain\nsummary: [foo]\n": "c.yaml:3: --summary foo",
    "metrics: [bleu]\nmap: {foo: x}\n": "c.yaml:2: --map foo",
    "metrics: [bleu]\noutput: [a.foo]\n": "c.yaml:2: a.foo",
    "metrics: [bleu]\nreader: foo\n": "c.yaml:2: There is no reader 'foo'",
    "metrics: [bleu]\nbaseline: gone.json\n": "c.yaml:2: gone.json",
    "metrics: [bleu]\nby: nothing\n": "c.yaml:2: no record has a group 'nothing'",
}


@pytest.mark.parametrize("content", LATE)
def test_what_a_run_finds_wrong_in_a_config_has_its_place(cli, tmp_path, content):
    """A value that is refused only when the run begins is named with file and line."""
    (tmp_path / "c.yaml").write_text(content)
    done = cli("evaluate", "suite", "c.yaml", SAMPLE)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.err.startswith(f"sacreval: error: {LATE[content]}")


def test_what_is_wrong_on_the_command_line_has_no_place_in_the_config(cli, tmp_path):
    """An option that the command line gives is not blamed on the config beside it."""
    (tmp_path / "c.yaml").write_text("metrics: [bleu]\nfail_under: {bleu: 1}\n")
    done = cli("evaluate", "suite", "c.yaml", SAMPLE, "--fail-under", "bleu=abc")
    assert done.err.startswith("sacreval: error: --fail-under bleu=abc")


def test_flags_beat_the_environment_which_beats_the_config(cli, suite, monkeypatch):
    """Order: defaults, config, SACREVAL_<OPTION>, flags."""

    def resamples(*flags):
        found = results(cli("evaluate", "suite", suite, "--format", "json", "--force", *flags))
        return found[0]["interval"]["resamples"]

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
        ("SACREVAL_HUMAN", "sets no option and has no effect; remove it"),
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


@pytest.mark.parametrize("name", ["SACREVAL_CHECK", "SACREVAL_HOME", "SACREVAL_DUPLICATES"])
def test_variables_of_other_commands_are_no_mistake(cli, monkeypatch, name):
    """What sets an option of another command, or a folder of sacreval, is passed over."""
    monkeypatch.setenv(name, "error")
    assert name not in cli("score", "bleu", SAMPLE).err


def test_inputs_on_the_command_line_replace_those_of_the_config(cli, suite, tmp_path):
    """Words beside the config are the inputs."""
    other = write_jsonl(tmp_path / "o.jsonl", [
        {"prediction": "a b c d", "references": ["a b c d"], "groups": {"domain": "x"}}
        for _ in range(2)
    ])  # fmt: skip
    found = results(cli("evaluate", "suite", suite, other, "--format", "json"))
    assert {r["system_id"] for r in found} == {"o"}


def test_show_prints_every_value_and_can_be_read_again(cli, suite, tmp_path, monkeypatch):
    """`config show` resolves every option, and what it prints is a config of the same run."""
    monkeypatch.setenv("SACREVAL_SEED", "9")
    shown = cli("config", "show", suite)
    assert shown.code == 0
    for line in ("resamples: 20", "seed: 9", "# the next from SACREVAL_SEED", "tokenize: 13a"):
        assert line in shown.out
    monkeypatch.delenv("SACREVAL_SEED")
    (tmp_path / "again.yaml").write_text(shown.out)
    again = cli("config", "show", "again.yaml")
    assert again.out == shown.out.replace("# the next from SACREVAL_SEED\n", "")


@pytest.mark.parametrize("verb", ["evaluate", "score", "compare"])
@pytest.mark.parametrize("name", list(config_file.shipped()))
def test_every_shipped_config_resolves(cli, name, verb):
    """A suite that comes with sacreval resolves for every verb, by its name."""
    shown = cli("config", "show", name, "--verb", verb)
    if shown.code == 2 and "setup-metric" in shown.err:
        missing.say(shown.err.strip())
        pytest.skip(shown.err)
    assert shown.code == 0, shown.err


CONFIGS = sorted(CHECKOUT.glob("configs/**/*.y*ml"))


def test_every_config_is_a_suite_that_comes_with_sacreval():
    """There is no config but those that are known by name and run below."""
    assert sorted(config_file.shipped().values()) == CONFIGS


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_shipped_config_runs_as_it_says(cli, path):
    """The command that a suite gives for trying it scores that sample, several systems in it."""
    (line,) = [x for x in path.read_text().splitlines() if x.startswith("# Try: ")]
    program, verb, suite, name, sample = line.removeprefix("# Try: ").split()
    assert (program, suite, name) == ("sacreval", "suite", path.stem)
    done = cli(verb, suite, name, CHECKOUT / sample, "--resamples", "10", "--format", "json")
    if done.code == 2 and "setup-metric" in done.err:
        missing.say(done.err.strip())
        pytest.skip(done.err)
    found = results(done)
    assert len({r["system_id"] for r in found}) > 1
    assert all(r["value"] is not None for r in found)


def test_every_sample_is_tried():
    """Every file of the sample belongs to a suite."""
    tried = "".join(path.read_text() for path in CONFIGS)
    for path in (CHECKOUT / "configs" / "sample").iterdir():
        assert f"configs/sample/{path.name}" in tried


def test_a_suite_on_wmt23(cli, tmp_path):
    """Fourteen systems, four metrics, one pass: BLEU is what BLEU alone gives."""
    references = tmp_path / "ref.txt"
    references.write_text(
        "\n".join(mirror.lines(f"{mirror.WMT23}/references/en-de.refA.txt")) + "\n"
    )
    folder = mirror.path(f"{mirror.WMT23}/system-outputs/en-de")
    systems = sorted(folder.glob("*.txt"))
    words = [*systems, "-r", references, "--format", "json", "-q"]
    suite = results(cli("evaluate", "suite", "machine-translation", *words, "--no-ci"))
    assert len(suite) == 14 * 4
    alone = results(cli("evaluate", "bleu", *words))
    assert [r for r in suite if r["output"] == "bleu"] == alone


BAD = {
    "a NUL": ('metrics: [bleu]\ninputs: ["a\\0b"]\n', [":2", "NUL"]),
    "an unknown key": ("metrics: [bleu]\nresample: 3\n", [":2", "'resample'", "'resamples'"]),
    "an unknown option": (
        "metrics:\n  - bleu:\n      lowercase: true\n      smoth_method: exp\n",
        [":4", "'smoth_method'", "'smooth_method'"],
    ),
    "a value of the wrong type": (
        "metrics:\n  - bleu:\n      lowercase: often\n", [":3", "lowercase", "true or false"],
    ),
    "an unknown metric": ("metrics:\n  - bleu\n  - bluerr\n", [":3", "'bluerr'", "bleu"]),
    "an option that is NaN": (
        "metrics:\n  - bleu:\n      smooth_method: floor\n      smooth_value: .nan\n",
        [":4", "smooth_value is .nan", "finite"],
    ),
    "infinity": ("metrics: [bleu]\nconfidence: -.inf\n", [":2", "confidence", "finite"]),
    "a number beyond the largest": ("metrics: [bleu]\nconfidence: 1.0e+999\n", [":2", "finite"]),
    "an option's value": ("metrics: [bleu]\nresamples: one\n", [":2", "resamples", "integer"]),
    "an option out of range": ("metrics: [bleu]\nresamples: 1\n", [":2", "resamples", "2"]),
    "no such choice": ("metrics: [bleu]\nengine: fast\n", [":2", "engine", "native"]),
    "a key twice": ("metrics: [bleu]\nci: true\nci: false\n", [":3", "repeated"]),
    "an option twice": (
        "metrics:\n  - bleu: {lowercase: true, lowercase: false}\n", [":2", "repeated"],
    ),
    "two metrics in one item": ("metrics:\n  - bleu: {}\n    ter: {}\n", [":2", "- rouge"]),
    "a list of lists": ("metrics: [[bleu]]\n", [":1", "text"]),
    "one name twice": ("metrics: [bleu, bleu]\n", ["'bleu'", '"as"']),
    "a bad name": ("metrics:\n  - bleu: {as: a b}\n", [":2", "a b", "letters"]),
    "no common task": ("ci: true\nmetrics: [bleu, ranking]\n", [":2", "bleu is for", "ranking"]),
    "no metrics": ("ci: true\n", ["needs metrics", "-m"]),
    "nothing": ("", ["needs metrics"]),
    "a list": ("- bleu\n", [":1", "options and their values"]),
    "not YAML": ("metrics: [bleu\nci: x: y\n", [":2", "YAML"]),
    "a Python object": ("metrics: !!python/object:os.system [bleu]\n", [":1", "YAML"]),
    "not UTF-8": (b"metrics: [caf\xe9]\n", ["YAML"]),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_config_is_one_sentence_with_its_place(cli, tmp_path, name):
    """Mistakes in a config name file, line and remedy, and exit with 2."""
    content, fragments = BAD[name]
    path = tmp_path / "bad.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    done = cli("evaluate", "suite", "bad.yaml", SAMPLE)
    assert done.code == 2
    assert done.err.count("\n") == 1
    for fragment in fragments:
        assert fragment in done.err


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        (["suite", SAMPLE], "needs metrics"),
        (["suite", "-m", "bleu"], "no input"),
        (["suite", "-m", "bleu{", SAMPLE], "not a JSON object"),
        (["suite", "-m", 'bleu{"low": 1}', SAMPLE], "no option 'low'"),
        (["suite", "gone.yaml", SAMPLE], "no such file"),
        (["suite", "summarization", "data-to-text", SAMPLE], "second config"),
        (["bleu", SAMPLE, "--workers", "0"], "workers"),
    ],
)
def test_bad_words(cli, words, fragment):
    """Mistakes on a suite's command line are one sentence, and exit with 2."""
    done = cli("evaluate", *words)
    assert done.code == 2
    assert fragment in done.err


def test_show_names_the_suites_there_are(cli):
    """`config show` of something else lists the suites that come with sacreval."""
    done = cli("config", "show", "nothing")
    assert done.code == 2
    assert "machine-translation" in done.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("by: [domain]", "this option takes one value"),
        ("by: true", "this must be text or a number"),
        ("ray: true", "this must be text or a number"),
        ("reader: [jsonl]", "this option takes one value"),
    ],
)
def test_values_of_the_wrong_shape(cli, tmp_path, line, said):
    """A value that its option cannot take is one sentence with its line."""
    (tmp_path / "in.jsonl").write_text('{"prediction": "a", "references": ["a"]}\n')
    (tmp_path / "a.yaml").write_text(f"inputs: [in.jsonl]\nmetrics: [bleu]\n{line}\n")
    done = cli("evaluate", "suite", "a.yaml")
    assert done.code == 2
    assert "a.yaml:3" in done.err
    assert said in done.err


def test_a_suite_that_is_not_there(cli):
    """Where a suite is misspelt, those that there are are told."""
    done = cli("evaluate", "suite", "machine-transaltion")
    assert done.code == 2
    assert "machine-transaltion: there is no suite" in done.err
    assert "did you mean 'machine-translation'?" in done.err
