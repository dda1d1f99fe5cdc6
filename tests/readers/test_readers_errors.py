"""Readers given other files or options than theirs."""

import pytest

from sacreval.errors import InputError, UsageError

pytestmark = pytest.mark.usefixtures("alone")


@pytest.mark.parametrize(
    ("spec", "content", "part"),
    [
        ("json", "{", "this is not JSON"),
        ("squad", "{}", "not in the layout of SQuAD"),
        ("qags", "{}", "not QAGS|not in the layout of QAGS"),
        ("sgml", "text", "no segments"),
        ("wmt-xml", "text", "not XML"),
        ("mtme", "", "none: this is not a folder"),
        ("sacrerouge", "[1]", "not a JSON object"),
        ("raters", b"\xff\xfe", "not UTF-8"),
    ],
)
def test_other_files(read, tmp_path, spec, content, part):
    """A file of another format is told from the right one, in a sentence."""
    data = content if isinstance(content, bytes) else content.encode()
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(InputError, match=part):
        read(spec, tmp_path / "x")


def test_options_are_checked(read, tmp_path):
    """Options that do not go together or are misspelt are errors before anything is read."""
    with pytest.raises(UsageError, match="did you mean 'literals'"):
        read('json{"literal": ["x"]}', tmp_path / "x")
    with pytest.raises(UsageError, match="`rater` needs `by`"):
        read('raters{"rater": "w"}', tmp_path / "x")
    with pytest.raises(UsageError, match="there is no field"):
        read("json", tmp_path / "x", {"predicted": "x"})
