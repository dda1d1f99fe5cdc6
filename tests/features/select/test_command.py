"""select: records with the best output, to a file or to standard output."""

import json

import pytest

LINES = [
    {"samples": ["the cat sat", "a cat sat", "dogs bark"], "meta": {"lp": [-3, -4, -0.1]}},
    {"samples": ["one", "one two"], "references": ["one"], "meta": {"lp": [-1, -1]}},
]


@pytest.fixture
def data(tmp_path):
    """Two records with samples."""
    path = tmp_path / "k.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in LINES))
    return path


def read(text):
    """Return the records of lines of JSON."""
    return [json.loads(line) for line in text.splitlines()]


def test_best_of_samples_can_be_evaluated(cli, data):
    """The file has one prediction for each record, which `evaluate` reads."""
    done = cli("select", "chrf", data, "-o", "best.jsonl")
    assert (done.code, done.out) == (0, ""), done.err
    assert "2 outputs chosen, of 2 to 3 each, by consensus: chrf|" in done.err
    assert cli("select", "chrf", data, "-q").out == (data.parent / "best.jsonl").read_text()
    first, second = read((data.parent / "best.jsonl").read_text())
    assert first["meta"]["selected"]["index"] == 0
    assert (second["prediction"], "samples" in second) == ("one two", False)
    done = cli("evaluate", "length", "best.jsonl", "--format", "json")
    assert done.json()["results"][0]["n"] == 2


def test_the_name_before_a_file_is_the_system(cli, data):
    """Chosen outputs are of the system that the user names."""
    assert {x["system_id"] for x in read(cli("select", "chrf", f"mine={data}").out)} == {"mine"}


@pytest.mark.parametrize(
    "words", [("--workers", 2), ("--engine", "official"), ("--engine", "official", "--workers", 2)]
)
def test_engines_and_workers_choose_the_same(cli, data, words):
    """Threads, processes and the official library give the same records."""
    plain, other = cli("select", "chrf", data), cli("select", "chrf", data, *words)
    ours, theirs = read(plain.out), read(other.out)
    assert [x["prediction"] for x in ours] == [x["prediction"] for x in theirs]
    for mine, yours in zip(ours, theirs, strict=True):
        score = yours["meta"]["selected"]["score"]
        assert mine["meta"]["selected"]["score"] == pytest.approx(score, abs=1e-12)


def test_interrupted_runs_are_resumed(cli, data):
    """A run with --resume, which computes a few records at a time, chooses the same."""
    assert cli("select", "bleu", data, "--resume", "r").out == cli("select", "bleu", data).out


def test_logprobs(cli, data):
    """Likely outputs count more as references."""
    words = ("--sample-logprobs", "meta.lp", "--include-self")
    first, _ = read(cli("select", "chrf", data, *words).out)
    assert first["prediction"] == "dogs bark"


def test_a_judge_scores_each_output(cli, data, tmp_path):
    """A judge is asked about every output, and its best verdict wins."""
    judge = (
        "judge: short\nneeds: [prediction]\nmessages: [{role: user, content: '{{prediction}}'}]\n"
        "scale: {type: number, min: 1, max: 5}\nparse: [{pattern: '[1-5]', pick: last}]\n"
    )
    (tmp_path / "short.yaml").write_text(judge)
    (tmp_path / "model.py").write_text(
        "def answer(requests):\n"
        "    return [str(1 + 4 * ('bark' in r.messages[-1].content)) for r in requests]\n"
    )
    done = cli("select", "judge", "short.yaml", data, "--with", "py:model:answer")
    assert done.code == 0, done.err
    first, _ = read(done.out)
    assert first["prediction"] == "dogs bark"


def test_failed_records(cli, tmp_path):
    """An input without a scored output has an error, and the exit code is 3 unless allowed."""
    (tmp_path / "k.jsonl").write_text('{"samples": ["a", "b"]}\n{"error": "refused"}\n')
    words = ("exact-match", "k.jsonl", "--extract", "boxed", "-o", "b.jsonl", "--force")
    done = cli("select", *words)
    assert done.code == 3
    assert "k.jsonl:1: none of 2 outputs could be scored" in done.err
    assert cli("select", *words, "--allow-errors").code == 0
    assert [x["error"] for x in read((tmp_path / "b.jsonl").read_text())] == [
        "failed: none of 2 outputs could be scored",
        "refused",
    ]


def test_nothing_is_left_of_a_failed_run(cli, data):
    """A record without outputs is named, and no file remains."""
    data.write_text(data.read_text() + '{"samples": []}\n')
    done = cli("select", "chrf", data, "-o", "best.jsonl")
    assert (done.code, "k.jsonl:3: `samples` is empty" in done.err) == (2, True)
    assert not (data.parent / "best.jsonl").exists()
    assert cli("select", "chrf", data, "-o", data).code == 2


def test_one_metric(cli, data):
    """A suite of one metric chooses; one of two is refused."""
    assert cli("select", "suite", data, "-m", "chrf").out == cli("select", "chrf", data).out
    done = cli("select", "suite", data, "-m", "chrf", "-m", "bleu")
    assert (done.code, "one metric" in done.err) == (2, True)
