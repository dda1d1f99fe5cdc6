"""Traps that cut across corpora: missing values, repetitions, people as systems, order, quoting."""

import pickle

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.io.values import literal, number
from sacreval.recipes.convert.gsm8k import final

pytestmark = pytest.mark.usefixtures("alone")

# ---- missing values


@pytest.mark.parametrize("cell", ["None", "NULL", "null", "NaN", "nan", "", " None ", None])
def test_gaps(cell):
    """Every spelling of a gap is None, and nothing else is."""
    assert number(cell, "x:1") is None


def test_numbers():
    """Whole numbers stay whole, and minus zero is a number."""
    assert number("3", "x:1") == 3
    assert number("-0.000000", "x:1") == 0
    with pytest.raises(InputError, match=r"x:1: 'three' is not a number"):
        number("three", "x:1")


def test_lists_with_bare_nan():
    """Python lists in cells may hold a bare nan, which is a gap; nothing is ever run."""
    assert literal("[3, nan, 5.5]", "x:1") == [3, None, 5.5]
    assert literal("[['race'], ['nan']]", "x:1") == [["race"], ["nan"]]
    for evil in ("__import__('os').system('true')", "[x for x in (1,)]", "[1, 2", "open('x')"):
        with pytest.raises(InputError, match="not a list or number"):
            literal(evil, "x:1")


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
    with pytest.raises(InputError, match="system Y has 1 lines, but the source 2"):
        read("mtme", folder)


def test_mtme_needs_a_pair(read, tmp_path):
    """A folder of several pairs asks for one, and names them."""
    folder = _mtme(tmp_path / "wmt")
    (folder / "sources/de-en.txt").write_text("s\n")
    with pytest.raises(InputError, match="there are de-en, en-de"):
        read("mtme", folder)
    with pytest.raises(InputError, match=r"no references refC; there are refA, refB"):
        read('mtme{"pair": "en-de", "references": ["refC"]}', folder)


def test_missing_and_surplus_predictions(corpora, lines):
    """XQuAD's Logistic Regression left two questions out; its surplus ids are passed over."""
    rows = [
        row
        for row in lines(corpora("xquad") / "en.jsonl")
        if row["system_id"] == "Logistic-Regression"
    ]
    missing = [row for row in rows if row.get("meta") == {"missing": True}]
    assert (len(rows), len(missing)) == (1190, 2)
    assert {row["prediction"] for row in missing} == {""}


def test_no_id_matches(read, tmp_path):
    """Predictions of another test set are no predictions."""
    gold = '{"data": [{"paragraphs": [{"context": "c", "qas": [{"id": "1", "question": "q", '
    (tmp_path / "gold.json").write_text(gold + '"answers": [{"text": "a"}]}]}]}]}')
    (tmp_path / "p.json").write_text('{"2": "a"}')
    with pytest.raises(InputError, match="none of its ids"):
        read(f'squad{{"predictions": {{"x": "{tmp_path / "p.json"}"}}}}', tmp_path / "gold.json")


def test_impossible_questions(read, tmp_path):
    """A question without answer has the empty text as its reference; equal golds stand once."""
    qas = (
        '[{"id": "1", "question": "q", "is_impossible": true, "answers": []}, {"id": "2", '
        '"question": "q", "is_impossible": false, "answers": [{"text": "a"}, {"text": "a"}, '
        '{"text": "b"}]}]'
    )
    text = '{"data": [{"title": "t", "paragraphs": [{"context": "c", "qas": ' + qas + "}]}]}"
    (tmp_path / "gold.json").write_text(text)
    one, two = read("squad", tmp_path / "gold.json")
    assert (one.references, one.groups) == ([""], {"title": "t", "impossible": True})
    assert two.references == ["a", "b"]


# ---- repetitions


def test_null_comparison(corpora, lines):
    """Multeval's sys2 is baseline byte for byte, and is kept so."""
    texts = {}
    for row in lines(corpora("multeval") / "records.jsonl"):
        texts.setdefault(row["system_id"], []).append(row["prediction"])
    for run in range(3):
        assert texts[f"sys2-opt{run}"] == texts[f"baseline-opt{run}"]
    assert texts["sys1-opt0"] != texts["baseline-opt0"]


def test_equal_outputs_of_two_systems_are_kept(corpora, lines):
    """In 38 of SummEval's 100 inputs at least two systems have the same output."""
    outputs = {}
    for row in lines(corpora("fabbri2020") / "records.jsonl"):
        outputs.setdefault(row["instance_id"], []).append(row["prediction"])
    assert sum(len(set(texts)) < len(texts) for texts in outputs.values()) == 38


def test_repeated_references(corpora, lines, read, mirror):
    """SFRES lists 34,086 references of which 3,705 are distinct, SFHOT 111,696 and 7,324."""
    for name, listed, distinct in (("sfres", 34086, 3705), ("sfhot", 111696, 7324)):
        rows = lines(corpora(name) / "records.jsonl")
        assert sum(len(row["references"]) for row in rows) == distinct
        path = next(mirror.glob(f"*/neulab/BARTScore/*/D2T/{name.upper()}/data.pkl"))
        assert sum(len(r.references) for r in read("bartscore", path)) == listed


def test_pairs_of_one_segment(read, tmp_path):
    """A segment in many pairs is an input in each, and the better one has rank 1."""
    side = {"sys_name": "A", "sys": "a", "scores": {}}
    pair = {"src": "s", "ref": "r", "better": side, "worse": {**side, "sys_name": "B", "sys": "b"}}
    (tmp_path / "x.pkl").write_bytes(pickle.dumps({0: pair, 1: pair}))
    rows = read("bartscore", tmp_path / "x.pkl")
    found = [(r.instance_id, r.system_id, r.judgments, r.references) for r in rows]
    assert found == [
        ("0", "A", {"better": 1}, ["r"]),
        ("0", "B", {"better": 0}, ["r"]),
        ("1", "A", {"better": 1}, ["r"]),
        ("1", "B", {"better": 0}, ["r"]),
    ]


def test_attention_checks_are_dropped(corpora, lines, mirror):
    """ESA's rows that test attention, and its tutorials, are no judgments."""
    path = next(mirror.glob("*/wmt-conference/*/*/data/campaign*/240315rc5ESA.scores.csv"))
    raw = path.read_text().splitlines()
    assert sum(",BAD," in line for line in raw) == 398
    file = corpora("wmt23-esa") / "esa.jsonl"
    if not file.exists():
        pytest.skip("SACREVAL_MIRROR lacks the tasks of ESA's campaign")
    rows = lines(file)
    assert not any("#" in row["system_id"] for row in rows)
    assert len({row["system_id"] for row in rows}) == 13
    assert len({row["instance_id"] for row in rows}) == 207
    # 2,718 rows of the task: 13 were rated anew by the same rater, 14 stand there to fill tasks up.
    assert len(rows) == 2916 - 2 * 99 - 13 - 14


# ---- people among systems, and levels of judges


def test_people_among_systems(corpora, lines):
    """Texts that people wrote are of type reference where they are judged like systems."""
    expected = {
        "topicalchat": {"Original Ground Truth", "New Human Generated"},
        "wmt23": {"refA", "synthetic_ref"},
    }
    for name, people in expected.items():
        rows = lines(corpora(name) / "records.jsonl")
        found = {row["system_id"] for row in rows if row.get("system_type") == "reference"}
        assert found == people


def test_levels_are_not_pooled(corpora, lines):
    """SummEval's experts and turkers, WMT's MQM and DA, stand under names of their own."""
    row = lines(corpora("fabbri2020") / "records.jsonl")[0]
    assert len(row["judgments"]) == 8
    assert {name.split("_")[0] for name in row["judgments"]} == {"expert", "turker"}
    row = lines(corpora("wmt23") / "records.jsonl")[0]
    assert set(row["judgments"]) == {"mqm", "da-sqm"}


# ---- order


def test_vasilyev_scores_are_put_back_in_annotators_places(corpora, lines, mirror):
    """Vasilyev's scores stand sorted in the file; annotators tell them apart."""
    import json

    raw = json.loads(next(mirror.glob("*/PrimerAI/blanc/*/data/CNN*.json")).read_text("utf-8"))
    rows = lines(corpora("vasilyev2020") / "cnn-dailymail.jsonl")
    annotators = sorted({a for item in raw for a in item["annotators_ids"]})
    assert all(item["scores"] == sorted(item["scores"]) for item in raw)
    for item, row in zip(raw, rows, strict=True):
        given = dict(zip(item["annotators_ids"], item["scores"], strict=True))
        assert row["judgments"]["quality"] == [given.get(a) for a in annotators]
    means = [
        [s for row in rows if (s := row["judgments"]["quality"][i]) is not None]
        for i in range(len(annotators))
    ]
    assert len({round(sum(m) / len(m), 3) for m in means if m}) > 5  # people do differ


def test_vasilyev_notes_are_dropped(corpora, lines):
    """The line NO ANNOTATIONS FOUND PREVIOUSLY is no part of an article."""
    rows = lines(corpora("vasilyev2020") / "dailynews-aspects.jsonl")
    assert not any("NO ANNOTATIONS FOUND" in row["sources"][0] for row in rows)
    assert {len(row["judgments"]) for row in rows} == {5}


# ---- line files


def test_no_trailing_newline(corpora, lines):
    """A last line without line feed counts."""
    assert len(lines(corpora("webnlg2017") / "en.jsonl")) == 1862


def test_blank_padded_references(corpora, lines):
    """WebNLG's references of one blank are none: 1862, 1753, 1279 and 17 real ones."""
    rows = lines(corpora("webnlg2017") / "en.jsonl")
    lengths = [len(row["references"]) for row in rows]
    assert [sum(n >= k for n in lengths) for k in (1, 2, 3, 4)] == [1862, 1753, 1279, 17]
    assert all(text.strip() for row in rows for text in row["references"])


def test_carriage_returns_are_no_lines(corpora, lines):
    """MLQE-PE's second reference has CRLF line ends, and a thousand lines all the same."""
    rows = lines(corpora("mlqe-pe") / "et-en.jsonl")
    assert not any(text.endswith("\r") for row in rows for text in row["references"])


# ---- quoting and delimiters


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
    with pytest.raises(InputError, match="no column c; there are a, b"):
        read('raters{"ratings": {"q": "c"}}', tmp_path / "x.tsv")
    with pytest.raises(UsageError, match="JMESPath"):
        read("raters", tmp_path / "x.tsv", {"prediction": "a ["})


# ---- forms of text


def test_misdecoded_pounds(read, mirror):
    """QAGS's 45 mis-decoded pound signs are kept, or mended on request."""
    path = next(mirror.glob("*/W4ngatang/qags/*/data/mturk_xsum.jsonl"))

    def count(spec, text):
        return sum((r.prediction + r.sources[0]).count(text) for r in read(spec, path))

    assert count("qags", "\u00e2\u00a3") == 45
    assert count("qags", "\u00a3") == 127
    assert count('qags{"mend_pounds": true}', "\u00e2\u00a3") == 0
    assert count('qags{"mend_pounds": true}', "\u00a3") == 127


def test_entities(read, tmp_path):
    """Entities of XML and SGML become characters."""
    (tmp_path / "x.xml").write_text(
        '<dataset><doc id="d"><src lang="is"><p><seg id="1">a &amp; b</seg></p></src>'
        '<ref lang="en" translator="A"><p><seg id="1">c &lt; d</seg></p></ref>'
        '<hyp system="S" lang="en"><p><seg id="1">e</seg></p></hyp></doc>'
        '<doc id="e"><src lang="is"><p><seg id="1">f</seg></p></src>'
        '<hyp system="S" lang="en"><p><seg id="1">g</seg></p></hyp></doc></dataset>'
    )
    rows = read("wmt-xml", tmp_path / "x.xml")
    found = [(r.instance_id, r.sources, r.references, r.prediction) for r in rows]
    assert found == [("d:1", ["a & b"], ["c < d"], "e"), ("e:1", ["f"], None, "g")]
    (tmp_path / "y.xml").write_text('<!DOCTYPE x [<!ENTITY a "b">]><x/>')
    with pytest.raises(InputError, match="defines entities"):
        read("wmt-xml", tmp_path / "y.xml")


def test_mteval_sgml(read, mirror):
    """Mteval's files have bare ampersands and segments that are found by document."""
    folder = next(mirror.glob("*/cmu-mtlab/meteor/*/example"))
    rows = read(f'sgml{{"references": ["{folder / "ref.sgm"}"]}}', folder / "test.sgm")
    assert len(rows) == 2525
    assert {r.system_id for r in rows} == {"cmu-combo"}
    assert rows[0].instance_id == "ihned.cz/2008/09/30/36776:1"
    assert rows[0].references == [
        "Prague Stock Market falls to minus by the end of the trading day"
    ]


def test_final_numbers():
    """The number after the last mark counts, without commas; without mark there is none."""
    assert final("A: 1\nmore\nA: 1,234 ", "A:") == "1234"
    assert final("so 3", "A:") == ""


# ---- scales, and hostile data


def test_scales_are_the_files(corpora, lines):
    """Judgments keep the scale of their corpus; nothing is rescaled."""
    rows = lines(corpora("topicalchat") / "records.jsonl")
    tops = {}
    for row in rows:
        for name, value in row["judgments"].items():
            tops[name] = max(value, tops.get(name, 0))
    assert (tops["understandability"], tops["naturalness"], tops["overall"]) == (1, 3, 5)
    assert max(row["judgments"]["mqm"] or 0 for row in lines(corpora("wmt23") / "records.jsonl")
               if row.get("judgments", {}).get("mqm") is not None) == 0  # fmt: skip


def test_hostile_completions_are_only_text(corpora, lines):
    """HumanEval's hostile samples are carried as text."""
    rows = lines(corpora("humaneval") / "samples.jsonl")
    assert any("rm -rf tmp" in row["prediction"] for row in rows)


def test_a_fake_is_told_by_its_hash(mirror, tmp_path, sacreval):
    """A file of the right name and another content is not punkt."""
    import shutil

    copy = tmp_path / "mirror"
    for path in mirror.glob("*/open-webui/open-webui/*/nltk_data/tokenizers/punkt_tab/english/*"):
        target = copy / path.relative_to(mirror)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        target.chmod(0o644)
    next(copy.rglob("abbrev_types.txt")).write_text("a" * 105)
    code, _, err = sacreval("setup-metric", "punkt-english", "--mirror", copy)
    assert code == 2
    assert "105 bytes came where 619 belong" in err
    assert not list((tmp_path / "home").rglob("*.txt"))
