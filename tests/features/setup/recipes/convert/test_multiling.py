"""Converting further corpora of summaries, made small here."""

import gzip
import json

import pytest

from sacreval.errors import InputError
from sacreval.features.setup.recipes.convert import nist_corpora as nist
from sacreval.features.setup.recipes.convert.multiling_single import convert
from sacreval.features.setup.recipes.place import CorpusFiles
from support.layouts import as_json, by_key


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
    rows = by_key(lines(folder / "english.jsonl"))
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
    rows = by_key(lines(folder / "mds.english.jsonl"))
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
    first, second = lines(folder / "english.jsonl")
    assert first["references"] == ["m/a.txt", "m/b.txt"]
    assert [r["judgments"]["multiling2019_score"] for r in (first, second)] == [3.5, None]


def test_articles_and_summaries_are_joined(tmp_path, monkeypatch):
    """A text and a summary of one hash are a record; a text without a summary is none."""
    for name, text in {
        "body/text/en/ab12_body.txt": "\ufeffThe article.\n",
        "body/text/en/cd34_body.txt": "No summary.",
        "summary/en/ab12_summary.txt": " The summary.\n",
    }.items():
        path = tmp_path / "archive" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(nist, "unpacked", lambda _, archive: tmp_path / archive)
    (record,) = convert(
        CorpusFiles(tmp_path), bodies="body/text/en/*.txt", summaries="summary/en/*.txt",
        archives=["archive"],
    )  # fmt: skip
    assert (record.instance_id, record.system_type) == ("ab12", "reference")
    assert (record.prediction, record.sources) == ("The summary.", ["The article."])


def test_wcep(miniature, lines):
    """WCEP: repeated and empty articles of a cluster are left out."""
    row = {
        "id": 5,
        "summary": "s",
        "articles": [{"text": "a"}, {"text": ""}, {"text": "a"}, {"text": "b"}],
    }
    data = gzip.compress(json.dumps(row).encode())
    files = {f"folder/{split}.jsonl.gz": data for split in ("train", "val", "test")}
    [record] = lines(miniature("wcep", files) / "test.jsonl")
    assert record["sources"] == ["a", "b"]


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


def section(title, *paragraphs, inside=()):
    return {"section_title": title, "paragraphs": list(paragraphs), "subsections": list(inside)}


FILES = {
    "data-root/split_ids/crs_test.ids": "R1\n",
    "data-root/split_ids/gao_test.ids": "G1\n",
    "data-root/crs/R1.json": as_json(
        {"id": "R1", "title": "One", "summary": ["s1", "s2"],
         "reports": section("", "p0", inside=[section("A", "p1", inside=[section("B", "p2")])])}
    ),
    "data-root/gao/G1.json": as_json(
        {"id": "G1", "title": "Two", "report": [section("C", "p3"), section("D", "p4")],
         "highlight": [section("What", "h1"), section("Why", "h2", inside=[section("", "h3")])]}
    ),
}  # fmt: skip


def test_both_agencies(miniature, lines):
    """The source has title, headings and paragraphs in order, the reference the summary's."""
    crs, gao = lines(miniature("gov-report", FILES) / "records.jsonl")
    assert crs["sources"] == ["One\np0\nA\np1\nB\np2"]
    assert (crs["instance_id"], crs["references"]) == ("crs:R1", ["s1\ns2"])
    assert gao["sources"] == ["Two\nC\np3\nD\np4"]
    assert (gao["groups"], gao["references"]) == ({"agency": "gao"}, ["h1\nh2\nh3"])


@pytest.mark.parametrize("name", ["R2", "../../etc/passwd"])
def test_reports_that_are_not_there(miniature, name):
    """A report that a split names must be in its folder."""
    files = FILES | {"data-root/split_ids/crs_test.ids": f"{name}\n"}
    with pytest.raises(InputError, match="unpack the archive again|leads out of its folder"):
        miniature("gov-report", files)


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
