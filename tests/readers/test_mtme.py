"""The reader of mt-metrics-eval's folders."""

import pytest

from sacreval.errors import InputError, InputNotice

pytestmark = pytest.mark.usefixtures("alone")


def _mtme(folder, scores="", *, docs=True):
    """Write a test set of two segments, two systems and two references."""
    for name, text in {
        "sources/en-de.txt": "s1\ns2\n",
        "references/en-de.refA.txt": "r1\nr2\n",
        "references/en-de.refB.txt": "q1\nq2\n",
        "system-outputs/en-de/refA.txt": "r1\nr2\n",
        "system-outputs/en-de/X.txt": "x1\nx2\n",
        "system-outputs/en-de/Y.txt": "y1\ny2\n",
        "human-scores/en-de.mqm.seg.score": scores or "Y\t-1.0\nY\tNone\nX\t-5\nX\t-0.0\n",
        "metric-scores/en-de/BLEU-refA.seg.score": "X\t1.5\nX\t2.5\nY\t3\nY\t4\n",
        **({"documents/en-de.docs": "news\td1\nnews\td1\n"} if docs else {}),
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_mtme_gaps_and_order(read, tmp_path):
    """None is a gap, systems come in any order in each file, and segments count from 1."""
    rows = read('mtme{"scores": true}', _mtme(tmp_path / "wmt"))
    found = {(r.system_id, r.instance_id): r.judgments for r in rows}
    assert found["Y", "1"] == {"mqm": -1}
    assert found["Y", "2"] == {"mqm": None}
    assert found["X", "1"] == {"mqm": -5}
    assert found["refA", "1"] is None
    assert {r.system_id: r.meta for r in rows if r.meta}["X"] == {"scores": {"BLEU-refA": 2.5}}
    assert rows[0].groups == {"domain": "news", "document": "d1"}


def test_mtme_references_are_systems(read, tmp_path):
    """A reference among the systems is of type reference and not its own reference."""
    rows = read("mtme", _mtme(tmp_path / "wmt", docs=False))
    kinds = {r.system_id: r.system_type for r in rows}
    assert kinds == {"X": "peer", "Y": "peer", "refA": "reference"}
    assert {r.system_id: r.references for r in rows if r.instance_id == "1"} == {
        "X": ["r1", "q1"],
        "Y": ["r1", "q1"],
        "refA": ["q1"],
    }


def test_mtme_uneven_blocks(read, tmp_path):
    """A block that is too short is named with its system."""
    folder = _mtme(tmp_path / "wmt", "X\t1\nX\t2\nY\t1\n")
    with pytest.raises(InputError, match="system Y has 1 lines, but the source has 2"):
        read("mtme", folder)


def test_mtme_needs_a_pair(read, tmp_path):
    """A folder of several pairs asks for one, and names them."""
    folder = _mtme(tmp_path / "wmt")
    (folder / "sources/de-en.txt").write_text("s\n")
    with pytest.raises(InputError, match="available: de-en, en-de"):
        read("mtme", folder)
    with pytest.raises(InputError, match=r"no references refC; available: refA, refB"):
        read('mtme{"pair": "en-de", "references": ["refC"]}', folder)


def test_mtme_byte_order_marks(read, tmp_path):
    """A byte order mark, with which an output of WMT23 begins, is no part of the first text."""
    folder = _mtme(tmp_path / "wmt")
    for name in ("system-outputs/en-de/X.txt", "sources/en-de.txt", "references/en-de.refA.txt"):
        path = folder / name
        path.write_text("\ufeff" + path.read_text(), encoding="utf-8")
    with pytest.warns(InputNotice, match=r"X\.txt: the byte order mark"):
        first = next(row for row in read("mtme", folder) if row.system_id == "X")
    assert (first.prediction, first.sources, first.references) == ("x1", ["s1"], ["r1", "q1"])
