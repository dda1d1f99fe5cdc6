"""Means of judgments by system."""


def test_means_by_system(cli, judged):
    """Raters are averaged, then inputs that were judged; who was not judged has no mean."""
    found = cli("correlate", "judgments", judged, "--format", "json").json()
    means = {(one["system_id"], one["human"]): (one["mean"], one["n"]) for one in found}
    assert means == {
        ("a", "good"): (3.0, 1), ("a", "new"): (None, 0), ("b", "good"): (2.75, 2),
        ("b", "new"): (1.0, 1), ("human", "good"): (5.0, 1), ("human", "new"): (None, 0),
    }  # fmt: skip
    assert {one["system_type"] for one in found if one["system_id"] == "human"} == {"reference"}


def test_official_scores_of_systems(cli, tmp_path):
    """Judgments of whole systems that a folder holds stand beside the means."""
    folder = tmp_path / "human-scores"
    folder.mkdir()
    (folder / "en-de.mqm.seg.score").write_text("a\t-1\na\tNone\nb\t-2\nb\t-4\n")
    (folder / "en-de.mqm.sys.score").write_text("a\t-1.5\nb\t-3.5\n")
    found = cli("correlate", "judgments", ".", "--format", "json").json()
    got = [(one["system_id"], one["mean"], one["n"], one["official"]) for one in found]
    assert got == [("a", -1.0, 1, -1.5), ("b", -3.0, 2, -3.5)]
