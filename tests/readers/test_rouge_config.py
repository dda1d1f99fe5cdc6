"""ROUGE-1.5.5's configurations."""

import pytest

from sacreval.errors import InputError
from sacreval.io.whole_files import SizeLimit
from sacreval.readers._rouge_config import configured, listed

EVAL = (
    '<EVAL ID="1"><PEER-ROOT>\n p\n</PEER-ROOT><MODEL-ROOT>m</MODEL-ROOT><INPUT-FORMAT TYPE="SPL"/>'
    '<PEERS><P ID="11">\na.txt \n</P></PEERS><MODELS><M ID="A">b.txt</M></MODELS></EVAL>'
)


def xml(tmp_path, *parts):
    """Write a configuration and read it."""
    (tmp_path / "r.xml").write_text(f"<any>{''.join(parts)}</any>")
    return list(configured(str(tmp_path / "r.xml"), SizeLimit()))


def test_configuration(tmp_path):
    """Paths are joined to their folders, without the blanks around them, in any root element."""
    (found,) = xml(tmp_path, EVAL)
    assert found == ("1", "spl", {"11": "p/a.txt"}, {"A": "m/b.txt"})


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


def test_list(tmp_path):
    """Blank lines and comments are not counted; a # after a blank begins a path."""
    (tmp_path / "l").write_text("# c\n\np m\tn \n #p m\n")
    found = list(listed(str(tmp_path / "l"), "spl", "X", SizeLimit()))
    assert [(one.name, one.peers, one.models) for one in found] == [
        ("1", {"X": "p"}, {"0": "m", "1": "n"}),
        ("2", {"X": "#p"}, {"0": "m"}),
    ]
    (tmp_path / "l").write_text("p m\n\np\n")
    with pytest.raises(InputError, match="l:3: a peer without models"):
        list(listed(str(tmp_path / "l"), "spl", "X", SizeLimit()))
