"""Converting DUC 2005 to 2007, as described, made small here; no text is anyone's."""

import pytest

from support.layouts import by_key, news
from support.pyramids import pan

ROOT = "data-root/"
FROM = ROOT + "from-nist/"
PAST = ROOT + "scrapes/duc.nist.gov/past_duc/"
AQUAINT = ROOT + "scrapes/duc.nist.gov/past_duc_aquaint/"


def _duc_tables(folder, cluster, names):
    tables = {}
    for name in names:
        tables[f"{folder}/{name}.table"] = "heading\n" * 6 + f"{cluster} a b 1 4\n"
    quality = "heading\n" * 7 + f"{cluster} a b 1 2 5\n"
    return tables | {f"{folder}/linguistic_quality.table": quality}


def test_duc2005(miniature, lines, tar):
    """DUC 2005: responsiveness, quality by question, pyramids of which the last count."""
    files = {
        "results/ROUGE/models/D301.M.250.I.A": "People.",
        "results/ROUGE/peers/D301.M.250.I.1": "System.",
        "results/ROUGE/rougejk.m.out": "1 ROUGE-1 Eval D301.M.250.I.1 R:0.3 P:0.4 F:0.35\n",
        **_duc_tables("results/responsiveness", "D301", ["responsiveness"]),
    }
    pans = "D301 1 0.9 0.5 9 1\nD301 1 0.8 0.25 8 0\n"
    folder = miniature(
        "duc2005",
        {
            PAST + "duc2005/results/NIST/results.tar": tar(files, "w"),
            PAST + "duc2005/results/Pyramid/DUC2005.tar.gz": tar(
                {"p/processed_pans.txt": pans, "p/pans/D301.M.250.I.1.pan": pan()}
            ),
            FROM + "DUC2005_Summarization_Documents.tgz": tar(
                {"x/duc2005_docs.tar.gz": tar({"duc2005_docs/d301i/FT1": news("a")})}
            ),
        },
    )
    rows = by_key(lines(folder / "records.jsonl"))
    assert rows["d301", "1"]["judgments"] == {
        "responsiveness": 4, "linguistic_quality_Q2": 5, "pyramid_score": 0.8,
        "modified_pyramid_score": 0.25, "num_scus": 8, "num_repetitions": 0,
    }  # fmt: skip
    assert rows["d301", "1"]["scus"] == ["1"]
    assert rows["d301", "1"]["pyramid"]["summaries"] == 2
    assert rows["d301", "1"]["sources"] == ["a & more"]
    scores = lines(folder / "scores.jsonl")[0]["scores"]
    assert scores["rouge-1_jk_recall"] == pytest.approx(30)


def test_duc2006(miniature, lines, tar):
    """DUC 2006: two tables of responsiveness, summaries in a second archive."""
    results = AQUAINT + "duc2006/results/"
    texts = {"ROUGE/models/D0601.M.250.A.A": "P.", "ROUGE/peers/D0601.M.250.A.1": "S."}
    folder = miniature(
        "duc2006",
        {
            results + "NIST/NISTeval.tar.gz": tar(
                _duc_tables("n", "D0601", ["overall", "content"])
            ),
            results + "NIST-secondary-automatic/NISTeval2.tar.gz": tar(texts),
            results + "Pyramid/DUC2006pyramiddata.tar.gz": tar(
                {"scoring/2006_modified_scores.txt": "D0601 1 0.5 0.25 3 1\n"}
            ),
            FROM + "DUC2006_Summarization_Documents.tgz": tar({"d/D0601A/X": news("a")}),
        },
    )
    judged = by_key(lines(folder / "records.jsonl"))["d0601", "1"]["judgments"]
    assert judged["overall_responsiveness"] == 4
    assert judged["content_responsiveness"] == 4
    assert judged["modified_pyramid_score"] == 0.25


def test_duc2007(miniature, lines, tar):
    """DUC 2007: a main task, and an update task of three parts."""
    results = AQUAINT + "duc2007/results/"
    update = {
        f"u/ROUGE/peers/D0701-{part}.M.100.A.{writer}": f"{writer} {part}."
        for part in "ABC"
        for writer in ("1", "E")
    }
    folder = miniature(
        "duc2007",
        {
            results + "mainEval.tar.gz": tar(
                {"m/ROUGE/peers/D0701.M.250.A.1": "S.", "m/ROUGE/models/D0701.M.250.A.F": "P."}
                | _duc_tables("m/manual", "D0701", ["content"])
            ),
            results + "updateEval.tar.gz": tar(update),
            results + "mainPyramidEval.tar.gz": tar({"x/readme": "x"}),
            FROM + "DUC2007_Summarization_Documents.tgz": tar({"d/D0701A/X": news("a")}),
        },
    )
    [_, peer] = sorted(lines(folder / "task1.jsonl"), key=lambda r: r["system_id"], reverse=True)
    assert peer["judgments"]["content_responsiveness"] == 4
    assert {r["instance_id"] for r in lines(folder / "task2.B.jsonl")} == {"d0701-B"}
    assert len(lines(folder / "task2.A-B-C.jsonl")) == 6
