"""Converting MultiLing 2011 to 2017, as described, made small here."""

from support.layouts import by_key


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
