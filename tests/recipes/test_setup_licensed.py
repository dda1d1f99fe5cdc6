"""Licensed corpora: their layouts as described, made small here; no text is anyone's."""

import gzip
import json

import pytest

from sacreval.errors import InputError

ROOT = "data-root/"
FROM = ROOT + "from-nist/"
PAST = ROOT + "scrapes/duc.nist.gov/past_duc/"
AQUAINT = ROOT + "scrapes/duc.nist.gov/past_duc_aquaint/"
TAC = ROOT + "scrapes/tac.nist.gov/protected/"


def _doc(text):
    """Write a news article as agencies do."""
    return f"<DOC>\n<DOCNO> A1 </DOCNO>\n<TEXT>\n<P>{text} &amp; more</P>\n</TEXT>\n</DOC>\n"


def _see(*sentences: str):
    """Write a summary as the SEE tool wants it."""
    tags = [
        f'<a name="{i}">[{i}]</a> <a href="#{i}" id={i}>{text}</a>'
        for i, text in enumerate(sentences, start=1)
    ]
    return "<html><head><title>x</title></head><body>\n" + "\n".join(tags) + "\n</body></html>"


def _found(rows):
    return {(row["instance_id"], row["system_id"]): row for row in rows}


def _row(cells, **at: object):
    """Write a blank-separated row with some cells given as c8=..."""
    row = ["-"] * cells
    for place, value in at.items():
        row[int(place[1:])] = str(value)
    return " ".join(row)


# ---- TAC

TAC_FILES = {
    2008: ("past-aquaint2/2008/UpdateSumm08_eval.tar.gz", "UpdateSumm08_eval", ""),
    2009: ("past-aquaint2/2009/UpdateSumm09_eval.tar.gz", "UpdateSumm09_eval",
           "past-aquaint2/2009/AESOP09_eval.tar.gz"),
    2010: ("past-aquaint-aquaint2/2010/GuidedSumm2010_eval.tgz", "GuidedSumm2010_eval",
           "past-aquaint-aquaint2/2010/AESOP2010_eval.tgz"),
    2011: ("past/2011/GuidedSumm2011_eval.tgz", "GuidedSumm2011_eval",
           "past/2011/AESOP2011_eval_V1.2.tgz"),
}  # fmt: skip


def _tac(year, tar):
    """Make a year's archives: one set in two parts, two people, one system."""
    archive, folder, aesop = TAC_FILES[year]
    number = f"D{year % 100:02d}01"
    files = {}
    for part in "AB":
        for side, writer in (("models", "C"), ("models", "D"), ("peers", "1")):
            text = f"{writer} {part} caf\u00e9.\nMore."
            name = f"{folder}/ROUGE/{side}/{number}-{part}.M.100.A.{writer}"
            files[name] = text.encode("latin-1" if writer == "C" else "utf-8")
    shift = 0 if year == 2008 else 1
    model = _row(7 + shift, c0=f"{number}-A", c1="C", c2=9, **{f"c{4 + shift}": 0.75,
                 f"c{5 + shift}": 8, f"c{6 + shift}": 9})  # fmt: skip
    peer = _row(9 + shift, c0=f"{number}-A", c1=1, c2=0.5, c3=4, c4=0, **{f"c{6 + shift}": 0.45,
                f"c{7 + shift}": 3, f"c{8 + shift}": 2})  # fmt: skip
    ending = "" if year == 2008 else ".A"
    files[f"{folder}/manual/manual.model{ending}"] = "set id scus x mod ling resp\n" + model + "\n"
    files[f"{folder}/manual/manual.peer{ending}"] = peer + "\n"
    tail = "" if year == 2008 else "_A"
    evaluation = f"1 ROUGE-2 Eval {number}-A.M.100.A.1 R:0.10382 P:0.2 F:0.15\n"
    files[f"{folder}/ROUGE/rouge{tail}.m.out"] = "-----\n" + evaluation
    files[f"{folder}/ROUGE/rougejk{tail}.m.out"] = evaluation + evaluation.replace("0.10382", "0.2")
    made = {TAC + archive: tar(files)}
    if aesop:
        text = "peer set m1 m2\np1 d1 0.5 NaN\n"
        made[TAC + aesop] = tar({f"{aesop.split('/')[-1]}/data/aesop_allpeers_A": text})
    return made, number


@pytest.mark.parametrize("year", [2008, 2009, 2010])
def test_tac(miniature, lines, tar, year):
    """TAC: people and systems, pyramids, quality, responsiveness, ROUGE by 100, documents."""
    files, number = _tac(year, tar)
    inner = tar(
        {f"docs/{number}A/{number}A-A/AFP1": _doc("a"), f"docs/{number}A/{number}A-B/X": _doc("b")}
    )
    files[FROM + f"TAC{year}_Summarization_Documents.tgz"] = tar({"x/docs_files.tar.gz": inner})
    folder = miniature(f"tac{year}", files)
    rows = _found(lines(folder / "task1.A.jsonl"))
    low = number.lower()
    assert set(rows) == {(f"{low}-A", writer) for writer in "CD1"}
    assert rows[f"{low}-A", "1"]["references"] == ["C A caf\ufffd.\nMore.", "D A caf\u00e9.\nMore."]
    assert rows[f"{low}-A", "C"]["references"] == ["D A caf\u00e9.\nMore."]
    assert rows[f"{low}-A", "C"]["system_type"] == "reference"
    assert rows[f"{low}-A", "1"]["sources"] == ["a & more"]
    judged = rows[f"{low}-A", "1"]["judgments"]
    assert judged == {
        "modified_pyramid_score": 0.5, "modified_pyramid_score_jk": 0.45, "num_scus": 4,
        "num_repetitions": 0, "linguistic_quality": 3, "overall_responsiveness": 2,
    }  # fmt: skip
    assert rows[f"{low}-A", "C"]["judgments"] == {
        "modified_pyramid_score_jk": 0.75, "num_scus": 9, "linguistic_quality": 8,
        "overall_responsiveness": 9,
    }  # fmt: skip
    scores = _found(lines(folder / "task1.A.scores.jsonl"))[f"{low}-A", "1"]["scores"]
    assert scores["rouge-2_recall"] == pytest.approx(10.382)
    assert scores["rouge-2_jk_recall"] == pytest.approx(15.191)
    if year > 2008:
        assert (scores["aesop_1"], scores["aesop_2"]) == (0.5, None)
    assert {key[0] for key in _found(lines(folder / "task1.A-B.jsonl"))} == {f"{low}-A", f"{low}-B"}


def test_tac2011_takes_documents_from_gigaword(miniature, lines, tar):
    """TAC 2011: documents are listed in the topics and lie in Gigaword's monthly files."""
    files, number = _tac(2011, tar)
    topics = (
        f'<topic id="{number}A"><docsetA id = "{number}A-A"><doc id = "AFP_ENG_20050312.0019" />'
        f'</docsetA><docsetB id = "{number}A-B"><doc id = "AFP_ENG_20050313.0001" /></docsetB>'
        "</topic>"
    )
    files[TAC + "past/2011/GuidedSumm11_test_topics.xml.txt"] = topics
    body = '<DOC id="AFP_ENG_20050312.0019" type="story">\n<TEXT><P>\nNews\n</P></TEXT></DOC>\n'
    files["gigaword-root/data/afp_eng/afp_eng_200503.gz"] = gzip.compress(body.encode())
    rows = _found(lines(miniature("tac2011", files) / "task1.A.jsonl"))
    assert rows["d1101-A", "1"]["sources"] == ["News"]


# ---- DUC


def test_duc2001(miniature, lines, tar):
    """DUC 2001: people only, sets by length and single documents; each other's references."""
    data = "DUC2001_Summarization_Documents/data/"
    sums = '<SUM DOCSET="d04" TYPE="MULTI" SIZE="50" SUMMARIZER="{}">\nThe {} text.</SUM>\n'
    single = '<SUM DOCSET="d04" TYPE="PERDOC" DOCREF="AP1" SUMMARIZER="{}">\nOn {}.</SUM>\n'
    files = {}
    for split in ("training", "test"):
        files[f"{data}{split}/docs/d04a/AP1"] = _doc("a")
        for writers in ("d04ab", "d04ac"):
            writer = writers[-1].upper()
            base = f"{data}{split}/d04a/{writers}/"
            for size in ("50", "100", "200", "400"):
                files[base + size] = sums.format(writer, writer)
            files[base + "perdocs"] = single.format(writer, writer)
    folder = miniature("duc2001", {FROM + "DUC2001_Summarization_Documents.tgz": tar(files)})
    rows = _found(lines(folder / "training.50.jsonl"))
    assert rows["d04", "B"]["prediction"] == "The B text."
    assert rows["d04", "B"]["references"] == ["The C text."]
    assert rows["d04", "B"]["sources"] == ["a & more"]
    rows = _found(lines(folder / "test.perdocs.jsonl"))
    assert rows["d04.ap1", "C"]["prediction"] == "On C."
    assert rows["d04.ap1", "C"]["sources"] == ["a & more"]


def test_duc2002(miniature, lines, tar):
    """DUC 2002: SEE summaries by kind and length, coverage and questions from the table."""
    see = PAST + "duc2002/results/abstracts/phase1/"
    peers = {
        "manual": {
            f"m/D061.{kind}.{length}.J.A{tail}.html": _see("One.", "Two.")
            for kind, length, tail in [
                ("M", "010", ""), ("M", "050", ""), ("M", "100", ""), ("M", "200", ""),
                ("P", "100", ".AP880911-0016"),
            ]
        },
        "submitted": {
            "s/D061.M.100.J.26.html": _see("Mine &amp; yours."),
            "s/D061.P.100.J.26.AP880911-0016.html": _see("Single."),
        },
    }  # fmt: skip
    made = {
        f"{see}SEEpeers/{name}peers.tar.gz": tar(peers.get(name, {"x/readme": "x"}))
        for name in ("baseline1", "baseline2", "baseline3", "manual", "submitted")
    }
    scores = {f"c{27 + i}": i / 4 for i in range(6)}
    multi = _row(33, c1="D061J", c2="M", c3=100, c8=26, c10=3, c22=1, **scores)
    single = _row(33, c1="D061J", c2="P", c4="AP880911-0016", c8=26, c11=2, **scores)
    made[see + "short.results.table"] = "heading\n" * 37 + multi + "\n" + single + "\n"
    inner = tar({"docs/d061j/AP880911-0016": _doc("a")})
    made[FROM + "DUC2002_Summarization_Documents.tgz"] = tar({"x/testdocs.tar.gz": inner})
    folder = miniature("duc2002", made)
    rows = _found(lines(folder / "task2.100.jsonl"))
    assert rows["d061", "A"]["prediction"] == "One.\nTwo."
    peer = rows["d061", "26"]
    assert peer["prediction"] == "Mine & yours."
    assert peer["references"] == ["One.\nTwo."]
    assert peer["judgments"]["peer_quality_Q1"] == 3
    assert peer["judgments"]["peer_quality_Q2"] is None
    assert peer["judgments"]["coverage_mean"] == 0
    assert peer["judgments"]["length_adjusted_coverage_std"] == 1.25
    assert peer["sources"] == ["a & more"]
    [one] = [r for r in lines(folder / "task1.jsonl") if r["system_id"] == "26"]
    assert one["instance_id"] == "d061.ap880911-0016"
    assert one["judgments"]["peer_quality_Q2"] == 2


def test_duc2003(miniature, lines, tar):
    """DUC 2003: usefulness and responsiveness come in pairs of scores."""
    base = PAST + "duc2003/results/"
    tables = base + "original.results.corrected.improved.withPenaltyForExcess/short.results.table"
    texts = {
        "a/D100.M.100.J.B.html": _see("People."),
        "a/D100.M.100.J.6.html": _see("System."),
        "a/D100.P.10.J.6.AP1.html": _see("Head."),
    }
    coverage = {f"c{28 + i}": i for i in range(6)}
    row = _row(34, c1="D100J", c8=6, c11=4, **coverage)
    made = {
        FROM + "DUC2003_Summarization_Documents.tgz": tar({"docs/d100j/AP1": _doc("a")}),
        base + "detagged.duc2003.abstracts.tar.gz": tar(texts),
        base + "manualsummaries/duc2003.manual.abstracts.tar.gz": tar({"x/readme": "x"}),
        base + "results.table.R.paired.noheader": "D100 x 6 y 3 z 4\n",
        base + "results.table.U.paired.noheader": "D100 AP1 x 6 y 1 z 2\n",
    }
    made |= {f"{tables}{i}": "heading\n" * 37 + row + "\n" for i in (1, 2, 3, 4)}
    folder = miniature("duc2003", made)
    rows = _found(lines(folder / "task4.jsonl"))
    assert rows["d100", "6"]["judgments"]["responsiveness"] == [3, 4]
    assert rows["d100", "6"]["judgments"]["peer_quality_Q1"] == 4
    assert rows["d100", "6"]["judgments"]["coverage_mean"] == 0
    [head] = lines(folder / "task1.jsonl")
    assert head["judgments"]["usefulness"] == [1, 2]


def test_duc2004(miniature, lines, tar):
    """DUC 2004: everything lies in one archive of archives."""
    rouge = tar({"models/D30001.M.100.T.B": "People.", "peers/D30001.M.100.T.2": "System."})
    coverage = {f"c{15 + i}": i for i in range(6)}
    results = tar(
        {
            "duc2004_results/ROUGE/duc2004.task2.ROUGE.peers.tar.gz": rouge,
            "duc2004_results/SEE/short.results.table2": "heading\n" * 34
            + _row(23, c1="D30001T", c7=2, c8=1, **coverage) + "\n",
            "duc2004_results/Responsiveness/results.table.R": "heading\n" * 7 + "D30001 a b 2 4\n",
        }
    )  # fmt: skip
    folder = miniature(
        "duc2004",
        {
            PAST + "duc2004/duc2004_results.tgz": results,
            FROM + "DUC2004_Summarization_Documents.tgz": tar({"docs/d30001t/A": _doc("a")}),
        },
    )
    peer = _found(lines(folder / "records.jsonl"))["d30001", "2"]
    assert peer["references"] == ["People."]
    assert peer["judgments"]["responsiveness"] == 4
    assert peer["judgments"]["coverage_median"] == 1


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
            PAST + "duc2005/results/Pyramid/DUC2005.tar.gz": tar({"p/processed_pans.txt": pans}),
            FROM + "DUC2005_Summarization_Documents.tgz": tar(
                {"x/duc2005_docs.tar.gz": tar({"duc2005_docs/d301i/FT1": _doc("a")})}
            ),
        },
    )
    rows = _found(lines(folder / "records.jsonl"))
    assert rows["d301", "1"]["judgments"] == {
        "responsiveness": 4, "linguistic_quality_Q2": 5, "pyramid_score": 0.8,
        "modified_pyramid_score": 0.25, "num_scus": 8, "num_repetitions": 0,
    }  # fmt: skip
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
            FROM + "DUC2006_Summarization_Documents.tgz": tar({"d/D0601A/X": _doc("a")}),
        },
    )
    judged = _found(lines(folder / "records.jsonl"))["d0601", "1"]["judgments"]
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
            FROM + "DUC2007_Summarization_Documents.tgz": tar({"d/D0701A/X": _doc("a")}),
        },
    )
    [_, peer] = sorted(lines(folder / "task1.jsonl"), key=lambda r: r["system_id"], reverse=True)
    assert peer["judgments"]["content_responsiveness"] == 4
    assert {r["instance_id"] for r in lines(folder / "task2.B.jsonl")} == {"d0701-B"}
    assert len(lines(folder / "task2.A-B-C.jsonl")) == 6


# ---- MultiLing


def test_multiling2011(miniature, lines, zipped):
    """MultiLing 2011: archives in an archive; grades by several people are lists."""
    inner = {
        "MultiLingPilot2011-SourceTextsV1.0.zip": zipped({"src/english/M0001.english": "doc"}),
        "MultiLingPilot2011-ModelSummaries.zip": zipped(
            {"models/english/M000.A.250": "by A", "models/english/M000.B.250": "by B"}
        ),
        "MultiLingPilot2011-PeerSummaries.zip": zipped({"peers/ID3/english/M000.3.250": "by 3"}),
        "MultiLingPilot2011-EvaluationResults.zip": zipped(
            {
                "PublishedEvaluation/HumanEvaluation/englishGrades.csv": (
                    '"M000" "3" "j1" 2 200 2.0\n"M000" "3" "j2" 3 200 3.0\n'
                    '"M000" "A" "j1" 5 250 5\n'
                )
            }
        ),
    }
    archive = zipped({f"Published/{name}": data for name, data in inner.items()})
    folder = miniature("multiling2011", {"archives/PublishedCorpusFileSet.zip": archive})
    rows = _found(lines(folder / "english.jsonl"))
    assert rows["M000", "3"]["references"] == ["by A", "by B"]
    assert rows["M000", "3"]["judgments"] == {"grade": [2, 3], "length_aware_grade": [2, 3]}
    assert rows["M000", "A"]["references"] == ["by B"]
    assert rows["M000", "3"]["sources"] == ["doc"]
    assert not (folder / "hindi.jsonl").exists()


def test_multiling2013(miniature, lines, zipped, tar):
    """MultiLing 2013: sets with grades in tabs, and single documents by hash."""
    grades = "instance\tsummarizer\tlanguage\tx\ty\toverall_responsiveness\n"
    grades += "M104\t2\tenglish\t-\t-\t4\nM104\t2\tenglish\t-\t-\t2\n"
    folder = miniature(
        "multiling2013",
        {
            "archives/multilingpilot2013.tar.bz2": tar(
                {
                    "multilingpilot2013/body/text/en/abc_body.txt": "long",
                    "multilingpilot2013/summary/en/abc_summary.txt": "\ufeffshort",
                },
                "w:bz2",
            ),
            "archives/SourceTextsV2b.zip": zipped({"SourceTextsV2b/english/M1047.english": "doc"}),
            "archives/ModelSummaries- 20130605.zip": zipped({"m/english/M104.A.250": "by A"}),
            "archives/PeerSummaries - 20130601.zip": zipped({"p/ID2/english/M104.2.250": "by 2"}),
            "archives/MultiDocument-ManualGrades-20130717.zip": zipped(
                {"g/english/Grades.csv": grades}
            ),
        },
    )
    rows = _found(lines(folder / "mds.english.jsonl"))
    assert rows["M104", "2"]["judgments"] == {"overall_responsiveness": [4, 2]}
    assert rows["M104", "2"]["sources"] == ["doc"]
    [single] = lines(folder / "sds.en.jsonl")
    assert (single["prediction"], single["sources"]) == ("short", ["long"])


def test_multiling2015_leaves_training_out(miniature, lines, zipped, tar):
    """MultiLing 2015: M001 to M003 were for training."""
    texts = {f"t/english/M00{i}.A.250": "by A" for i in (1, 2, 3, 4)}
    folder = miniature(
        "multiling2015",
        {
            "archives/multilingMss2015Eval.tar.gz": tar({"x/readme": "x"}),
            "archives/Evaluation_MultiLing2015_MSS.tgz": tar({"x/readme": "x"}),
            "archives/SourceTextsV2b-20150214.zip": zipped({"x/readme": "x"}),
            "archives/TrainingData2015-20150314.zip": zipped(texts),
        },
    )
    assert {row["instance_id"] for row in lines(folder / "mds.english.jsonl")} == {"M004"}


def test_multiling2017(miniature, lines, tar):
    """MultiLing 2017: texts in one archive, human summaries in another."""
    folder = miniature(
        "multiling2017",
        {
            "archives/2017_test_data.tgz": tar({"2017_test_data/body/text/en/h1_body.txt": "long"}),
            "archives/EvaluationML2017.tgz": tar(
                {"Evaluation/2017_summaries/en/h1_summary.txt": "short"}
            ),
        },
    )
    [row] = lines(folder / "sds.en.jsonl")
    assert (row["instance_id"], row["prediction"]) == ("h1", "short")


def test_multiling2019(miniature, lines, zipped):
    """MultiLing 2019: the table lists everything; an empty score is a gap."""
    table = "summary_path,score,model_paths,source_paths\n"
    table += (
        'ID1/english/M01.txt,3.5,"m/a.txt,m/b.txt",s/a.txt\nID2/english/M01.txt,,m/a.txt,s/a.txt\n'
    )
    root = "v2/train/"
    names = ("ID1/english/M01.txt", "ID2/english/M01.txt", "m/a.txt", "m/b.txt", "s/a.txt")
    archive = zipped({root + "data.csv": table, **{root + name: name for name in names}})
    folder = miniature("multiling2019", {"archives/summary_eval_v2.zip": archive})
    one, two = lines(folder / "english.jsonl")
    assert one["references"] == ["m/a.txt", "m/b.txt"]
    assert [r["judgments"]["multiling2019_score"] for r in (one, two)] == [3.5, None]


# ---- others


def test_chaganty2018(miniature, lines, tar):
    """Chaganty: one text of two systems, one output rated twice of which the first counts."""

    def text(system, content):
        return json.dumps(
            {"input": {"contents": {"id": "006588", "text": content, "system": system}}}
        )

    def rating(system, human):
        prompts = {
            "hter": {"human": human, "gold": 1, "bleu-2": 0.5},
            "overall": {"human": [1], "gold": 1, "bleu-2": 0.5},
        }
        return json.dumps({"id": "006588", "system": system, "prompts": prompts})

    folder = miniature(
        "chaganty2018",
        {
            "articles": json.dumps({"id": "006588", "text": "article"}),
            "texts": tar({"./lqual.jsonl": text("ml+rl;ml", "t") + "\n" + text("reference", "r")}),
            "ratings": "\n".join(
                [
                    rating("ml+rl", [0.5]),
                    rating("ml+rl", [0.9]),
                    rating("ml", [1, 0]),
                    rating("reference", [0]),
                ]
            ),
        },
    )
    rows = _found(lines(folder / "records.jsonl"))
    assert len(rows) == 3
    assert rows["006588", "ml+rl"]["judgments"] == {"hter": [0.5], "overall": [1]}
    assert rows["006588", "ml"]["prediction"] == "t"
    assert rows["006588", "ml"]["references"] == ["r"]
    assert rows["006588", "reference"]["system_type"] == "reference"


def test_kryscinski2019(miniature, lines, tar):
    """FactCC: the article ends before its highlights; a story that is missing is named."""
    claim = {"id": "a", "filepath": "cnndm/cnn/stories/h.story", "claim": "c", "label": "INCORRECT"}
    claims = tar(
        {f"unpaired/{split}/data-dev.jsonl": json.dumps(claim) for split in ("val", "test")}
    )
    story = "One.\n\nTwo.\n\n@highlight\n\nNo."
    other = "stories/dailymail/stories/x.story"
    folder = miniature(
        "kryscinski2019",
        {"claims": claims, "stories/cnn/stories/h.story": story, other: story},
    )
    [row] = lines(folder / "valid.jsonl")
    assert row["sources"] == ["One.\nTwo."]
    assert row["judgments"] == {"consistent": 0}


def test_kryscinski2019_lacks_a_story(miniature, tar):
    """A story that is not in the folder is named."""
    claim = {"id": "a", "filepath": "cnndm/cnn/stories/h.story", "claim": "c", "label": "CORRECT"}
    claims = tar({"u/val/d.jsonl": json.dumps(claim)})
    files = {"claims": claims, "stories/cnn/stories/x": "", "stories/dailymail/stories/x": ""}
    with pytest.raises(InputError, match=r"h\.story: this story is missing"):
        miniature("kryscinski2019", files)


def test_multinews(miniature, lines):
    """Multi-News: articles are parted by bars, lines by a word; sets without article are out."""
    files = {}
    for split in ("train", "val", "test"):
        files[f"folder/{split}.src.cleaned"] = "a NEWLINE_CHAR b ||||| c\n ||||| \nd"
        files[f"folder/{split}.tgt"] = "\u2013 one\ntwo\nthree"
    rows = lines(miniature("multinews", files) / "valid.jsonl")
    assert [(r["instance_id"], r["sources"], r["references"]) for r in rows] == [
        ("1", ["a\nb", "c"], ["one"]),
        ("3", ["d"], ["three"]),
    ]


def test_wcep(miniature, lines):
    """WCEP: repeated and empty articles of a cluster are left out."""
    row = {
        "id": 5,
        "summary": "s",
        "articles": [{"text": "a"}, {"text": ""}, {"text": "a"}, {"text": "b"}],
    }
    data = gzip.compress(json.dumps(row).encode())
    files = {f"folder/{split}.jsonl.gz": data for split in ("train", "val", "test")}
    [found] = lines(miniature("wcep", files) / "test.jsonl")
    assert found["sources"] == ["a", "b"]


def test_nytimes(miniature, lines, tar):
    """New York Times: articles that a split lists, out of an archive a month."""
    article = (
        "<nitf><body><body.head><abstract><p>Short</p></abstract></body.head><body.content>"
        '<block class="lead_paragraph"><p>x</p></block><block class="full_text"><p>One</p>'
        "<p>Two &amp; three</p></block></body.content></body></nitf>"
    )
    month = tar({"01/01/1815718.xml": article, "01/01/1815719.xml": "<nitf/>"})
    splits = {f"splits/mapping_{s}.txt": "1815718.xml\n" for s in ("train", "valid", "test")}
    folder = miniature(
        "nytimes", {"archive": tar({"nyt_corpus/data/2007/01.tgz": month}), **splits}
    )
    [row] = lines(folder / "valid.jsonl")
    assert (row["references"], row["sources"]) == (["Short"], ["One\nTwo & three"])
