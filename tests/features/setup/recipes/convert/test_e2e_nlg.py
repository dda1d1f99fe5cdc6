"""Converting E2E, made small here."""

from support.layouts import as_csv

RATINGS = ["_worker_id", "_ip", "_city", "_region", "_country", "_tainted", "mr"]
RATINGS += [f"{name}{i}" for i in range(1, 6) for name in ("sys", "ref", "quality", "check")]
NATURAL = [name.replace("quality", "natur") for name in RATINGS]


def test_e2e_nlg(miniature, lines):
    """E2E: references by exact text, cells in either quotes, nobody's address in the ratings."""
    person = ["A2XXX", "192.0.2.7", "Springfield", "IL", "USA", "false", "m1"]
    groups = [c for i in range(1, 6) for c in (f"s{i}", f"t{i}", str(10 * i), "added\nmissing")]
    row = [*person, *groups]
    folder = miniature(
        "e2e-nlg",
        {
            "testset_w_refs.csv": as_csv(["mr", "ref"], ["m1", "r1"], ["m1", "r2"], ["m2", "q"]),
            "human_ratings/quality.csv": as_csv(RATINGS, row),
            "human_ratings/naturalness.csv": as_csv(NATURAL, row),
            "system_outputs/primary/tgen.tsv": '"MR"\t"output"\n"m1"\t"a ""b"""\n"m2"\t"c"\n',
            "system_outputs/primary/tnt1.tsv": "MR\toutput\n'm1'\t'it's d'\nm2\t'e'\n",
        },
    )
    one, two, quoted, plain = lines(folder / "records.jsonl")
    assert (quoted["prediction"], quoted["references"]) == ("it's d", ["r1", "r2"])
    assert plain["prediction"] == "'e'"  # quoted in the output alone, so part of it
    assert (one["prediction"], one["references"]) == ('a "b"', ["r1", "r2"])
    assert two["instance_id"] == "2"
    rated = lines(folder / "quality.jsonl")
    assert [r["judgments"]["quality"] for r in rated] == [10, 20, 30, 40, 50]
    assert rated[0]["meta"]["check"] == ["added", "missing"]
    assert lines(folder / "naturalness.jsonl")[4]["judgments"] == {"naturalness": 50}
    for path in folder.iterdir():
        for personal in person[:5]:
            assert personal not in path.read_text()
