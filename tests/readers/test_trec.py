"""The reader of TREC runs, and ranking scored by it as trec_eval does."""

import gzip
import json
from random import Random

import pytest

from sacreval.readers._by_content import by_content
from support import missing, trec_files

pytestmark = [
    pytest.mark.usefixtures("alone"),
    missing.needs("pytrec_eval", "rankings scored by trec_eval"),
]
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


@pytest.fixture
def corpus(tmp_path):
    """Write three runs and judgments; some topics have a ranking alone, or judgments alone."""
    random = Random(7)
    topics = [str(n) for n in range(40)]
    qrels = trec_files.random_qrels(random, topics[:36])
    runs = {name: trec_files.random_run(random, topics[3:]) for name in ("a", "b", "c")}
    (tmp_path / "runs").mkdir()
    for name, run in runs.items():
        trec_files.write_run(tmp_path / "runs" / f"{name}.run", run, random, tag="same")
    trec_files.write_qrels(tmp_path / "qrels.txt", qrels)
    return tmp_path, runs, qrels


def values(sacreval, *words):
    code, out, _ = sacreval("evaluate", "ranking", *words, "--format", "json", "--no-ci")
    assert code == 0
    rows = json.loads(out)["results"]
    return {(r["system_id"], r["output"]): (r["value"], r["n"]) for r in rows}


@pytest.mark.parametrize("complete", [False, True])
def test_numbers_are_those_of_trec_eval(sacreval, corpus, complete):
    """Means over topics are pytrec_eval's, with and without -c, of each run of a folder."""
    folder, runs, qrels = corpus
    words = ["--reader", 'trec{"complete": true}'] if complete else []
    found = values(sacreval, folder / "runs", "-r", folder / "qrels.txt", *words)
    for system, run in runs.items():
        scores = trec_files.official(run, qrels, MEASURES)
        n = len(qrels) if complete else len(scores)
        for ours, theirs in NAMES.items():
            mean = sum(one[theirs] for one in scores.values()) / n
            assert found[system, ours] == (pytest.approx(mean, abs=1e-12), n)
    assert len(scores) == 33


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


def test_systems(sacreval, corpus):
    """A run is named by its file, or by its tag where that is asked for."""
    folder, _, _ = corpus
    whole = folder / "all.txt"
    text = (folder / "runs" / "a.run").read_text()
    whole.write_text(text + text.replace("same", "other"))
    spec = ["--reader", 'trec{"tags": true}']
    found = values(sacreval, whole, "-r", folder / "qrels.txt", *spec)
    assert {system for system, _ in found} == {"same", "other"}
    code, out, err = sacreval("evaluate", "ranking", whole, "-r", folder / "qrels.txt")
    assert (code, out) == (2, "")
    assert "the tag 'other' comes after 'same'" in err


def test_folder_by_name(read, corpus):
    """With --reader, each file of a folder is a run; hidden files are none."""
    folder, runs, _ = corpus
    (folder / "runs" / ".hidden").write_text("x")
    found = read("trec", folder / "runs")
    assert {x.system_id for x in found} == set(runs)


def test_recognised(corpus):
    """Runs are recognised by their first line; judgments are no input."""
    folder, _, _ = corpus
    assert by_content(str(folder / "runs" / "a.run")) == "trec"
    assert by_content(str(folder / "qrels.txt")) is None
