"""The readers of mt-metrics-eval's folders, MQM tables and tables of ratings."""

import pytest

from sacreval.errors import InputError, InputNotice, UsageError
from sacreval.readers.mqm import MqmReader

pytestmark = pytest.mark.usefixtures("alone")


MQM = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"


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
    judgments = {(r.system_id, r.instance_id): r.judgments for r in rows}
    assert judgments["Y", "1"] == {"mqm": -1}
    assert judgments["Y", "2"] == {"mqm": None}
    assert judgments["X", "1"] == {"mqm": -5}
    assert judgments["refA", "1"] is None
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


def test_wmt_mqm_ted(miniature, lines):
    """MQM: errors add up by rater with the paper's weights, negated; quotes are literal."""
    rows = [
        'A\td\t1\t1\tr1\t"s\tx <v>y</v>\tAccuracy/Mistranslation\tMajor',
        'A\td\t1\t1\tr1\t"s\t<v>x</v> y\tFluency/Punctuation\tMinor',
        'A\td\t1\t1\tr2\t"s\tx y\tNo-error\tNo-error',
        "A\td\t2\t2\tr2\ts2\tz\tNon-translation!\tMajor",
        'ref\td\t1\t1\tr1\t"s\tr\tFluency/Grammar\tMinor',
    ]
    text = MQM + "\n".join(rows) + "\n"
    folder = miniature(
        "wmt-mqm-ted",
        {"ted/ende/mqm_ted_ende.tsv": text, "ted/zhen/mqm_ted_zhen.tsv": text},
    )
    records = {(r["instance_id"], r["system_id"]): r for r in lines(folder / "en-de.jsonl")}
    assert records["1", "A"]["judgments"]["mqm"] == pytest.approx([-5.1, 0])
    assert records["1", "A"]["prediction"] == "x y"
    assert records["1", "A"]["sources"] == ['"s']
    assert records["1", "A"]["references"] == ["r"]
    assert records["2", "A"]["judgments"]["mqm"] == [None, -25]
    assert records["1", "ref"]["system_type"] == "reference"
    assert "references" not in records["1", "ref"]


@pytest.mark.parametrize(
    ("severity", "score"),
    [("Major ", -5), ("MINOR", -1), ("Neutral", 0), ("no-error", 0), ("HOTW-test", 0)],
)
def test_severities(tmp_path, severity, score):
    """Known severities have weights in any case, with blanks around them, too."""
    path = tmp_path / "a.tsv"
    path.write_text(f"{MQM}A\td\t1\t1\tr1\ts\tx\tStyle\t{severity}\n")
    [batch] = MqmReader().read(str(path))
    assert batch.instances[0].judgments == {"mqm": [score]}


@pytest.mark.parametrize("severity", ["Critical", "Majr", "5", ""])
def test_severities_without_a_weight(tmp_path, severity):
    """A severity that the scheme does not weigh is refused, where it would be the best score."""
    path = tmp_path / "a.tsv"
    path.write_text(f"{MQM}A\td\t1\t1\tr1\ts\tx\tStyle\t{severity}\n")
    with pytest.raises(InputError, match=f"a.tsv:2: the severity '{severity}' has no weight"):
        list(MqmReader().read(str(path)))


def test_a_column_that_is_not_there(tmp_path):
    """A table without a column is refused with its name."""
    path = tmp_path / "a.tsv"
    path.write_text("system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\nA\td\t1\tr\ts\tx\tc\n")
    with pytest.raises(InputError, match="no column severity; an MQM table has system, doc"):
        list(MqmReader().read(str(path)))


def test_literal_quotes(read, tmp_path):
    """Quotes in tables with quoting none are characters like others."""
    (tmp_path / "x.tsv").write_text('model\ttext\nA\t"He said" no\nB\tan "open\n')
    rows = read("raters", tmp_path / "x.tsv", {"prediction": "text", "system_id": "model"})
    assert [r.prediction for r in rows] == ['"He said" no', 'an "open']


def test_csv_quotes_and_embedded_line_ends(read, tmp_path):
    """Quoted cells may hold commas, doubled quotes and line ends; the next line is right."""
    (tmp_path / "x.csv").write_text('a,b\n"one, ""two""\nthree",4\nx,y\n')
    spec = 'raters{"delimiter": "comma", "quoting": "quotes", "ratings": {"q": "b"}}'
    with pytest.raises(InputError, match=r"x.csv:4: 'y' is not a number"):
        read(spec, tmp_path / "x.csv", {"prediction": "a"})
    (tmp_path / "x.csv").write_text('a,b\n"one, ""two""\nthree",4\n')
    [row] = read(spec, tmp_path / "x.csv", {"prediction": "a"})
    assert row.prediction == 'one, "two"\nthree'


def test_blanks_and_tabs_mixed(read, tmp_path):
    """Columns may be parted by tabs in one row and blanks in the next, with blanks at the end."""
    (tmp_path / "x.tsv").write_text("system mqm_avg_score seg_id\nA\tNone 1\nA -0.000000 2 \n")
    fields = {"instance_id": "seg_id", "system_id": "system"}
    rows = read('raters{"delimiter": "blank", "ratings": {"m": "mqm_avg_score"}}',
                tmp_path / "x.tsv", fields)  # fmt: skip
    assert [r.judgments for r in rows] == [{"m": None}, {"m": 0}]


def test_an_uneven_row(read, tmp_path):
    """A row with more cells than headings is named with its line."""
    (tmp_path / "x.tsv").write_text("a\tb\n1\t2\n1\t2\t3\n")
    with pytest.raises(InputError, match=r"x.tsv:3: 3 cells under 2 headings"):
        read("raters", tmp_path / "x.tsv", {"prediction": "a"})


def test_rows_of_raters(read, tmp_path):
    """Rows that agree in some columns are one record, with one place a rater."""
    (tmp_path / "x.tsv").write_text("id\tsys\twho\tq\n1\tA\tu\t3\n1\tA\tv\t4\n2\tA\tv\tNULL\n")
    spec = 'raters{"by": ["id", "sys"], "rater": "who", "ratings": {"q": "q"}}'
    rows = read(spec, tmp_path / "x.tsv", {"instance_id": "id", "system_id": "sys"})
    assert [r.judgments for r in rows] == [{"q": [3, 4]}, {"q": [None, None]}]
    (tmp_path / "x.tsv").write_text("id\tsys\twho\tq\n1\tA\tu\t3\n1\tA\tu\t4\n")
    with pytest.raises(InputError, match=r"x.tsv:3: rater u rates this output a second time"):
        read(spec, tmp_path / "x.tsv")


def test_columns_that_are_not_there(read, tmp_path):
    """A column that is asked for and missing is named with those there are."""
    (tmp_path / "x.tsv").write_text("a\tb\n1\t2\n")
    with pytest.raises(InputError, match="no column c; available: a, b"):
        read('raters{"ratings": {"q": "c"}}', tmp_path / "x.tsv")
    with pytest.raises(UsageError, match="JMESPath"):
        read("raters", tmp_path / "x.tsv", {"prediction": "a ["})
