"""Judge files are written from the prompts of a repository, in the format that judges have."""

import json

import msgspec
import pytest
import yaml

from sacreval.commands.app import run
from sacreval.errors import InputError
from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.install import build
from sacreval.features.setup.recipes.paper_judges import judge, text_at, texts_at
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.features.setup.recipes.schema import Build, JudgeBuild, MetricRecipe
from sacreval.io.resources import RESOURCES
from sacreval.metrics.judges._judge_files import definition

REST = {
    "about": "One sentence.",
    "needs": ["input", "prediction"],
    "scale": {"type": "number", "min": 1, "max": 5},
    "parse": [{"pattern": r"\d"}],
}

FIELDS = {"Document": "input", "Summary": "prediction"}


def made(**fields):
    """Create the build of a judge."""
    return msgspec.convert({"fields": FIELDS, "rest": REST, **fields}, JudgeBuild)


def contents(messages):
    """Return the roles and texts of messages."""
    return [(message["role"], message["content"]) for message in messages]


def test_a_file_that_is_one_prompt():
    """Placeholders become fields of the record, in single braces or double ones."""
    judge_file = judge(
        "A {{Document}} B {Summary} {not one}", ".txt", "x", made(prompt=[{"role": "user"}])
    )
    assert contents(judge_file["messages"]) == [("user", "A {{input}} B {{prediction}} {not one}")]
    assert (judge_file["judge"], judge_file["scale"]) == ("x", REST["scale"])


def test_lines_of_json():
    """A text is a key of the line with a name."""
    line = {"name": "pair", "system": "Judge.", "user": "{Document}"}
    parts = [{"role": "system", "at": "pair/system"}, {"role": "user", "at": "pair/user"}]
    judge_file = judge(json.dumps(line), ".jsonl", "x", made(prompt=parts))
    assert contents(judge_file["messages"]) == [("system", "Judge."), ("user", "{{input}}")]
    for wrong in (json.dumps({"name": "pair"}), "[]", "{", ""):
        with pytest.raises(InputError, match="check the recipe"):
            judge(wrong, ".jsonl", "x", made(prompt=parts))


def test_marked_messages():
    """A text with marks of ChatML has a message for each pair."""
    text = "<|im_start|>system\nJudge.\n<|im_end|>\n<|im_start|>user\n{Summary}\n<|im_end|>"
    judge_file = judge(text, ".txt", "x", made(prompt=[{"role": "chatml"}]))
    assert contents(judge_file["messages"]) == [("system", "Judge."), ("user", "{{prediction}}")]
    with pytest.raises(InputError, match="no message"):
        judge("Judge.", ".txt", "x", made(prompt=[{"role": "chatml"}]))


def test_examples_and_steps():
    """An example fills the same prompt with its own values, and steps have prompts of their own."""
    source = (
        'shot = {"Document": "d", "Summary": "s", "answer": "{4}"}\nask = "{Document}: {Summary}"'
    )
    prompt = [
        {"role": "user", "at": "ask", "values": "shot"},
        {"role": "assistant", "at": "shot/answer"},
        {"role": "user", "at": "ask"},
    ]
    steps = [{"ask": "one", "prompt": prompt}, {"ask": "two", "prompt": prompt, "parse": [{}]}]
    judge_file = judge(source, ".py", "x", made(steps=steps))
    assert [step["ask"] for step in judge_file["steps"]] == ["one", "two"]
    assert [step.get("parse") for step in judge_file["steps"]] == [None, [{}]]
    assert contents(judge_file["steps"][0]["messages"]) == [
        ("user", "d: s"), ("assistant", "{4}"), ("user", "{{input}}: {{prediction}}")
    ]  # fmt: skip


def test_an_unknown_placeholder_is_refused():
    """A prompt that asks for more than the recipe knows is not what the recipe was made for."""
    with pytest.raises(InputError, match="the placeholder Other is not in the recipe"):
        judge("{Other}", ".txt", "x", made(prompt=[{"role": "user"}]))


def test_either_a_prompt_or_steps():
    """A judge has one of the two."""
    with pytest.raises(msgspec.ValidationError, match="either"):
        made()
    with pytest.raises(msgspec.ValidationError, match="`judge` is needed"):
        msgspec.convert({"build": "judge", "input": "a", "output": "b"}, Build)


def test_the_file_is_a_judge(tmp_path):
    """What is written can be read as a judge, with ends of lines as Python reads them."""
    (tmp_path / "p.txt").write_bytes("Ä {{Document}}\r\n{{Summary}}\r\n".encode())
    step = Build(
        build="judge", input="p.txt", output="out/x.yaml", judge=made(prompt=[{"role": "user"}])
    )
    build(step, CorpusFiles(tmp_path))
    parsed = definition(str(tmp_path / "out" / "x.yaml"))
    assert parsed.messages[0].content == "Ä {{input}}\n{{prediction}}\n"
    (tmp_path / "p.txt").write_bytes(b"\xff")
    with pytest.raises(InputError, match=r"p\.txt: "):
        build(step, CorpusFiles(tmp_path))


PAPERS = [name for name in place.names(MetricRecipe) if RESOURCES.get(name) and
          RESOURCES[name].place.startswith("judges/")]  # fmt: skip


@pytest.mark.parametrize("name", PAPERS)
def test_recipes(name, tmp_path):
    """Each judge of a recipe has valid keys, the licence of the recipe, and the commit it pins."""
    recipe = place.recipe(name, MetricRecipe)
    outputs = [step.output for step in recipe.builds]
    assert f"judges/{RESOURCES[name].proof}" in outputs
    for step in recipe.builds:
        rest = step.judge.rest
        fields = [*rest.get("needs", ["prediction"]), *(["opponent"] if "pair" in rest else [])]
        text = " ".join(f"{{{{{name}}}}}" for name in fields)
        parts = [{"role": "user", "content": text}]
        asked = {"messages": parts}
        if step.judge.steps:
            asked = {"steps": [{"ask": s.ask, "messages": parts, "parse": s.parse}
                               for s in step.judge.steps]}  # fmt: skip
        path = tmp_path / step.output.split("/")[1]
        path.write_text(yaml.safe_dump({"judge": path.stem, **asked, **rest}))
        parsed = definition(str(path))
        assert path.stem.startswith(name)
        assert (parsed.licence, parsed.source[-40:]) == (
            recipe.licence,
            recipe.sources[0].base[-41:-1],
        )
        assert step.input in recipe.sources[0].files


def test_set_up_from_a_mirror(tmp_path, monkeypatch, capsys):
    """A paper's judge is found by its name once it is set up; before, the command is named."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path / "home"))
    assert run(["evaluate", "judge", "made-up-judge", str(tmp_path)]) == 2
    recipe = tmp_path / "geval.yaml"
    text = b"Rate {{Document}} {{Summary}}"
    (tmp_path / "mirror" / "example.org").mkdir(parents=True)
    (tmp_path / "mirror" / "example.org" / "p.txt").write_bytes(text)
    step = {"build": "judge", "input": "p.txt", "output": "judges/geval-coherence.yaml",
            "judge": {"prompt": [{"role": "user"}], "fields": FIELDS, "rest": REST}}  # fmt: skip
    files = {"p.txt": {"bytes": len(text), "sha256": _sha256(text)}}
    recipe.write_text(
        yaml.safe_dump(
            {"name": "geval", "title": "t", "licence": "MIT", "citation": "c", "resource": "geval",
             "take": "judges", "builds": [step],
             "sources": [{"base": "https://example.org/", "files": files}]}
        )
    )  # fmt: skip
    command = ["setup-metric", str(recipe), "--mirror", str(tmp_path / "mirror"), "--offline"]
    capsys.readouterr()
    assert run(["evaluate", "judge", "geval-coherence", str(recipe)]) == 2
    assert "sacreval setup-metric geval" in capsys.readouterr().err
    assert run(command) == 0
    assert "licence: MIT" in capsys.readouterr().err
    assert definition("geval-coherence").messages[0].content == "Rate {{input}} {{prediction}}"


def _sha256(content):
    from hashlib import sha256

    return sha256(content).hexdigest()


SOURCE = '''
import nothing_of_that_name
raise SystemExit(9)

prompts = {
    "A": {"prompt": "Score {x}:\\n", "check": lambda x: 1 / 0},
    "B": ["one", f"two", f"{prompts}"],
    3: "three",
}
shot = {"source": "s", "target": "t"}

def few(shots):
    open("written", "w")
    template = """a
{x}"""
    parts = [{"role": "system", "content": f"You judge."}]
    return parts
'''


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("prompts/A/prompt", "Score {x}:\n"),
        ("prompts/B/0", "one"),
        ("prompts/B/1", "two"),
        ("few/template", "a\n{x}"),
        ("few/parts/0/content", "You judge."),
    ],
)
def test_texts_are_found_by_names_keys_and_indices(place, text, tmp_path, monkeypatch):
    """A constant is read although the file could not be run."""
    monkeypatch.chdir(tmp_path)
    assert text_at(SOURCE, place) == text
    assert list(tmp_path.iterdir()) == []


def test_a_dictionary_of_texts():
    """All texts of a dictionary are read."""
    assert texts_at(SOURCE, "shot") == {"source": "s", "target": "t"}


@pytest.mark.parametrize(
    "place",
    ["prompts/C", "prompts/A/check", "prompts/B/2", "prompts/B/9", "few", "none", "", "shot"],
)
def test_what_is_no_text_is_refused(place):
    """Computed values, other nodes and unknown names are errors that name the place."""
    with pytest.raises(InputError, match="check the recipe"):
        text_at(SOURCE, place)


def test_what_is_no_dictionary_of_texts_is_refused():
    """Values for a prompt are a dictionary."""
    for name in ("prompts", "few/template"):
        with pytest.raises(InputError, match="check the recipe"):
            texts_at(SOURCE, name)


@pytest.mark.parametrize("source", ["def", "(" * 5000, "x = \0"])
def test_what_is_no_python_is_refused(source):
    """A file that cannot be parsed is an error."""
    with pytest.raises(InputError, match="not Python"):
        text_at(source, "x")
