"""Converting TAC, as described, made small here; no text is anyone's."""

import gzip

import pytest

from support.layouts import blanks, by_key, news
from support.pyramids import pan, pyr

ROOT = "data-root/"
FROM = ROOT + "from-nist/"
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
    found = {writer: rows[f"{low}-A", writer]["scus"] for writer in "1CD"}
    assert found == {"1": ["1"], "C": ["1", "2"], "D": ["1"]}
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
