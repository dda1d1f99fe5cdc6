"""The reader of what ROUGE prints."""

import pytest

from sacreval.errors import InputError

pytestmark = pytest.mark.usefixtures("alone")


def test_rouge_averages(read, mirror):
    """ROUGE's self-test prints averages of 8 systems, with recall, precision and F."""
    name = "ROUGE-test-c95-2-1-U-r1000-n4-w1.2-a.out"
    path = next(mirror.glob(f"*/summanlp/*/*/*/sample-output/{name}"))
    rows = read('rouge-out{"rows": "average"}', path)
    assert [r.system_id for r in rows] == ["11", "12", "13", "14", "21", "22", "23", "24"]
    assert rows[0].meta["scores"]["rouge-1_recall"] == pytest.approx(19.191)
    assert rows[0].meta["scores"]["rouge-2_f1"] == pytest.approx(2.775)
    with pytest.raises(InputError, match="no eval rows"):
        read("rouge-out", path)


def test_rouge_rows(read, tmp_path):
    """Rows of single summaries: seven fields, letters are people, times 100, mean of several."""
    (tmp_path / "x.out").write_text(
        "A ROUGE-SU4 Eval D0801-A.M.100.A.A R:0.5 P:0.25 F:0.3\n"
        "12 ROUGE-SU4 Eval D0801-A.M.100.A.12 R:0.1 P:0.2 F:0.3\n"
        "12 ROUGE-SU4 Eval D0801-A.M.100.A.12 R:0.3 P:0.2 F:0.3\n"
        "12 ROUGE-SU4 Average_R: 0.9\n"
    )
    person, system = read('rouge-out{"suffix": "_jk"}', tmp_path / "x.out")
    assert (person.system_type, system.system_type) == ("reference", "peer")
    assert system.instance_id == "d0801-a"
    assert system.meta["scores"]["rouge-su4_jk_recall"] == pytest.approx(20)


def test_an_unknown_part(read, tmp_path):
    """A score of something else than recall, precision and F1 is refused with its line."""
    path = tmp_path / "x.out"
    path.write_text(
        "S ROUGE-1 Eval D1.M.100.T.A.S R:0.1 P:0.2 F:0.3\nS ROUGE-1 Eval D1.M R10.5 P:0.2 F:0.3\n"
    )
    with pytest.raises(InputError, match=r"x.out:2: not a score"):
        read("rouge-out", path)
