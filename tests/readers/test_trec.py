"""TREC runs and judgments: their lines, order and recognition, and ranking as trec_eval does."""

import gzip
import io
import json
from random import Random

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, InputNotice
from sacreval.readers._by_content import by_content
from sacreval.readers._qrels import (
    Judging,
    Qrels,
    is_qrels,
    is_run,
    is_short_run,
    read_qrels,
    rows,
    shown,
)
from sacreval.readers.trec import RunFile
from support import missing

pytestmark = pytest.mark.usefixtures("alone")
OFFICIAL = missing.needs("pytrec_eval", "rankings scored by trec_eval")


NAMES = {
    "map": "map",
    "mrr": "recip_rank",
    "ndcg": "ndcg",
    "precision_at_5": "P_5",
    "recall_at_10": "recall_10",
    "ndcg_at_5": "ndcg_cut_5",
    "hit_at_1": "success_1",
}
MEASURES = {"map", "recip_rank", "ndcg", "P.5", "recall.10", "ndcg_cut.5", "success.1"}
QRELS = Qrels("q", {"1": {"a": 1}, "2": {"b": 0}, "3": {"c": 2}})


# Ids whose order differs by bytes, by letters and by number; scores equal in single precision.
DOCUMENTS = [*(f"d{i}" for i in range(30)), "D10", "é9", "_x", "10", "9"]
SCORES = [0.0, -1.5, 0.5, 0.1, 0.1 + 1e-9, 1.0, 1.0 + 1e-8, 1e-30, 3e7, 3e7 + 1]


def random_run(random, topics):
    """Draw documents with scores, of which many are equal."""
    return {
        topic: {d: random.choice(SCORES) for d in random.sample(DOCUMENTS, random.randint(1, 20))}
        for topic in topics
    }


def random_qrels(random, topics):
    """Draw relevance from -1 to 3; a topic may have no relevant document."""
    return {
        topic: {d: random.choice([-1, 0, 0, 1, 2, 3]) for d in random.sample(DOCUMENTS, 12)}
        for topic in topics
    }


def write_run(path, run, random, tag="tag"):
    """Write a run whose lines are in any order."""
    lines = [f"{t} Q0 {d}\t0  {s!r} {tag}\n" for t, ds in run.items() for d, s in ds.items()]
    random.shuffle(lines)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def write_qrels(path, qrels):
    """Write relevance judgments in TREC's four columns."""
    lines = [f"{t} 0 {d} {grade}\n" for t, ds in qrels.items() for d, grade in ds.items()]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def official(run, qrels, measures):
    """Return trec_eval's scores by topic, through pytrec_eval."""
    import pytrec_eval

    scores = pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)
    return {topic: scores[topic] for topic in run if topic in scores}


@pytest.fixture
def corpus(tmp_path):
    """Write three runs and judgments; some topics have a ranking alone, or judgments alone."""
    random = Random(7)
    topics = [str(n) for n in range(40)]
    qrels = random_qrels(random, topics[:36])
    runs = {name: random_run(random, topics[3:]) for name in ("a", "b", "c")}
    (tmp_path / "runs").mkdir()
    for name, run in runs.items():
        write_run(tmp_path / "runs" / f"{name}.run", run, random, tag="same")
    write_qrels(tmp_path / "qrels.txt", qrels)
    return tmp_path, runs, qrels


def values(sacreval, *words):
    code, out, _ = sacreval("evaluate", "ranking", *words, "--format", "json", "--no-ci")
    assert code == 0
    rows = json.loads(out)["results"]
    return {(r["system_id"], r["output"]): (r["value"], r["n"]) for r in rows}


@OFFICIAL
@pytest.mark.parametrize("complete", [False, True])
def test_numbers_are_those_of_trec_eval(sacreval, corpus, complete):
    """Means over topics are pytrec_eval's, with and without -c, of each run of a folder."""
    folder, runs, qrels = corpus
    words = ["--reader", 'trec{"complete": true}'] if complete else []
    means = values(sacreval, folder / "runs", "-r", folder / "qrels.txt", *words)
    for system, run in runs.items():
        scores = official(run, qrels, MEASURES)
        n = len(qrels) if complete else len(scores)
        for ours, theirs in NAMES.items():
            mean = sum(topic[theirs] for topic in scores.values()) / n
            assert means[system, ours] == (pytest.approx(mean, abs=1e-12), n)
    assert len(scores) == 33


@OFFICIAL
def test_ways_to_name_the_judgments(sacreval, corpus):
    """-r, the reader's option, BEIR's table, gzip and records in place of a run are the same."""
    folder, _, qrels = corpus
    run, judged = folder / "runs" / "a.run", folder / "qrels.txt"
    wanted = values(sacreval, run, "-r", judged)
    rows = [f"{t}\t{d}\t{g}\n" for t, ds in qrels.items() for d, g in ds.items()]
    (folder / "beir.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(rows))
    (folder / "a.gz").write_bytes(gzip.compress(run.read_bytes()))
    assert sacreval("convert", run, "-o", folder / "a.jsonl")[0] == 0
    assert values(sacreval, run, "--reader", f'trec{{"qrels": "{judged}"}}') == wanted
    assert values(sacreval, run, "-r", folder / "beir.tsv") == wanted
    assert values(sacreval, folder / "a.gz", "-r", judged) == wanted
    assert values(sacreval, folder / "a.jsonl", "-r", judged) == wanted


@OFFICIAL
def test_systems(sacreval, corpus):
    """A run is named by its file, or by its tag where that is asked for."""
    folder, _, _ = corpus
    whole = folder / "all.txt"
    text = (folder / "runs" / "a.run").read_text()
    whole.write_text(text + text.replace("same", "other"))
    spec = ["--reader", 'trec{"tags": true}']
    means = values(sacreval, whole, "-r", folder / "qrels.txt", *spec)
    assert {system for system, _ in means} == {"same", "other"}
    code, out, err = sacreval("evaluate", "ranking", whole, "-r", folder / "qrels.txt")
    assert (code, out) == (2, "")
    assert "the tag 'other' comes after 'same'" in err


@OFFICIAL
def test_folder_by_name(read, corpus):
    """With --reader, each file of a folder is a run; hidden files are none."""
    folder, runs, _ = corpus
    (folder / "runs" / ".hidden").write_text("x")
    records = read("trec", folder / "runs")
    assert {x.system_id for x in records} == set(runs)


@OFFICIAL
def test_recognised(corpus):
    """Runs are recognised by their first line; judgments are no input."""
    folder, _, _ = corpus
    assert by_content(str(folder / "runs" / "a.run")) == "trec"
    assert by_content(str(folder / "qrels.txt")) is None


def test_rows():
    """Blanks and tabs separate cells, blank lines have no row, and other spaces are letters."""
    text = "a  b\t c\r\n\n d\u00a0e f".encode()
    numbered = list(rows(io.BytesIO(text), "x"))
    assert numbered == [(1, [b"a", b"b", b"c"]), (3, ["d\u00a0e".encode(), b"f"])]


def test_bytes_that_are_no_text():
    """The line that is not UTF-8 is named, and a file without line ends is refused."""
    with pytest.raises(InputError, match="x:3: not UTF-8"):
        list(rows(io.BytesIO(b"a\nb\nc\xff\n"), "x"))
    with pytest.raises(InputError, match="longer than 1 MiB"):
        list(rows(io.BytesIO(b"a" * 2_000_000), "x"))


def test_shown():
    """Long cells are cut in messages."""
    assert shown(b"a" * 500) == "a" * 80 + "…"
    assert shown(b"\xff") == "\ufffd"


@pytest.mark.parametrize(
    ("start", "kinds"),
    [
        (b"301 Q0 FR940202-2 1 2.5 tag\n", "run"),
        (b"\xef\xbb\xbf\n301\tq0\tdoc\t0\t-1e-3\ttag", "run"),
        (b"301 Q0 doc 1 2.5\n", ""),
        (b"301 Q0 doc one 2.5 tag\n", ""),
        (b"301 Q0 doc 1 high tag\n", ""),
        (b"301 Q0 doc 1 nan tag\n", ""),
        (b"we go to it 1 2.5 tag\n", ""),
        (b"301 0 doc 1\n302 0 doc -1\n", "qrels"),
        (b"301 0 doc 1\n302 7 doc 1\n303 0 d 1\n", ""),
        (b"301 0 doc 0.5\n", ""),
        (b"query-id\tcorpus-id\tscore\n", "qrels"),
        (b"query-id\tcorpus-id\tscore\nq\td\tx", "qrels"),
        (b"301\tdoc\t1\n301\tother\t2\n301\tcut", "short"),
        (b"a text of\n", ""),
        (b"", ""),
        (b"\n \n", ""),
        (b"x" * 300_000, ""),
    ],
)
def test_shapes(start, kinds):
    """A run, one of three columns, and judgments are told from one another and from texts."""
    checks = {"run": is_run(start), "short": is_short_run(start), "qrels": is_qrels(start)}
    assert [name for name, right in checks.items() if right] == kinds.split()


def topics(tmp_path, text):
    (tmp_path / "q").write_text(text, encoding="utf-8")
    return read_qrels(str(tmp_path / "q")).topics


def test_formats(tmp_path):
    """Four columns, BEIR's three with a header, and three without are the same judgments."""
    wanted = {"1": {"a": 1, "b": -1}, "2": {"é": 0}}
    assert topics(tmp_path, "1 0 a 1\n1 0 b -1\n\n2 Q0 é 0\n") == wanted
    assert topics(tmp_path, "query-id\tcorpus-id\tscore\n1\ta\t1.0\n1\tb\t-1\n2\té\t0\n") == wanted
    assert topics(tmp_path, "1\ta\t1\n1\tb\t-1\n2\té\t0\n") == wanted


def test_a_changed_file_is_read_again(tmp_path):
    """Judgments are held for the next run, until their file changes."""
    assert topics(tmp_path, "1 0 a 1\n") == {"1": {"a": 1}}
    assert read_qrels(str(tmp_path / "q")) is read_qrels(str(tmp_path / "q"))
    assert topics(tmp_path, "1 0 abc 1\n") == {"1": {"abc": 1}}


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "q: this file has no relevance judgments"),
        ("query-id\tcorpus-id\tscore\n", "no relevance judgments"),
        ("1 0 a 1\n1 0 a 0\n", "q:2: the document 'a' of topic '1' is judged in an earlier line"),
        ("1 0 a 0.5\n", "q:1: the relevance '0.5' is not a whole number"),
        ("1 0 a inf\n", "q:1: the relevance 'inf'"),
        ("1 0 a high\n", "q:1: the relevance 'high'"),
        ("1 0 a 1_0\n", "q:1: the relevance '1_0'"),
        ("1 0 a 1\n1 a 1\n", "q:2: 3 columns, but a line of relevance judgments has 4"),
        ("one two\n", "q:1: 2 columns, but a line of relevance judgments has 4 or 3"),
        ("1 Q0 a 1 1 t\n", "q:1: this is a run, not relevance judgments"),
    ],
)
def test_qrels_wrong_lines(tmp_path, text, part):
    """A wrong line is an error with its file, line and remedy."""
    with pytest.raises(InputError, match=part):
        topics(tmp_path, text)


def batch(*pairs):
    instances = [Instance(instance_id=t, system_id=s, ranking=["a"]) for t, s in pairs]
    return Batch(instances, "run", range(1, len(instances) + 1), "run")


def judged(*pairs, **options):
    batches = Judging(QRELS, "run", **options).add_to([batch(*pairs)])
    return [(b.system_ids[i], x.instance_id, x.ranking) for b in batches for i, x in enumerate(b)]


def test_topics_without_judgments_or_ranking(recwarn):
    """Without judgments or without a ranking a topic is left out, and counted in the notice."""
    assert judged(("9", None), ("2", None)) == [("run", "2", ["a"])]
    [notice] = recwarn
    assert notice.category is InputNotice
    text = str(notice.message)
    assert text.startswith("run: 1 topics without relevance judgments are left out")
    assert "2 topics of q without a ranking, such as '1', are left out, as in trec_eval" in text
    assert '"complete": true' in text


def test_complete():
    """Every system has every topic of the judgments, with an empty ranking where it has none."""
    with pytest.warns(InputNotice, match="2 topics of q without a ranking of 'x'.* count as 0"):
        rankings = judged(("2", "x"), ("1", "y"), ("9", "z"), complete=True)
    assert [(s, t) for s, t, ranking in rankings if not ranking] == [
        ("x", "1"), ("x", "3"), ("y", "2"), ("y", "3"), ("z", "1"), ("z", "2"), ("z", "3"),
    ]  # fmt: skip


def test_silence(recwarn):
    """Where all topics have both, nothing is said."""
    assert len(judged(("1", None), ("2", None), ("3", None))) == 3
    assert not recwarn


def test_refusals():
    """Judgments of other topics, and records with judgments of their own, are errors."""
    with pytest.raises(InputError, match="q has no relevance judgments for its topics.* '9'"):
        judged(("9", None))
    batch = Batch([Instance(instance_id="1", ranking=["a"], qrels={"a": 1})], "run", [4])
    with pytest.raises(InputError, match="run:4: this record has its own `qrels`"):
        list(Judging(QRELS, "run").add_to([batch]))


def records(tmp_path, text, *, by_tag=False):
    path = tmp_path / "run"
    path.write_text(text, encoding="utf-8")
    return [record for _, record in RunFile(str(path), by_tag=by_tag).records()]


@pytest.mark.parametrize("seed", range(20))
def test_order_of_ties(tmp_path, seed):
    """Reciprocal ranks of each single document say that the order is trec_eval's, ties included."""
    random = Random(seed)
    run = random_run(random, ["1"])
    [record] = records(tmp_path, write_run(tmp_path / "x", run, random).read_text())
    for place, document in enumerate(record.ranking, start=1):
        qrels = {"1": {document: 1}}
        assert official(run, qrels, {"recip_rank"})["1"]["recip_rank"] == 1 / place


def test_records(tmp_path):
    """A topic is a record, whatever the order of the lines; ranks are not read."""
    text = "2 Q0 a 9 1 t\n1 Q0 b 9 2 t\n2 Q0 c 9 3 t\n"
    rows = records(tmp_path, text)
    assert [(x.instance_id, x.system_id, x.ranking) for x in rows] == [
        ("2", None, ["c", "a"]),
        ("1", None, ["b"]),
    ]


def test_three_columns(tmp_path):
    """MS MARCO's columns are topic, document and rank."""
    [record] = records(tmp_path, "1\tb\t2\n1\ta\t1\n1\tc\t10\n")
    assert record.ranking == ["a", "b", "c"]


def test_ranks_that_are_too_large(tmp_path):
    """A rank of thousands of digits is refused where it is read, and is none where it is not."""
    rank = "9" * 5000
    assert records(tmp_path, f"1 Q0 a {rank} 1 t\n")[0].ranking == ["a"]
    with pytest.raises(InputError, match=r"run:1: the rank '9+…' is not a whole number"):
        records(tmp_path, f"1 a {rank}\n")


def test_tags(tmp_path):
    """A second tag is an error, or another system if tags are asked for."""
    text = "1 Q0 a 1 1 t\n1 Q0 a 1 1 u\n"
    with pytest.raises(InputError, match=r"run:2: the tag 'u' comes after 't'.*\"tags\": true"):
        records(tmp_path, text)
    assert [x.system_id for x in records(tmp_path, text, by_tag=True)] == ["t", "u"]


def test_ranks_that_contradict_scores(tmp_path):
    """Ranks against the scores are noticed once, with their number; equal scores are not."""
    text = "1 Q0 a 1 1 t\n1 Q0 b 2 2 t\n1 Q0 c 3 3 t\n2 Q0 a 1 1 t\n2 Q0 b 2 1 t\n"
    with pytest.warns(InputNotice, match=r"run:2: the rank is worse .* \(in 2 places\)") as seen:
        records(tmp_path, text)
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("1 Q0 a 1 1 t\n1 Q0 b 2 0.5\n", "run:2: 5 columns, but a line of a run has 6"),
        ("1 Q0 a 1 1 my tag\n", "run:1: 7 columns"),
        ("1 Q0 a 1 x t\n", "run:1: the score 'x' is not a finite number"),
        ("1 Q0 a 1 inf t\n", "the score 'inf'"),
        ("1 Q0 a 1 nan t\n", "the score 'nan'"),
        ("1 Q0 a 1 1_0 t\n", "the score '1_0'"),
        ("1\ta\t1\n1\tb\tx\n", "run:2: the rank 'x' is not a whole number"),
        ("1\ta\t1\n1\tb\t-2\n", "run:2: the rank '-2' is not a whole number"),
        ("1\ta\t1\n1 Q0 b 2 2 t\n", "run:2: 6 columns, but a line of a run has 3"),
        ("1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n1 Q0 a 2 0 t\n",
         "run:3: the document 'a' of topic '1' is in line 1 too"),
        ("1 0 a 1\n", "run:1: these are relevance judgments, not a run"),
        ("query-id\tcorpus-id\tscore\n1\ta\t1\n", "run:1: these are relevance judgments"),
    ],
)  # fmt: skip
def test_run_file_wrong_lines(tmp_path, text, part):
    """A wrong line is an error with its file, line and remedy."""
    with pytest.raises(InputError, match=part):
        records(tmp_path, text)
