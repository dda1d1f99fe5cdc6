"""Converting the corpora of NIST's summarization tracks, made small here; no text is anyone's.

Also tests `duc_rouge`, `duc_see`.
"""

import gzip
from pathlib import Path

import pytest

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.convert import nist_corpora as nist
from support.layouts import as_see, blanks, by_key, news
from support.pyramids import pan, pyr


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("D0801-A.M.100.A.1", ("d0801-A", "M", "100", "1", "")),
        ("d061j.P.100.J.B.AP880911-0016.html", ("d061", "P", "100", "B", "AP880911-0016")),
        ("readme.txt", None),
        ("x.M.100.A.1", None),
    ],
)
def test_names(name, expected):
    """The name of a summary has its set, length and summarizer; other files are none."""
    assert nist.named(Path(name)) == expected


@pytest.mark.parametrize(
    ("name", "instance"), [("D0801a-b", "d0801-B"), ("D061j", "d061"), ("Other", "other")]
)
def test_instances(name, instance):
    """The letter of the selector is dropped, that of the part is kept."""
    assert nist.instance_of(name) == instance


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("<a name=1 id=1>[1] One &amp; two.</a>\n<a id=2>[2] Three.</a>", "One & two.\nThree."),
        ("<s docid=x num=1> One.</s><s num=2>Two.</s>", "One.\nTwo."),
        ("<html>One\n\n  Two   words\n</html>", "One\nTwo words"),
    ],
)
def test_sentences(text, lines):
    """Marked sentences are lines, without numbers, tags and entities."""
    assert nist.sentences_of(text) == lines


def test_documents(tmp_path):
    """The text between TEXT tags is the document, whatever its bytes."""
    path = tmp_path / "D061j" / "ap1"
    path.parent.mkdir()
    path.write_bytes(b"<DOC><HEAD>No</HEAD><TEXT>\n<P>A caf\xe9\n</P>b</TEXT></DOC>")
    assert nist.documents_below(tmp_path) == {"d061": ["A caf\ufffd b"]}


def test_joined():
    """A human text is not its own reference; scores and judgments find their summary."""
    corpus = nist.Summaries(
        {"d1-A": {"A": "human a", "B": "human b", "1": "peer"}, "d1-B": {"1": "x"}}
    )
    corpus.judge("d1-A", "1", pyramid=0.5)
    corpus.score(iter([Instance(instance_id="D1-A", system_id="1", meta={"scores": {"r": 1}})]))
    peer, a, b = corpus.instances("A")
    assert (peer.system_type, peer.references) == ("peer", ["human a", "human b"])
    assert (peer.judgments, peer.meta) == ({"pyramid": 0.5}, {"scores": {"r": 1}})
    assert (a.system_type, a.references, b.references) == ("reference", ["human b"], ["human a"])


def test_tables(tmp_path):
    """Cells are separated by blanks; a dash is missing."""
    path = tmp_path / "t"
    path.write_text("heading\n1 2.5\n\n2 -\n")
    assert [nist.cell(row, 1, path) for row in nist.table(path, begin=2)] == [2.5, None]


ROOT = "data-root/"

FROM = ROOT + "from-nist/"


def test_duc2001(miniature, lines, tar):
    """DUC 2001: people only, sets by length and single documents; each other's references."""
    data = "DUC2001_Summarization_Documents/data/"
    sums = '<SUM DOCSET="d04" TYPE="MULTI" SIZE="50" SUMMARIZER="{}">\nThe {} text.</SUM>\n'
    single = '<SUM DOCSET="d04" TYPE="PERDOC" DOCREF="AP1" SUMMARIZER="{}">\nOn {}.</SUM>\n'
    files = {}
    for split in ("training", "test"):
        files[f"{data}{split}/docs/d04a/AP1"] = news("a")
        for writers in ("d04ab", "d04ac"):
            writer = writers[-1].upper()
            base = f"{data}{split}/d04a/{writers}/"
            for size in ("50", "100", "200", "400"):
                files[base + size] = sums.format(writer, writer)
            files[base + "perdocs"] = single.format(writer, writer)
    folder = miniature("duc2001", {FROM + "DUC2001_Summarization_Documents.tgz": tar(files)})
    rows = by_key(lines(folder / "training.50.jsonl"))
    assert rows["d04", "B"]["prediction"] == "The B text."
    assert rows["d04", "B"]["references"] == ["The C text."]
    assert rows["d04", "B"]["sources"] == ["a & more"]
    rows = by_key(lines(folder / "test.perdocs.jsonl"))
    assert rows["d04.ap1", "C"]["prediction"] == "On C."
    assert rows["d04.ap1", "C"]["sources"] == ["a & more"]


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


def test_duc2002(miniature, lines, tar):
    """DUC 2002: SEE summaries by kind and length, coverage and questions from the table."""
    see = PAST + "duc2002/results/abstracts/phase1/"
    peers = {
        "manual": {
            f"m/D061.{kind}.{length}.J.A{tail}.html": as_see("One.", "Two.")
            for kind, length, tail in [
                ("M", "010", ""), ("M", "050", ""), ("M", "100", ""), ("M", "200", ""),
                ("P", "100", ".AP880911-0016"),
            ]
        },
        "submitted": {
            "s/D061.M.100.J.26.html": as_see("Mine &amp; yours."),
            "s/D061.P.100.J.26.AP880911-0016.html": as_see("Single."),
        },
    }  # fmt: skip
    files = {
        f"{see}SEEpeers/{name}peers.tar.gz": tar(peers.get(name, {"x/readme": "x"}))
        for name in ("baseline1", "baseline2", "baseline3", "manual", "submitted")
    }
    scores = {f"c{27 + i}": i / 4 for i in range(6)}
    multi = blanks(33, c1="D061J", c2="M", c3=100, c8=26, c10=3, c22=1, **scores)
    single = blanks(33, c1="D061J", c2="P", c4="AP880911-0016", c8=26, c11=2, **scores)
    files[see + "short.results.table"] = "heading\n" * 37 + multi + "\n" + single + "\n"
    inner = tar({"docs/d061j/AP880911-0016": news("a")})
    files[FROM + "DUC2002_Summarization_Documents.tgz"] = tar({"x/testdocs.tar.gz": inner})
    folder = miniature("duc2002", files)
    rows = by_key(lines(folder / "task2.100.jsonl"))
    assert rows["d061", "A"]["prediction"] == "One.\nTwo."
    peer = rows["d061", "26"]
    assert peer["prediction"] == "Mine & yours."
    assert peer["references"] == ["One.\nTwo."]
    assert peer["judgments"]["peer_quality_Q1"] == 3
    assert peer["judgments"]["peer_quality_Q2"] is None
    assert peer["judgments"]["coverage_mean"] == 0
    assert peer["judgments"]["length_adjusted_coverage_std"] == 1.25
    assert peer["sources"] == ["a & more"]
    [record] = [r for r in lines(folder / "task1.jsonl") if r["system_id"] == "26"]
    assert record["instance_id"] == "d061.ap880911-0016"
    assert record["judgments"]["peer_quality_Q2"] == 2


def test_duc2003(miniature, lines, tar):
    """DUC 2003: usefulness and responsiveness come in pairs of scores."""
    base = PAST + "duc2003/results/"
    tables = base + "original.results.corrected.improved.withPenaltyForExcess/short.results.table"
    texts = {
        "a/D100.M.100.J.B.html": as_see("People."),
        "a/D100.M.100.J.6.html": as_see("System."),
        "a/D100.P.10.J.6.AP1.html": as_see("Head."),
    }
    coverage = {f"c{28 + i}": i for i in range(6)}
    row = blanks(34, c1="D100J", c8=6, c11=4, **coverage)
    files = {
        FROM + "DUC2003_Summarization_Documents.tgz": tar({"docs/d100j/AP1": news("a")}),
        base + "detagged.duc2003.abstracts.tar.gz": tar(texts),
        base + "manualsummaries/duc2003.manual.abstracts.tar.gz": tar({"x/readme": "x"}),
        base + "results.table.R.paired.noheader": "D100 x 6 y 3 z 4\n",
        base + "results.table.U.paired.noheader": "D100 AP1 x 6 y 1 z 2\n",
    }
    files |= {f"{tables}{i}": "heading\n" * 37 + row + "\n" for i in (1, 2, 3, 4)}
    folder = miniature("duc2003", files)
    rows = by_key(lines(folder / "task4.jsonl"))
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
            + blanks(23, c1="D30001T", c7=2, c8=1, **coverage) + "\n",
            "duc2004_results/Responsiveness/results.table.R": "heading\n" * 7 + "D30001 a b 2 4\n",
        }
    )  # fmt: skip
    folder = miniature(
        "duc2004",
        {
            PAST + "duc2004/duc2004_results.tgz": results,
            FROM + "DUC2004_Summarization_Documents.tgz": tar({"docs/d30001t/A": news("a")}),
        },
    )
    peer = by_key(lines(folder / "records.jsonl"))["d30001", "2"]
    assert peer["references"] == ["People."]
    assert peer["judgments"]["responsiveness"] == 4
    assert peer["judgments"]["coverage_median"] == 1


TAC = ROOT + "scrapes/tac.nist.gov/protected/"

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
    model = blanks(7 + shift, c0=f"{number}-A", c1="C", c2=9, **{f"c{4 + shift}": 0.75,
                 f"c{5 + shift}": 8, f"c{6 + shift}": 9})  # fmt: skip
    peer = blanks(9 + shift, c0=f"{number}-A", c1=1, c2=0.5, c3=4, c4=0, **{f"c{6 + shift}": 0.45,
                f"c{7 + shift}": 3, f"c{8 + shift}": 2})  # fmt: skip
    ending = "" if year == 2008 else ".A"
    files[f"{folder}/manual/manual.model{ending}"] = "set id scus x mod ling resp\n" + model + "\n"
    files[f"{folder}/manual/manual.peer{ending}"] = peer + "\n"
    files[f"{folder}/manual/peers/{number}-A.M.100.A.1.pan"] = pan()
    pyramid = pyr().replace("D0721-B", f"{number}-A").replace("100.E.B", "100.E.D")
    files[f"{folder}/manual/pyramids/{number}-A.pyr"] = pyramid
    tail = "" if year == 2008 else "_A"
    evaluation = f"1 ROUGE-2 Eval {number}-A.M.100.A.1 R:0.10382 P:0.2 F:0.15\n"
    files[f"{folder}/ROUGE/rouge{tail}.m.out"] = "-----\n" + evaluation
    files[f"{folder}/ROUGE/rougejk{tail}.m.out"] = evaluation + evaluation.replace("0.10382", "0.2")
    archives = {TAC + archive: tar(files)}
    if aesop:
        text = "peer set m1 m2\np1 d1 0.5 NaN\n"
        archives[TAC + aesop] = tar({f"{aesop.split('/')[-1]}/data/aesop_allpeers_A": text})
    return archives, number


@pytest.mark.parametrize("year", [2008, 2009, 2010])
def test_tac(miniature, lines, tar, year):
    """TAC: people and systems, pyramids, quality, responsiveness, ROUGE by 100, documents."""
    files, number = _tac(year, tar)
    inner = tar(
        {f"docs/{number}A/{number}A-A/AFP1": news("a"), f"docs/{number}A/{number}A-B/X": news("b")}
    )
    files[FROM + f"TAC{year}_Summarization_Documents.tgz"] = tar({"x/docs_files.tar.gz": inner})
    folder = miniature(f"tac{year}", files)
    rows = by_key(lines(folder / "task1.A.jsonl"))
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
    units = {writer: rows[f"{low}-A", writer]["scus"] for writer in "1CD"}
    assert units == {"1": ["1"], "C": ["1", "2"], "D": ["1"]}
    scores = by_key(lines(folder / "task1.A.scores.jsonl"))[f"{low}-A", "1"]["scores"]
    assert scores["rouge-2_recall"] == pytest.approx(10.382)
    assert scores["rouge-2_jk_recall"] == pytest.approx(15.191)
    if year > 2008:
        assert (scores["aesop_1"], scores["aesop_2"]) == (0.5, None)
    assert {key[0] for key in by_key(lines(folder / "task1.A-B.jsonl"))} == {f"{low}-A", f"{low}-B"}


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
    rows = by_key(lines(miniature("tac2011", files) / "task1.A.jsonl"))
    assert rows["d1101-A", "1"]["sources"] == ["News"]
    assert "scus" not in rows["d1101-A", "1"]  # its annotations name units of other pyramids
