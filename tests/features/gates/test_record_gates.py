"""Gates on the scores of single records."""

import pytest

from support.program import write_jsonl

TEXTS = ["a b c d", "a b c x", "a b x y", "x y z w", "a b c d"]


@pytest.fixture
def outputs(tmp_path):
    """Write records whose token-f1 are 1, 0.75, 0.5, 0 and 1; the fourth and fifth are of b."""
    records = [
        {"prediction": text, "references": ["a b c d"], "groups": {"domain": "ab"[i > 2]}}
        for i, text in enumerate(TEXTS)
    ]
    write_jsonl(tmp_path / "sys.jsonl", records)
    write_jsonl(tmp_path / "other.jsonl", records[:2])


def gate(cli, check, *words):
    return cli("evaluate", "token-f1", "sys.jsonl", "--normalize", "none", "--check", check, *words)


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("share(token_f1_f1 >= 0.5) >= 0.8", ""),
        (
            "share(token_f1_f1 >= 0.7) > 0.6",
            "is 0.6 (3 of 5), but must be > 0.6: records 3 (0.5), ",
        ),
        (
            "share(token-f1 < 0.6) <= 0.2",
            "is 0.4 (2 of 5), but must be <= 0.2: records 3 (0.5)",
        ),
        ("count(token_f1_f1 >= 1) >= 2", ""),
        (
            "count(token_f1_f1 > 0) < 4",
            "is 4, but must be < 4: records 1 (1), 2 (0.75), 3 ",
        ),
        ("min(token_f1_f1) >= 0", ""),
        ("min(token_f1_f1) > 0.1", "is 0, but must be > 0.1: records 4 (0)"),
        ("max( token_f1_f1 )<1", "is 1, but must be < 1: records 1 (1), 5 (1)"),
    ],
)
@pytest.mark.usefixtures("outputs")
def test_bounds(cli, check, said):
    """A share, a number, the least or the greatest score is bounded; those at fault are named."""
    done = gate(cli, check)
    assert done.code == (1 if said else 0), done.err
    assert said in done.err


@pytest.mark.usefixtures("outputs")
def test_groups_and_systems(cli):
    """A group has its own records, and each system is judged."""
    words = ("--by", "domain")
    assert gate(cli, "min(token_f1_f1[domain=a]) >= 0.5", *words).code == 0
    done = gate(cli, "share(token_f1_f1[domain=b] >= 0.5) >= 0.6", *words)
    assert "share(token_f1_f1[domain=b] >= 0.5) of sys is 0.5 (1 of 2)" in done.err
    done = gate(cli, "count(token_f1_f1 > 0) >= 3", "other.jsonl")
    assert done.code == 1
    assert "of other is 2, but must be >= 3" in done.err
    assert "of sys" not in done.err


@pytest.mark.usefixtures("outputs")
def test_many_records(cli, tmp_path):
    """Of many records at fault five are named, with the number of the others."""
    write_jsonl(tmp_path / "sys.jsonl", [{"prediction": "x", "references": ["y"]}] * 9)
    assert (
        "records 1 (0), 2 (0), 3 (0), 4 (0), 5 (0) and 4 more" in gate(cli, "min(token-f1) > 0").err
    )


@pytest.mark.usefixtures("outputs")
def test_data_sets(cli):
    """A gate holds for every data set that has the output, or for the one in brackets."""
    words = ("evaluate", "token-f1", "--dataset", "one=sys.jsonl", "--dataset", "two=other.jsonl",
             "--normalize", "none")  # fmt: skip
    done = cli(*words, "--check", "min(token_f1_f1) >= 0.7")
    assert done.code == 1
    assert "one: min(token_f1_f1) of" in done.err
    assert "two: min" not in done.err
    assert cli(*words, "--check", "min(token_f1_f1[dataset=two]) >= 0.7").code == 0
    done = cli(*words, "--check", "min(token_f1_f1[dataset=(mean)]) >= 0.7")
    assert (done.code, "means over data sets have no records" in done.err) == (2, True)


@pytest.mark.usefixtures("outputs")
def test_suites_and_junit(cli, tmp_path):
    """A suite may state such gates, and JUnit has the records of one that failed."""
    (tmp_path / "s.yaml").write_text(
        "metrics: [token-f1]\ncheck:\n  - min(token_f1_f1) > 0.1\n", encoding="utf-8"
    )
    done = cli("evaluate", "suite", "s.yaml", "sys.jsonl", "--junit", "gates.xml")
    assert done.code == 1
    assert "records 4 (0)" in (tmp_path / "gates.xml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("share(token_f1_f1) > 0.5", "share wants a condition on records"),
        ("share(token_f1 >= x) > 0.5", "x"),
        ("share(token_f1_f1 >= 0.5) >= many", "many"),
        ("share(nothing >= 0.5) >= 0.5", "nothing"),
        ("min(token_f1_f1[domain=a]) > 0", "not broken down by 'domain'"),
        ("median(token_f1_f1) > 0", "median"),
        ("min() > 0", "min()"),
        (
            "share(token_f1_f1 >= 0.5) >= 90",
            "a share is between 0 and 1, not 90; write 0.9",
        ),
        ("share(token_f1_f1 >= 0.5) < -1", "a share is between 0 and 1, not -1"),
    ],
)
@pytest.mark.usefixtures("outputs")
def test_bad_gates(cli, check, said):
    """A gate that cannot be is one sentence and exit code 2."""
    done = gate(cli, check)
    assert (done.code, done.err.count("\n"), said in done.err) == (2, 1, True), done.err


@pytest.mark.usefixtures("outputs")
def test_sets_and_summaries(cli):
    """Metrics of whole sets and summaries of groups have no scores of records."""
    done = cli("evaluate", "self-bleu", "sys.jsonl", "--check", "min(self_bleu) > 0")
    assert (done.code, "records have no score" in done.err) == (2, True), done.err
    words = ("--by", "domain", "--summary", "worst")
    done = gate(cli, "min(token_f1_f1[domain=(worst)]) > 0", *words)
    assert (done.code, "a summary of groups has no records" in done.err) == (2, True), done.err
