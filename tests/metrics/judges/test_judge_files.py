"""Judge files: lookup, hostile YAML, and errors with file and line."""

import pytest

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.metrics.judges import _judge_files
from sacreval.metrics.judges._judge_files import definition, find, names
from sacreval.metrics.judges._label_scales import ChoicesScale

JUDGE = """\
judge: quality
about: How good a text is.
needs: [sources, prediction]
messages:
  - {role: user, content: "{{sources[0]}} {{prediction}}"}
scale: {type: choices, values: {yes: 1, no: 0}}
parse:
  - pattern: '\\b(yes|no)\\b'
"""


@pytest.fixture
def file(tmp_path):
    def write(old="", new=""):
        path = tmp_path / "quality.yaml"
        path.write_text(JUDGE.replace(old, new) if old else JUDGE, encoding="utf-8")
        return str(path)

    return write


def test_path(file):
    """A path is read; keys such as yes and no are texts."""
    found = definition(file())
    assert found.judge == "quality"
    assert found.scale == ChoicesScale(values={"yes": 1, "no": 0})


def test_names(monkeypatch, tmp_path):
    """A name is found among the judges of sacreval, then among those that were set up."""
    shipped, home = tmp_path / "shipped", tmp_path / "home"
    for folder in (shipped, home / "judges"):
        folder.mkdir(parents=True)
    (shipped / "a.yaml").write_text(JUDGE)
    (home / "judges" / "a.yaml").write_text("other")
    (home / "judges" / "b.yaml").write_text(JUDGE)
    monkeypatch.setattr(_judge_files, "SHIPPED", shipped)
    monkeypatch.setenv("SACREVAL_HOME", str(home))
    assert names() == ["a", "b"]
    assert find("a") == shipped / "a.yaml"
    assert find("b") == home / "judges" / "b.yaml"
    with pytest.raises(UsageError, match="There is no judge 'c'; available: a, b"):
        find("c")
    with pytest.raises(NotSetUpError, match="name a YAML file or one of a, b"):
        find("")


def test_missing_file():
    """A path without a file is an error."""
    with pytest.raises(InputError, match="No such file"):
        definition("there/is/none.yaml")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("judge: quality", "judge: 3", ":1: `judge` must be text"),
        ("about:", "abuot:", ":2: there is no key 'abuot'; did you mean 'about'"),
        ("about:", "judge: x\nabout:", ":2: the key 'judge' is repeated"),
        ("[sources, prediction]", "[sources]", ":5: messages: 'prediction' is not among"),
        ("role: user", "role: usr", ":5: `messages[0].role` cannot be 'usr'"),
        ("{{prediction}}", "{{prediction", ":5: messages: the judge: {{prediction"),
        ("about: How", "repeats: 1.5\nabout: How", ":2: `repeats` must be a whole number"),
        ("type: choices", "type: choice", ":6: `scale.type` cannot be 'choice'; write number"),
        ("{yes: 1, no: 0}", "{yes: 1}", ":6: `scale`: a scale of choices needs at least two"),
        ("pattern: '", "pattern: '(", ":8: `parse[0]`"),
        (JUDGE, "", "this file is empty"),
        (JUDGE, "- a\n", "must be an object"),
    ],
)
def test_errors(file, old, new, place):
    """An error names the file, the line and the key."""
    with pytest.raises(InputError) as error:
        definition(file(old, new))
    assert place in str(error.value)
    assert str(error.value).startswith(file(old, new))


@pytest.mark.parametrize(
    "hostile",
    [
        "about: !!python/object/apply:os.system ['touch {marker}']",
        "about: !!python/name:os.system",
        "about: &a [*a]",
        "about: " + "[" * 200,
        "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
            f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 10)}]\n"
            for i in range(8)
        ),
        "about: " + "x" * 2**21,
        "params: {a: !!set {b, c}}",
        "params: {a: !!omap [b: 1]}",
        "params: {a: .nan}",
        "params: {model: another}",
        'about: "\\ud800"',
    ],
)  # fmt: skip
def test_hostile_files(file, tmp_path, hostile):
    """Tags run no code, and nesting, aliases and size are limited."""
    marker = tmp_path / "marker"
    with pytest.raises(InputError):
        definition(file("about: How good a text is.", hostile.replace("{marker}", str(marker))))
    assert not marker.exists()


def test_changed_file_is_read_again(file):
    """A judge file that changes is read again."""
    before = definition(file()).digest()
    assert definition(file("sources[0]", "sources[1]")).digest() != before


def test_outputs_in_place_of_a_judge(tmp_path, monkeypatch):
    """A file of outputs that is named first is not taken for the name of a judge."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "outputs.jsonl").write_text("")
    with pytest.raises(UsageError, match=r"outputs\.jsonl is no judge file"):
        definition("outputs.jsonl")
