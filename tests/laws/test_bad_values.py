"""Never a traceback: every verb meets every kind of bad value with one sentence and leaves nothing.

The values stand in `tests/support/bad_files.py`, `bad_option_values.py` and `bad_words.py`.
"""

import os
import shutil
from contextlib import chdir
from pathlib import Path
from zlib import crc32

import pytest

from sacreval.asking.reply_file import reply_line
from sacreval.asking.request_file import write_requests
from sacreval.commands.app import run
from support.asking import chats, echo
from support.bad_files import RECORDS, RESULTS, RUNS, SCORES, YAML
from support.bad_option_values import FILES
from support.bad_words import WORDS
from support.judges import PREFERENCE, QUALITY, write
from support.program import Stdin, write_jsonl
from support.sandboxes import TOY
from support.sizes import long
from support.tool_logs import write_inspect

pytestmark = pytest.mark.usefixtures("cached_commands")
MOST = 500  # characters of a sentence
UNSAFE = ("--sandbox", "none", "--i-know-this-runs-untrusted-code")  # the programs are ours
RECIPE = """
name: own
title: a corpus
licence: mine
citation: me
brings: {box: {about: a box}}
steps:
  - reader: READER
    inputs: [box]
"""
METRIC_RECIPE = """
name: own
title: a resource
licence: mine
citation: me
resource: punkt
sources: [{base: 'https://localhost:1/', files: {x: {sha256: SHA}}}]
""".replace("SHA", "0" * 64)


@pytest.fixture(scope="module")
def stage(tmp_path_factory):
    """Make a folder of good files, in which the verbs run."""
    folder = tmp_path_factory.mktemp("stage")
    with chdir(folder):
        texts = ("the cat sat", "a cat sat", "cats")
        records = [
            {"prediction": f"{text} {i}", "references": ["the cat sat 1"], "instance_id": str(i),
             "system_id": system, "judgments": {"h": (i + j) % 3}, "groups": {"domain": "news"}}
            for j, (system, text) in enumerate(zip("ABC", texts, strict=True)) for i in range(4)
        ]  # fmt: skip
        write_jsonl(folder / "good.jsonl", records)
        write_jsonl(folder / "battles.jsonl", [
            {"instance_id": i, "a": "AB"[i % 2], "b": "BA"[i % 2], "winner": "a"} for i in range(8)
        ])  # fmt: skip
        scored = [record | {"scores": {"m": i % 3}} for i, record in enumerate(records)]
        write_jsonl(folder / "scored.jsonl", scored)
        words = (
            "evaluate exact-match good.jsonl -o result.json --instances all.jsonl -q --format json"
        )
        assert run(words.split()) == 0
        result = (folder / "result.json").read_text()
        (folder / "result-of-bad.json").write_text(result.replace('"A"', '"bad"'))
        (folder / "good.yaml").write_text("metrics: [exact-match]\n")
        (folder / "short.txt").write_text("a\n")
        write_requests(chats(2), folder / "requests.jsonl")
        (folder / "asked.jsonl").write_bytes(b"".join(reply_line(echo(x)) for x in chats(2)))
        (folder / "own.yaml").write_text(RECIPE.replace("READER", "jsonl"))
        (folder / "metric.yaml").write_text(METRIC_RECIPE)
        judge = {**QUALITY, "needs": ["prediction"], "judge": "good-judge"}
        judge["messages"] = [{"role": "user", "content": "{{prediction}}"}]
        write(folder, judge)
        write(folder, {**PREFERENCE, "judge": "pair-judge"})
        inputs = [{"instance_id": str(i), "input": f"question {i}"} for i in range(3)]
        write_jsonl(folder / "data.jsonl", inputs)
        (folder / "prompt.yaml").write_text("prompt: '{{input}}'\n")
        varied = [record | {"groups": {"domain": "news", "variant": 1}} for record in records]
        write_jsonl(folder / "varied.jsonl", varied)
        pair = [{"text": "a", "logprob": -1.0}, {"text": "b", "logprob": -2.0}]
        write_jsonl(
            folder / "pairs.jsonl", [{"choices": pair, "gold": 0, "groups": {"domain": "news"}}]
        )
        write_jsonl(folder / "samples.jsonl", [{"samples": ["a", "b"]}])
        write_jsonl(folder / "problems.jsonl", TOY)
        write_jsonl(folder / "programs.jsonl", [{"task_id": "Toy/0", "completion": "    return 3"}])
        write_inspect(folder / "log.json")
        words = "evaluate chrf log.json -o logged.json --instances logged.jsonl -q --format json"
        assert run(words.split()) == 0
        (folder / "copies").mkdir()
        (folder / "folder").mkdir()
        (folder / "folder.jsonl").mkdir()
        (folder / "loop.jsonl").symlink_to("loop.jsonl")
    return folder


def there(folder):
    """List the files and folders in a folder."""
    return {Path(at, name) for at, folders, files in os.walk(folder) for name in (*folders, *files)}


@pytest.fixture
def refused(stage, monkeypatch, capfd):
    """Give a function that runs a command which must end with 2 or 3, one sentence, and no file."""
    monkeypatch.chdir(stage)
    monkeypatch.setenv("SACREVAL_HOME", str(stage / "home"))
    monkeypatch.delenv("SACREVAL_MIRROR", raising=False)

    def call(*words):
        before = there(stage)
        monkeypatch.setattr("sys.stdin", Stdin(b""))
        code = run(list(words))
        out, err = capfd.readouterr()
        left = there(stage) - before
        for path in left:
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        shown = f"{' '.join(words)[:300]}\n{out[:300]}\n{err[:1500]}"
        lines = err.splitlines()
        assert code in {2, 3}, f"exit {code}: {shown}"
        assert all(line.startswith("sacreval: ") and len(line) < MOST for line in lines), shown
        said = [line for line in lines if line.startswith("sacreval: error: ")]
        assert len(said) == (code == 2), shown
        assert lines[-1:] == said or code == 3, shown
        assert "a fault in sacreval" not in err, shown
        assert err.isprintable() or err.replace("\n", "").isprintable(), shown
        assert not left, shown
        return err

    return call


def commands(stage):
    """Give a good command of each verb."""
    box = ["--path", f"box={stage / 'good.jsonl'}"]
    return {
        "evaluate": ["evaluate", "exact-match", "good.jsonl"],
        "score": ["score", "exact-match", "good.jsonl"],
        "compare": ["compare", "exact-match", "good.jsonl"],
        "correlate": ["correlate", "exact-match", "good.jsonl", "--human", "h"],
        "verify": ["verify", "result.json", "good.jsonl"],
        "plan": ["plan", "result.json", "--base", "A", "--other", "B"],
        "report": ["report", "result.json"],
        "convert": ["convert", "good.jsonl"],
        "baseline": ["baseline", "set", "result.json", "base.json", "--anyway"],
        "config": ["config", "show", "good.yaml"],
        "list": ["list", "metrics"],
        "setup-dataset": ["setup-dataset", "own.yaml", "out", *box],
        "setup-metric": ["setup-metric", "metric.yaml"],
        "answer": ["answer", "requests.jsonl", "--with", "file:asked.jsonl"],
        "ask": ["ask", "good-judge.yaml", "good.jsonl"],
        "suite": ["evaluate", "suite", "good.jsonl"],
        "arena": ["arena", "battles.jsonl"],
        "trust": ["correlate", "trust", "scored.jsonl", "--human", "h"],
        "perturb": ["perturb", "data.jsonl"],
        "robustness": ["robustness", "exact-match", "good.jsonl", "varied.jsonl"],
        "stereotyping": ["stereotyping", "pairs.jsonl"],
        "select": ["select", "exact-match", "samples.jsonl"],
        "generate": ["generate", "data.jsonl", "--dry-run"],
        "run-tests": ["run-tests", "problems.jsonl", "programs.jsonl", *UNSAFE],
        "export": ["export", "logged.json", "--log", "log.json"],
        "cite": ["cite", "result.json"],
        "init": ["init", "good.jsonl", "-m", "exact-match"],
    }


def batched_pairs(words):
    """Yield options with their values."""
    return zip(words[::2], words[1::2], strict=True)


def finished(verb, words):
    """Give a command the options that it needs where the bad words have not given them."""
    needed = {"report": ("-o", "out.html"), "convert": ("--reader", "jsonl"),
              "suite": ("-m", "exact-match"), "setup-metric": ("--mirror", "nowhere"),
              "perturb": ("--type", "butter-finger"),
              "export": ("-o", "copies"), "answer": ("-o", "replies.jsonl"),
              "ask": ("-o", "asks.jsonl"), "run-tests": ("-o", "verdicts.jsonl"),
              "generate": ("--prompt", "prompt.yaml", "--with", "cmd:cat")}  # fmt: skip
    pairs = list(batched_pairs(needed.get(verb, ())))
    return [*words, *(word for pair in pairs if pair[0] not in words for word in pair)]


RECORD_VERBS = {
    "agree": "evaluate --agree BAD -o out.json",
    "evaluate": "evaluate exact-match BAD -o out.json --instances out.jsonl",
    "score": "score exact-match BAD -o out.jsonl",
    "compare": "compare exact-match BAD good.jsonl -o out.json",
    "correlate": "correlate exact-match BAD --human h -o out.json",
    "suite": "evaluate suite -m exact-match -m token-f1 BAD -o out.json",
    "verify": "verify result-of-bad.json BAD",
    "report": "report result.json --inputs BAD -o out.html",
    "convert": "convert BAD --reader READER -o out.jsonl",
    "check": "convert --check BAD --reader READER",
    "setup-dataset": "setup-dataset bad.yaml out --path box=BAD",
    "perturb": "perturb BAD --type butter-finger -o out.jsonl",
    "robustness": "robustness exact-match BAD varied.jsonl -o out.json",
    "stereotyping": "stereotyping BAD -o out.json",
    "select": "select exact-match BAD -o out.jsonl",
    "generate": "generate BAD --prompt prompt.yaml --with cmd:cat -o out.jsonl",
    "answer": "answer BAD --with cmd:true -o out.jsonl",
    "run-tests": "run-tests problems.jsonl BAD --sandbox none -o out.jsonl",
    "problems": "run-tests BAD programs.jsonl --sandbox none -o out.jsonl",
    "arena": "arena BAD -o out.json",
    "trust": "correlate trust BAD --human h -o out.json",
    "ask": "ask good-judge.yaml BAD -o out.jsonl",
    "judge": "evaluate judge good-judge.yaml BAD --replies asked.jsonl -o out.json",
    "replies": "evaluate judge good-judge.yaml good.jsonl --replies BAD -o out.json",
    "opponent": "ask pair-judge.yaml good.jsonl --opponent BAD -o out.jsonl",
}
# What is no fault where records are only rewritten, by a reader that was named.
FINE = {
    "a record twice": {"convert", "setup-dataset", "ask"},
    "a reference that is an object": {"convert", "check", "setup-dataset", "ask", "judge"},
    "tokens for a metric of texts": {"convert", "check", "setup-dataset"},
    "null without an error": {"convert", "check", "setup-dataset"},
    "a reference that is a list": {"convert", "check", "setup-dataset", "ask", "judge"},
    "an ending that nobody reads": {"convert", "check", "setup-dataset"},
    "300,000 characters for an instance, twice": {"convert", "setup-dataset", "ask"},
}


EVERY = 99  # verbs
few_or_all = pytest.mark.parametrize("most", [4, long(EVERY)], ids=["few", "all"])


def drawn(verbs, name, most):
    """Choose some of the verbs, others for another bad value, so that each verb meets many."""
    return sorted(verbs, key=lambda verb: crc32(f"{verb} {name}".encode()))[:most]


@few_or_all
@pytest.mark.parametrize("name", RECORDS)
def test_records(name, most, stage, refused):
    """A file of records that cannot be read ends every verb that reads it with one sentence."""
    ending, content = RECORDS[name]
    bad, recipe = stage / f"bad.{ending}", stage / "bad.yaml"
    reader = "table" if ending in ("csv", "tsv") else "jsonl"
    bad.write_bytes(content)
    recipe.write_text(RECIPE.replace("READER", reader))
    for verb in drawn(RECORD_VERBS.keys() - FINE.get(name, ()), name, most):
        words = RECORD_VERBS[verb]
        refused(*words.replace("BAD", bad.name).replace("READER", reader).split())
    bad.unlink()
    recipe.unlink()


@pytest.mark.parametrize("name", RUNS)
def test_runs(name, stage, refused):
    """So does a TREC run that cannot be read, or relevance judgments that cannot."""
    run_file, qrels = stage / "bad.run", stage / "bad.qrels"
    for path, content in zip((run_file, qrels), RUNS[name], strict=True):
        path.write_bytes(content)
    for verb in ("evaluate ranking", "compare ranking", "score ranking", "convert"):
        refused(*verb.split(), "bad.run", "-r", "bad.qrels", "-o", "out.jsonl")
    refused("evaluate", "ranking", "bad.run", "--reader", 'trec{"qrels": "bad.qrels"}')
    run_file.unlink()
    qrels.unlink()


@pytest.mark.parametrize("name", RESULTS)
def test_results(name, stage, refused):
    """So does a file of results that is none."""
    bad = stage / "bad.json"
    bad.write_bytes(RESULTS[name])
    for words in (
        "verify bad.json good.jsonl",
        "plan bad.json -o out.json",
        "cite bad.json",
        "report bad.json -o out.html",
        "compare results good=result.json bad.json -o out.json",
        "report result.json --baseline bad.json -o out.html",
        "export bad.json --mlflow store",
        "export logged.json --log bad.json -o copies",
        "baseline set bad.json base.json",
        "evaluate exact-match good.jsonl --baseline bad.json --max-drop exact_match=1 -o out.json",
    ):
        refused(*words.split())
    bad.unlink()


@pytest.mark.parametrize("name", SCORES)
def test_scores(name, stage, refused):
    """So does a file of scores that is none."""
    bad = stage / "bad.jsonl"
    bad.write_bytes(SCORES[name])
    refused(*"correlate scores bad.jsonl --human h -o out.json".split())
    refused(*"correlate trust bad.jsonl --human h -o out.json".split())
    bad.unlink()


@few_or_all
@pytest.mark.parametrize("name", YAML)
def test_yaml(name, most, stage, refused):
    """So does YAML that cannot be meant, as a config and as a recipe."""
    bad = stage / "bad.yaml"
    bad.write_bytes(YAML[name])
    commands = (
        "evaluate suite bad.yaml good.jsonl -o out.json",
        "score suite bad.yaml good.jsonl -o out.jsonl",
        "compare suite bad.yaml good.jsonl -o out.json",
        "config show bad.yaml",
        "evaluate exact-match good.jsonl --format eee --about bad.yaml -o out",
        "setup-dataset bad.yaml out",
        "setup-dataset --show bad.yaml",
        "setup-metric bad.yaml",
        "ask bad.yaml good.jsonl -o out.jsonl",
        "evaluate judge bad.yaml good.jsonl --replies asked.jsonl -o out.json",
        "generate data.jsonl --prompt bad.yaml --with cmd:cat -o out.jsonl",
    )
    for words in drawn(commands, name, most):
        refused(*words.split())
    bad.unlink()


@pytest.mark.parametrize("most", [2, long(EVERY)], ids=["few", "all"])
@pytest.mark.parametrize("option", dict.fromkeys(name.partition(":")[0] for name in WORDS))
def test_words(option, most, stage, refused):
    """A word that cannot be meant ends every verb that takes it with one sentence."""
    for name, (verbs, words) in WORDS.items():
        if name.partition(":")[0] == option:
            for verb in drawn(verbs, name, most):
                refused(*with_words(commands(stage)[verb], name, verb, words))


def with_words(command, name, verb, words):
    """Add bad words to a good command."""
    if name.removeprefix(": ") in FILES:
        command = [word for word in command if not word.endswith(".jsonl")]
    if verb == "report" and words[0] in ("--map", "--reader", "-r"):
        command = [*command, "--inputs", "good.jsonl"]
    whole = [*command, *words]
    return whole if verb == "suite" and words[0] == "-m" else finished(verb, whole)


def test_there_are_enough():
    """The tables hold more than 150 kinds of bad values, no two of one name."""
    assert len(RECORDS) + len(RESULTS) + len(SCORES) + len(YAML) + len(WORDS) > 200


def test_good_commands_are_good(stage, monkeypatch, capfd):
    """The commands that bad words are added to work without them."""
    monkeypatch.chdir(stage)
    for verb, words in commands(stage).items():
        if verb != "setup-metric":
            assert run(finished(verb, words)) == 0, (verb, capfd.readouterr().err)
    for name in (
        "out.html",
        "base.json",
        "base.instances.jsonl",
        "replies.jsonl",
        "asks.jsonl",
        "verdicts.jsonl",
    ):
        (stage / name).unlink()
    shutil.rmtree(stage / "out")
    (stage / "copies" / "log.json").unlink()
