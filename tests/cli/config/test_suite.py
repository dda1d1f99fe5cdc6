"""Suites: many metrics in one pass give what each gives alone."""

import json

import pytest

from sacreval.cli.config import config_file
from support import mirror, missing
from support.mirror import CHECKOUT
from support.program import write_jsonl
from support.sizes import few
from support.two_sets import RECORDS, write_lines, write_two_sets

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
    serial, parallel = (json.loads((tmp_path / f"r{n}.json").read_text()) for n in (1, 4))
    assert serial["results"] == parallel["results"]


def test_score_gives_every_metric_of_a_suite(cli):
    """`score suite` writes plain and jackknifed scores of all metrics into one record."""
    done = cli("score", "suite", "-m", "bleu", "-m", 'ter{"as": "t"}', SAMPLE)
    first = json.loads(done.out.splitlines()[0])
    assert sorted(first["scores"]) == ["bleu", "bleu_jk", "t_ter", "t_ter_jk"]


LATE = {
    "metrics: [bleu]\nfail_under:\n  chrf: 3\n  bleu: 1\n": "c.yaml:3: --fail-under",
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
    assert done.err.splitlines()[-1].startswith("sacreval: error: --fail-under bleu=abc")


def test_inputs_on_the_command_line_replace_those_of_the_config(cli, suite, tmp_path):
    """Words beside the config are the inputs."""
    other = write_jsonl(tmp_path / "o.jsonl", [
        {"prediction": "a b c d", "references": ["a b c d"], "groups": {"domain": "x"}}
        for _ in range(2)
    ])  # fmt: skip
    rows = results(cli("evaluate", "suite", suite, other, "--format", "json"))
    assert {r["system_id"] for r in rows} == {"o"}


CONFIGS = sorted(CHECKOUT.glob("configs/evaluate/*.y*ml"))


def test_every_config_is_a_suite_that_comes_with_sacreval():
    """There is no config but those that are known by name and run below, and prompts."""
    assert sorted(config_file.shipped().values()) == CONFIGS
    prompts = sorted(CHECKOUT.glob("configs/prompts/*.yaml"))
    sample = CHECKOUT / "configs" / "sample" / "data-sets.yaml"
    assert sorted(CHECKOUT.glob("configs/**/*.y*ml")) == sorted([*CONFIGS, *prompts, sample])


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_shipped_config_runs_as_it_says(cli, path):
    """The command that a suite gives for trying it scores that sample, several systems in it."""
    (line,) = [x for x in path.read_text().splitlines() if x.startswith("# Try: ")]
    program, verb, suite, name, sample = line.removeprefix("# Try: ").split()
    assert (program, suite, name) == ("sacreval", "suite", path.stem)
    done = cli(verb, suite, name, CHECKOUT / sample, "--resamples", "10", "--format", "json")
    if done.code == 2 and ("setup-metric" in done.err or "[neural]" in done.err):
        missing.say(done.err.strip())
        pytest.skip(done.err)
    rows = results(done)
    assert len({r["system_id"] for r in rows}) > 1
    assert all(r["value"] is not None for r in rows)


def test_the_sample_of_data_sets_runs_as_it_says(cli, monkeypatch):
    """The command that the sample of a config with data sets gives scores each of them."""
    text = (CHECKOUT / "configs" / "sample" / "data-sets.yaml").read_text()
    (line,) = [x for x in text.splitlines() if x.startswith("# Try: sacreval ")]
    monkeypatch.chdir(CHECKOUT)
    done = cli(*line.removeprefix("# Try: sacreval ").split(), "--format", "json")
    assert {result["dataset"] for result in results(done)} == {"news", "travel", "(mean)"}


def test_every_sample_is_tried():
    """Every file of the sample belongs to a suite."""
    sets = CHECKOUT / "configs" / "sample" / "data-sets.yaml"
    tried = "".join(path.read_text() for path in (*CONFIGS, sets))
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


def test_a_suite_that_is_not_there(cli):
    """Where a suite is misspelt, those that there are are told."""
    done = cli("evaluate", "suite", "machine-transaltion")
    assert done.code == 2
    assert "machine-transaltion: there is no suite" in done.err
    assert "did you mean 'machine-translation'?" in done.err


@few(
    4,
    ("text", "sentence"),
    [
        ("datasets:\n  a: {wehre: x, inputs: [o.jsonl]}\n", "s.yaml:2: data set a: unknown key"),
        ("datasets:\n  a: {inputs: [o.jsonl]}\n  a: {}\n", "s.yaml:3: 'a' is repeated"),
        ("datasets: [a]\n", "s.yaml:1: data sets are names with their inputs"),
        ("datasets:\n  a:\n    map: {input: x}\n", "s.yaml:2: data set a: it has no inputs"),
        (
            "datasets:\n  a:\n    inputs: o.jsonl\n    metrics:\n      - chrf: {foo: 1}\n",
            "s.yaml:5: chrf has no option 'foo'",
        ),
        (
            "datasets:\n  a:\n    inputs: o.jsonl\n    metrics:\n      - chfr\n",
            "s.yaml:5: There is no metric 'chfr'",
        ),
        ("datasets:\n  a:\n    inputs: {x: 3}\n", "s.yaml:3: data set a: inputs must be text"),
        ("dataset: {a: o.jsonl}\n", "s.yaml:1: unknown key 'dataset'; did you mean 'datasets'?"),
    ],
)
def test_wrong_data_sets_name_their_lines(cli, tmp_path, text, sentence):
    """Unknown keys, repeated names, values of other forms and wrong metrics have file and line."""
    write_lines(tmp_path / "o.jsonl", RECORDS)
    (tmp_path / "s.yaml").write_text(text)
    done = cli("evaluate", "suite", "s.yaml")
    assert (done.code, sentence in done.err) == (2, True), done.err


def test_config_show_writes_a_config(cli, tmp_path):
    """What config show prints is a config with the same results."""
    write_two_sets(tmp_path)
    (tmp_path / "again.yaml").write_text(cli("config", "show", "suite.yaml").out)
    plain = cli("evaluate", "suite", "suite.yaml", "--format", "json").json()["results"]
    again = cli("evaluate", "suite", "again.yaml", "--format", "json").json()["results"]
    assert again == plain


def test_verbs_of_one_set_refuse_them(cli, tmp_path):
    """correlate and robustness do not drop the data sets of a config."""
    write_two_sets(tmp_path)
    for verb in ("correlate", "robustness"):
        done = cli(verb, "suite", "suite.yaml")
        assert "suite.yaml:2: this command takes one set of records" in done.err
