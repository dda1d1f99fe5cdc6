"""--no-new-failures: records that met a condition in the baseline must still meet it."""

import pytest

from support.program import write_jsonl
from support.sizes import few

REFERENCE = "a cat sat here"


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a file of outputs, one for each text."""

    def file(name, texts):
        records = [
            {"prediction": text, "references": [REFERENCE], "groups": {"part": "xy"[i % 2]}}
            for i, text in enumerate(texts)
        ]
        write_jsonl(tmp_path / f"{name}.jsonl", records)

    return file


@pytest.fixture
def baseline(cli, write):
    """Accept a run whose first three records are right."""
    write("sys", [REFERENCE, REFERENCE, REFERENCE, "wrong", "a cat"])
    words = ("suite", "-m", "exact-match", "-m", "chrf", "sys.jsonl", "--by", "part")
    assert cli("evaluate", *words, "-o", "old.json", "--instances", "old.jsonl").code == 0


def again(cli, metric, option, *words):
    return cli(
        "evaluate", metric, "sys.jsonl", "--baseline", "old.json", "--no-new-failures", option,
        *words,
    )  # fmt: skip


@pytest.mark.usefixtures("baseline")
def test_right_and_wrong(cli, write):
    """A record that was right and is wrong is named, however many others are right now."""
    write("sys", [REFERENCE, "wrong", REFERENCE, REFERENCE, REFERENCE])
    done = again(cli, "exact-match", "exact_match")
    assert done.code == 1
    assert (
        "exact_match of sys: 1 of 3 records that met it in the baseline no longer do, 2 (1 to 0); "
        "2 others now do (no new failures of exact_match)"
    ) in done.err
    write("sys", [REFERENCE] * 4 + ["new"])
    assert again(cli, "exact-match", "exact-match").code == 0


@pytest.mark.usefixtures("baseline")
def test_absent_records(cli, write):
    """A record that was right and is not in the run fails, also where the comparison is forced."""
    write("sys", [REFERENCE, REFERENCE])
    done = again(cli, "exact-match", "exact_match", "--force-baseline")
    assert done.code == 1
    assert "1 of 3 records that met it in the baseline no longer do, 3 (absent)" in done.err
    chosen = again(cli, "exact-match", "exact_match", "--force-baseline", "--limit", "1")
    assert chosen.code == 0, chosen.err


@pytest.mark.usefixtures("baseline")
def test_conditions(cli, write):
    """A condition decides which scores fail."""
    write("sys", [REFERENCE, REFERENCE, "a cat sat her", "wrong", "x"])
    assert again(cli, "chrf", "chrf >= 60").code == 0
    done = again(cli, "chrf", "chrf > 20")
    assert done.code == 1
    assert "chrf > 20 of sys: 1 of 4 records that met it" in done.err
    assert ", 5 (" in done.err
    done = again(cli, "chrf", "chrf", "--max-drop", "chrf=50")
    assert (done.code, 'as in --no-new-failures "chrf >= VALUE"' in done.err) == (2, True), done.err


@pytest.mark.usefixtures("baseline")
def test_groups_and_other_gates(cli, write):
    """It holds for a group, and beside other gates on the baseline."""
    write("sys", [REFERENCE, "wrong", REFERENCE, REFERENCE, REFERENCE])
    words = ("--by", "part")
    assert again(cli, "exact-match", "exact_match[part=x]", *words).code == 0
    done = again(cli, "exact-match", "exact_match[part=y]", *words)
    assert (done.code, "exact_match[part=y] of sys: 1 of 1" in done.err) == (1, True), done.err
    done = again(cli, "exact-match", "exact_match", "--max-drop", "exact_match=1")
    assert done.err.count("gate failed") == 1
    done = again(cli, "exact-match", "exact_match", "--not-worse", "exact_match=0.9")
    assert done.code == 1
    assert "no longer do" in done.err


@few(3,
    ("words", "said"),
    [
        (("chrf", "--no-new-failures", "chrf >= 40"), "needs a baseline"),
        (("chrf", "--no-new-failures", "bleu", "--baseline", "old.json"), "bleu"),
        (("chrf", "--no-new-failures", "chrf >= x", "--baseline", "old.json"), "x"),
        (("chrf", "--no-new-failures", "", "--baseline", "old.json"), "--no-new-failures"),
        (
            ("chrf", "--no-new-failures", "chrf", "--no-new-failures", "chrf > 3", "--baseline",
             "old.json"),
            "repeated",
        ),
        (("chrf", "--no-new-failures", "chrf > 4", "--baseline", "bare.json"), "--instances"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("baseline")
def test_bad_options(cli, words, said):
    """What cannot be is one sentence and exit code 2."""
    cli("evaluate", "chrf", "sys.jsonl", "-o", "bare.json")
    done = cli("evaluate", words[0], "sys.jsonl", *words[1:])
    assert (done.code, done.err.count("\n"), said in done.err) == (2, 1, True), done.err
