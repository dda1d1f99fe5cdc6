"""The readers of ROUGE-1.5.5's input and configurations, and of what it prints."""

import pytest

from sacreval.errors import InputError, InputNotice, UsageError
from sacreval.io.whole_files import SizeLimit
from sacreval.readers.rouge_input import RougeInputReader, configured, listed
from sacreval.text.unseen_characters import to_bytes

pytestmark = pytest.mark.usefixtures("alone")


SEE = (
    b'<html>\n<a size="10" name="1">[1]</a> <a href="#1" id=1>Caf\xc3\xa9 &amp; one</a>\n'
    b'<a name="2">[2]</a>\t<a href="#2" id=2>two <b>three</b></a>\r\n'
    b'<a name="3">[3]</a><a href="#3" id=3>no blank</a>\n'
    b'<a size="x" name="4">[4]</a> <a href="#4" id=4>no size</a>\n'
    b' <a name="5">[5]</a> <a href="#5" id=5>indented</a>\n'
    b'<a name="6">[6]</a> <a href="#6" id="6">quoted</a>\n'
    b'<a name="7">[7]</a> <a href="#7" id=7></a>\n'
    b'<a name="8">[8]</a> <a href="#8" id=8>open'
)
ISI = (
    b'<S SNTNO="1">one</S><S SNTNO="2">two</S>\n<S SNTNO="2a,b">three</S>\n'
    b'<S SNTNO="A">four</S>\n<s sntno="1">five</s>\n<S SNTNO="3">six <b>\n'
)
EVAL = (
    '<EVAL ID="1"><PEER-ROOT>\n p\n</PEER-ROOT><MODEL-ROOT>m</MODEL-ROOT><INPUT-FORMAT TYPE="SPL"/>'
    '<PEERS><P ID="11">\na.txt \n</P></PEERS><MODELS><M ID="A">b.txt</M></MODELS></EVAL>'
)


def config(kind, peers, number=1):
    """Write one EVAL."""
    ids = "".join(f'<P ID="{name}">{file}</P>' for name, file in peers.items())
    return (
        f'<EVAL ID="{number}"><PEER-ROOT>t</PEER-ROOT><MODEL-ROOT>t</MODEL-ROOT>'
        f'<INPUT-FORMAT TYPE="{kind}"></INPUT-FORMAT><PEERS>{ids}</PEERS>'
        '<MODELS><M ID="A">m</M><M ID="B">m</M></MODELS></EVAL>'
    )


@pytest.fixture
def write(tmp_path):
    """Write the texts of a configuration, and the configuration."""

    def call(text, *, kind="SPL", peers=None, more=""):
        (tmp_path / "t").mkdir(exist_ok=True)
        (tmp_path / "t" / "p").write_bytes(text)
        (tmp_path / "t" / "m").write_bytes(b"one\n")
        (tmp_path / "r.xml").write_text(f"<R>{config(kind, peers or {'S': 'p'})}{more}</R>")
        return tmp_path / "r.xml"

    return call


# As ROUGE-1.5.5.pl counts the tokens of such peers (`-n 1 -x -t 2 -d`), 2026-11-22.
@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("SPL", b"one two\n\n \nthree\r\nfour", "one two\n \nthree\r\nfour"),
        ("spl", b"", ""),
        ("SIMPLE", b"a|b|c\nd|e|f\n", "a|b|c\nd|e|f"),
        ("SEE", SEE, "Café &amp; one\ntwo \nopen"),
        ("ISI", ISI, "one\nthree"),
    ],
)
def test_formats(read, write, kind, text, expected):
    """Sentences are found in the lines that ROUGE-1.5.5 reads, and no others."""
    (record,) = read("rouge-input", write(text, kind=kind))
    assert (record.instance_id, record.system_id) == ("1", "S")
    assert record.prediction == expected
    assert len(record.references) == 2


def test_bytes(read, write):
    """Bytes that are not UTF-8 are kept, as valid Unicode."""
    (record,) = read("rouge-input", write(b"caf\xe9 caf\xc3\xa9\n"))
    record.prediction.encode()
    assert to_bytes(record.prediction) == b"caf\xe9 caf\xc3\xa9"


def test_missing_peers(read, write):
    """A peer that some evaluations lack is left out there, with one notice."""
    path = write(b"x", more=config("SPL", {"T": "p"}, 2) + config("SPL", {"S": "m"}, 3))
    with pytest.warns(InputNotice, match=r"of 3 evaluations .* others: S in 1, T in 2$") as caught:
        records = read("rouge-input", path)
    assert len(caught) == 1
    assert [(r.instance_id, r.system_id) for r in records] == [("1", "S"), ("2", "T"), ("3", "S")]


def test_missing_files(read, write, tmp_path):
    """A text that is not there is an error with its evaluation, also if it is a model's."""
    path = write(b"x", peers={"S": "nothing"})
    with pytest.raises(InputError, match="r.xml: evaluation '1': .*t/nothing"):
        read("rouge-input", path)
    path = write(b"x")
    (tmp_path / "t" / "m").unlink()
    with pytest.raises(InputError, match="r.xml: evaluation '1': .*t/m"):
        read("rouge-input", path)


def test_rouge_input_list(read, write, tmp_path, monkeypatch):
    """A list has one peer, and paths relative to the current folder, or else to the list."""
    write(b"one\n\ntwo\n")
    (tmp_path / "l.lst").write_text("t/p t/m t/m\n# no\nt/m t/p\n")
    monkeypatch.chdir(tmp_path / "t")
    records = read('rouge-input{"list_format": "spl", "system": "26"}', tmp_path / "l.lst")
    assert [(r.instance_id, r.system_id, r.prediction) for r in records] == [
        ("1", "26", "one\ntwo"),
        ("2", "26", "one"),
    ]
    (tmp_path / "t" / "t").mkdir()
    (tmp_path / "t" / "t" / "p").write_text("here")
    (first, _) = read('rouge-input{"list_format": "spl"}', tmp_path / "l.lst")
    assert (first.system_id, first.prediction) == ("X", "here")


def test_nothing_to_read(read, tmp_path):
    """A file or list without evaluations is an error, and so is --map."""
    (tmp_path / "l.lst").write_text("# none\n\n")
    with pytest.raises(InputError, match="list has no evaluations; write the paths of a peer"):
        read('rouge-input{"list_format": "spl"}', tmp_path / "l.lst")
    (tmp_path / "r.xml").write_text("<R/>")
    with pytest.raises(InputError, match="it has no evaluations"):
        read("rouge-input", tmp_path / "r.xml")
    with pytest.raises(UsageError, match="no fields to map"):
        read("rouge-input", tmp_path / "r.xml", {"input": "x"})


def test_hint(sacreval, write):
    """A configuration that is read as plain text is an error that names the reader."""
    code, _, err = sacreval("evaluate", "bleu", write(b"x"), "-r", write(b"x"))
    assert code == 2
    assert "give --reader rouge-input without -r" in err


def test_samples(read, mirror):
    """The samples of ROUGE-1.5.5 have 25 evaluations of 8 systems with 4 models."""
    path = next(mirror.glob("*/summanlp/*/*/*/sample-test/ROUGE-test.xml"))
    records = read("rouge-input", path)
    assert len(records) == 200
    assert {len(r.references) for r in records} == {4}
    assert {r.system_id for r in records} == {"11", "12", "13", "14", "21", "22", "23", "24"}


def test_list_as_configuration(tmp_path):
    """A list that is read as a configuration is an error with the option that reads lists."""
    path = tmp_path / "list.txt"
    path.write_text("p/a.txt m/b.txt\n")
    with pytest.raises(InputError, match=r"this is not XML.*list_format"):
        list(RougeInputReader().read(str(path)))


@pytest.mark.parametrize("name", ["p/a\0", "x" * 5000])
def test_no_path(tmp_path, name):
    """A name that cannot be a path is an error of its evaluation."""
    path = tmp_path / "list.txt"
    (tmp_path / "m").write_text("one\n")
    path.write_text(f"{name} m\n")
    with pytest.raises(InputError, match="evaluation '1': .* is not a path; correct it"):
        list(RougeInputReader(list_format="spl").read(str(path)))


def xml(tmp_path, *parts):
    """Write a configuration and read it."""
    (tmp_path / "r.xml").write_text(f"<any>{''.join(parts)}</any>")
    return list(configured(str(tmp_path / "r.xml"), SizeLimit()))


def test_configuration(tmp_path):
    """Paths are joined to their folders, without the blanks around them, in any root element."""
    (evaluation,) = xml(tmp_path, EVAL)
    assert evaluation == ("1", "spl", {"11": "p/a.txt"}, {"A": "m/b.txt"})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('TYPE="SPL"', 'TYPE="TEXT"', "evaluation '1' has the format 'text'; write SEE"),
        ("</P>", '</P><P ID="11">c</P>', "repeats the peer '11'; keep one"),
        ("</M>", '</M><M ID="A">c</M>', "repeats the model 'A'; keep one"),
        ("<MODEL-ROOT>m</MODEL-ROOT>", "", "has no MODEL-ROOT; add it"),
        ('<M ID="A">b.txt</M>', "", "has no models; add an M"),
        ("</EVAL>", f"</EVAL>{EVAL}", "evaluation '1' is repeated"),
    ],
)
def test_faults(tmp_path, old, new, message):
    """What is missing, repeated or unknown is named with its evaluation."""
    with pytest.raises(InputError, match=message):
        xml(tmp_path, EVAL.replace(old, new))


def test_rouge_config_list(tmp_path):
    """Blank lines and comments are not counted; a # after a blank begins a path."""
    (tmp_path / "l").write_text("# c\n\np m\tn \n #p m\n")
    evaluations = list(listed(str(tmp_path / "l"), "spl", "X", SizeLimit()))
    assert [(e.name, e.peers, e.models) for e in evaluations] == [
        ("1", {"X": "p"}, {"0": "m", "1": "n"}),
        ("2", {"X": "#p"}, {"0": "m"}),
    ]
    (tmp_path / "l").write_text("p m\n\np\n")
    with pytest.raises(InputError, match="l:3: a peer without models"):
        list(listed(str(tmp_path / "l"), "spl", "X", SizeLimit()))


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
