"""Score files of every kind become one set, whatever their order."""

import json

import numpy as np
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.features.correlate.data.load import load_all_rows, load_tasks
from sacreval.features.correlate.data.score_grid import split_rows
from support.program import write_jsonl
from support.scores import load_scores


def write(path, *records):
    """Write records as lines of JSON."""
    path.write_text("".join(json.dumps(r) + "\n" for r in records))
    return path


def record(system="s1", instance="1", **fields):
    """Make one line."""
    return {"instance_id": instance, "system_id": system, **fields}


def test_sacreval_lines(tmp_path):
    """Scores and judgments keep apart, null is missing, and lists of ratings are averaged late."""
    file = write(
        tmp_path / "scores.jsonl",
        record(scores={"bleu": 0.5, "rouge": None}, judgments={"fluency": [1, 2], "meaning": 4}),
        record("s2", "1", system_type="reference", judgments={"fluency": [3, None, 5]}),
    )
    data = load_scores([file])
    assert data.systems == ("s1", "s2")
    assert data.references == {"s2"}
    assert data.scores["bleu"][0, 0] == 0.5
    assert np.isnan(data.scores["rouge"]).all()
    assert data.judgments["fluency"].ravel().tolist() == [1.5, 4.0]
    assert data.judgments["meaning"][0, 0] == 4
    np.testing.assert_array_equal(data.ratings["fluency"][1, 0], [3, np.nan, 5])


def test_sacrerouge_lines(tmp_path):
    """Nested metrics are joined by `_`, and lists of numbers are judgments."""
    metrics = {"rouge-1": {"f1": 0.5}, "expert": {"relevance": [1, 3]}, "x": 2}
    line = {
        "instance_id": "d1",
        "summarizer_id": "M0",
        "summarizer_type": "peer",
        "metrics": metrics,
    }
    data = load_scores([write(tmp_path / "m.jsonl", line)])
    assert set(data.scores) == {"rouge-1_f1", "x"}
    assert data.judgments["expert_relevance"][0, 0] == 2


@pytest.mark.parametrize("separator", [",", "\t"])
def test_wide_and_long_tables(tmp_path, separator):
    """A table has a column a score, or a line a score; empty cells are missing."""
    wide = tmp_path / ("w.csv" if separator == "," else "w.tsv")
    wide.write_text("system,seg,bleu,human\na,1,0.5,3\na,2,,4\n".replace(",", separator))
    long = tmp_path / ("l.csv" if separator == "," else "l.tsv")
    lines = "system_id,instance_id,metric,score\na,1,chrf,0.25\na,2,chrf,None\n"
    long.write_text(lines.replace(",", separator))
    data = load_scores([wide, long])
    assert set(data.scores) == {"bleu", "human", "chrf"}
    np.testing.assert_array_equal(data.scores["bleu"], [[0.5, np.nan]])
    np.testing.assert_array_equal(data.scores["chrf"], [[0.25, np.nan]])


def test_a_rater_column(tmp_path):
    """Lines of several raters become lists, one place a rater."""
    file = tmp_path / "r.csv"
    file.write_text("system,instance,rater,ok\na,1,bob,1\na,1,ann,2\na,2,bob,3\n")
    data = load_scores([file])
    np.testing.assert_array_equal(data.ratings["ok"][0], [[2, 1], [np.nan, 3]])
    file.write_text("system,instance,rater,ok\na,1,bob,1\na,1,bob,2\n")
    with pytest.raises(InputError, match="rated this output twice"):
        load_scores([file])


def mtme(folder):
    """Write a tiny test set."""
    for sub in ("human-scores", "metric-scores/en-de", "references"):
        (folder / sub).mkdir(parents=True)
    (folder / "references" / "en-de.refA.txt").write_text("x\n")
    human = folder / "human-scores"
    (human / "en-de.mqm.seg.score").write_text("B\t-1\nB\tNone\nA\t-2\nA\t-3\nrefA\t0\nrefA\t0\n")
    (human / "en-de.mqm.sys.score").write_text("A\t-2.5\nB\t-1\nrefA\t0\n")
    metric = folder / "metric-scores" / "en-de"
    (metric / "BLEU-refA.seg.score").write_text("A\t1\nA\t2\nB\t3\nB\t4\n")
    (metric / "BLEU-refA.sys.score").write_text("A\t1.5\nB\t3.7\n")
    return folder


def test_mtme_folders(tmp_path):
    """Blocks are keyed by name, None is missing, and references are known as such."""
    data = load_scores([mtme(tmp_path / "wmt")])
    assert data.systems == ("A", "B", "refA")
    assert data.references == {"refA"}
    np.testing.assert_array_equal(data.judgments["mqm"], [[-2, -3], [-1, np.nan], [0, 0]])
    np.testing.assert_array_equal(data.scores["BLEU-refA"][:2], [[1, 2], [3, 4]])
    np.testing.assert_array_equal(data.system_scores["BLEU-refA"], [1.5, 3.7, np.nan])
    assert data.system_judgments["mqm"][0] == -2.5


def test_a_folder_is_read_at_once_as_line_by_line(tmp_path, monkeypatch):
    """Whole files of scores become the same set as their rows, in any order of systems."""
    folder = mtme(tmp_path)
    metric = folder / "metric-scores" / "en-de"
    (metric / "chrF-refA.seg.score").write_text("A\t1\nB\t 2 \nA\tNone\nB\t\n")
    whole = load_scores([folder])
    monkeypatch.setattr("sacreval.features.correlate.data.load.segment_column", lambda *_: None)
    rows = load_scores([folder])
    assert (whole.systems, whole.instances) == (rows.systems, rows.instances)
    assert (whole.references, whole.notes) == (rows.references, rows.notes)
    for some in ("scores", "judgments"):
        ours, theirs = getattr(whole, some), getattr(rows, some)
        assert list(ours) == list(theirs)
        for name, matrix in ours.items():
            np.testing.assert_array_equal(matrix, theirs[name])


def test_pairs_are_read_as_their_rows(tmp_path):
    """Each language pair of one folder or more is the set of its rows, with official scores."""
    folders = [mtme(tmp_path / "a" / "wmt"), mtme(tmp_path / "b" / "wmt2")]
    for path in sorted(folders[1].rglob("en-de*")):
        path.rename(path.with_name(path.name.replace("en-de", "zh-en")))
    for by in (("language_pair",), ("test_set", "language_pair")):
        tasks = load_tasks(folders, by)
        rows, official = load_all_rows(folders)
        theirs = split_rows(rows, official, by)
        assert list(tasks) == list(theirs)
        assert len(tasks) == 2
        for task, data in tasks.items():
            for some in ("scores", "judgments", "system_scores", "system_judgments"):
                for name, matrix in getattr(data, some).items():
                    np.testing.assert_array_equal(matrix, getattr(theirs[task], some)[name])


def test_faults_in_a_folder_are_those_of_its_lines(tmp_path):
    """A bad cell, a line without a tab, and systems of other lengths name file and line."""
    folder = mtme(tmp_path)
    file = folder / "metric-scores" / "en-de" / "m-refA.seg.score"
    for text, message in (
        ("A\t1\nA\tgood\n", ":2: 'good' is not a score"),
        ("A\t1\nA\tinf\n", ":2: 'inf' is not a score"),
        ("A\t1\nA 2\n", ":2: expected a system"),
        ("A\t1\nA\t2\nB\t1\n", "'A' has 2 segments but 'B' 1"),
    ):
        file.write_text(text)
        with pytest.raises(InputError, match=message):
            load_scores([folder])


def test_a_second_file_of_one_score_is_merged(tmp_path):
    """The same folder twice is merged and counted; another value names its file and line."""
    first, second = mtme(tmp_path / "1"), mtme(tmp_path / "2")
    assert any("repeated scores" in note for note in load_scores([first, second]).notes)
    (second / "metric-scores" / "en-de" / "BLEU-refA.seg.score").write_text(
        "A\t1\nA\t5\nB\t3\nB\t4\n"
    )
    with pytest.raises(InputError, match="BLEU-refA.seg.score:2: system 'A' has a second"):
        load_scores([first, second])


def test_single_mtme_files(tmp_path):
    """A single .seg.score file is read by its name, without the folder around it."""
    folder = mtme(tmp_path / "wmt")
    files = [
        folder / "metric-scores" / "en-de" / "BLEU-refA.seg.score",
        folder / "human-scores" / "en-de.mqm.seg.score",
    ]
    data = load_scores(files)
    assert set(data.scores) == {"BLEU-refA"}
    assert set(data.judgments) == {"mqm"}


def test_language_pairs(tmp_path):
    """With several pairs one must be chosen, and a misspelt one is answered with the nearest."""
    folder = mtme(tmp_path / "wmt")
    (folder / "metric-scores" / "zh-en").mkdir()
    with pytest.raises(UsageError, match="--language-pair"):
        load_scores([folder])
    with pytest.raises(UsageError, match="did you mean 'en-de'"):
        load_scores([folder], language_pair="en-d")
    assert load_scores([folder], language_pair="en-de").systems == ("A", "B", "refA")


def test_segments_are_in_the_order_of_their_numbers(tmp_path):
    """Segment 10 follows segment 9."""
    lines = [record("s", str(i), scores={"m": i}) for i in range(12)]
    data = load_scores([write(tmp_path / "s.jsonl", *lines)])
    assert data.scores["m"].ravel().tolist() == list(range(12))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"system_id": "a", "scores": {}}', "no `instance_id`"),
        ('{"instance_id": "1", "scores": {}}', "no `system_id`"),
        ('{"instance_id": "1", "system_id": "a"}', "none of `scores`, `judgments` and `metrics`"),
        ('{"instance_id": "1", "system_id": "a", "scores": {"m": "x"}}', "not a finite number"),
        ('{"instance_id": "1", "system_id": "a", "scores": {"m": true}}', "not a finite number"),
        ("[1]", "not a JSON object"),
        ("{", "not a JSON object"),
        (
            '{"instance_id": "1", "system_id": "a", "scores": {"a": {"b_c": 1}, "a_b": {"c": 2}}}',
            "flatten to 'a_b_c'",
        ),
    ],
)
def test_bad_lines(tmp_path, line, message):
    """A line that cannot be read is named by file and line, with a remedy."""
    file = tmp_path / "bad.jsonl"
    file.write_text('{"instance_id": "0", "system_id": "a", "scores": {"m": 1}}\n' + line + "\n")
    with pytest.raises(InputError, match=message) as error:
        load_scores([file])
    assert "bad.jsonl:2" in str(error.value)


def test_bad_files(tmp_path):
    """A missing file, an unknown kind, a bare folder, a bad cell and uneven blocks are told."""
    with pytest.raises(InputError, match="no such file"):
        load_scores([tmp_path / "none.jsonl"])
    (tmp_path / "x.txt").write_text("")
    with pytest.raises(InputError, match="unknown kind"):
        load_scores([tmp_path / "x.txt"])
    with pytest.raises(InputError, match="mt-metrics-eval layout"):
        load_scores([tmp_path])
    (tmp_path / "t.csv").write_text("system,instance,m\na,1,high\n")
    with pytest.raises(InputError, match="holds 'high'"):
        load_scores([tmp_path / "t.csv"])
    (tmp_path / "u.csv").write_text("system,m\na,1\n")
    with pytest.raises(InputError, match="no column `instance_id`"):
        load_scores([tmp_path / "u.csv"])
    (tmp_path / "m.seg.score").write_text("A\t1\nA\t2\nB\t1\n")
    with pytest.raises(InputError, match="'A' has 2 segments but 'B' 1"):
        load_scores([tmp_path / "m.seg.score"])
    (tmp_path / "n.seg.score").write_text("A\tgood\n")
    with pytest.raises(InputError, match="'good' is not a score"):
        load_scores([tmp_path / "n.seg.score"])
    (tmp_path / "e.jsonl").write_text("")
    with pytest.raises(InputError, match="No scores"):
        load_scores([tmp_path / "e.jsonl"])


@pytest.mark.parametrize("name", ["long.jsonl", "long.csv", "quote.csv"])
def test_long_lines_and_cells(tmp_path, name):
    """A line or a cell of a score file that is longer than 8 MiB is refused, in one sentence."""
    huge = "x" * (2**23 + 2)
    (tmp_path / "long.jsonl").write_text(f'{{"system_id": "{huge}"}}\n')
    (tmp_path / "long.csv").write_text(f"system,instance,bleu\n{huge},1,1\n")
    (tmp_path / "quote.csv").write_text(
        'system,instance,bleu\n"' + ("x" * 2**20 + "\n") * 9 + ",1,1\n"
    )
    with pytest.raises(InputError, match=r"is longer than 8 MiB; check line ends and quotes"):
        load_scores([tmp_path / name])


@pytest.fixture
def records(tmp_path):
    """Write records with judgments of two people."""
    lines = [
        {"instance_id": str(i), "system_id": s, "prediction": "a", "references": ["a"],
         "judgments": {"q": i + k, "r": i * k}}
        for i in range(4) for k, s in enumerate("abc")
    ]  # fmt: skip
    write_jsonl(tmp_path / "my records.jsonl", lines)
    return "my records.jsonl"


@pytest.mark.parametrize(
    ("words", "metric"),
    [([], "rouge"), (["--metric", "chrF2"], "chrf"), (["--metric", "x"], "rouge")],
)
def test_records_are_answered_with_the_commands_that_score_them(cli, records, words, metric):
    """The metric is that which the score is named after, and the path is quoted."""
    done = cli("correlate", "scores", records, "--human", "q", *words)
    assert (done.code, done.out) == (2, "")
    assert f"`sacreval correlate {metric} 'my records.jsonl' --human q` scores" in done.err
    assert f"`sacreval score {metric} 'my records.jsonl' -o scores.jsonl`" in done.err


def test_people_are_correlated_with_people(cli, records):
    """A human score in the place of a metric needs no scores."""
    words = ["--metric", "r", "--level", "global", "--interval", "none"]
    assert cli("correlate", "scores", records, "--human", "q", *words).code == 0


def test_judgments_alone(cli, tmp_path):
    """A file of judgments without outputs needs a file of scores beside it, and the reverse."""
    output, words = {"instance_id": "1", "system_id": "a"}, ["--human", "q"]
    write_jsonl(tmp_path / "j.jsonl", [{**output, "judgments": {"q": 1}}])
    err = cli("correlate", "scores", "j.jsonl", *words).err
    assert "have no scores of metrics; add files" in err
    write_jsonl(tmp_path / "s.jsonl", [{**output, "scores": {"m": 1}}])
    err = cli("correlate", "scores", "s.jsonl", *words).err
    assert "no judgments at all; add files of records with judgments.q" in err
