"""Steps of a recipe stand for themselves: what is finished is kept, what failed is named."""

import json
import shlex
from pathlib import Path
from warnings import catch_warnings, simplefilter, warn

import pytest

from sacreval.errors import InputNotice
from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.schema import Recipe
from sacreval.features.setup.recipes.setup import CorpusSetup, named_as_in_recipe
from sacreval.features.setup.setup_shared import read_with
from support import missing, recipes
from support.fmeval_data import MODEL, SMALL
from support.sizes import few
from support.two_steps import BAD, GOOD


def test_a_second_run_makes_what_is_missing(two):
    """The same command again neither makes nor fetches what is finished."""
    *_, folder = two(BAD)
    before = (folder / "one.jsonl").stat().st_mtime_ns
    code, _, err, _ = two(BAD, served=("two.jsonl",))
    assert code == 2
    assert "one.jsonl kept" in err
    assert (folder / "one.jsonl").stat().st_mtime_ns == before


def test_what_was_lost_is_made_again(two):
    """Of a finished folder only the step whose file was removed is made and fetched again."""
    code, _, _, folder = two(GOOD * 2)
    assert code == 0
    whole = json.loads((folder / "manifest.json").read_text())
    for lost, stays in (("one.scores.jsonl", "two.jsonl"), ("two.jsonl", "one.jsonl")):
        before = (folder / stays).stat().st_mtime_ns
        (folder / lost).unlink()
        wanted = f"{lost.split('.')[0]}.jsonl"
        code, out, err, _ = two(GOOD * 2, served=(wanted,))
        assert code == 0, err
        assert f"{wanted}:" in out
        assert f"{stays}:" not in out
        assert (folder / stays).stat().st_mtime_ns == before
        assert json.loads((folder / "manifest.json").read_text()) == whole
    assert "set up already" in two(GOOD * 2)[2]


def test_what_was_changed_is_not_replaced(two):
    """A file that somebody changed is replaced only with --force."""
    *_, folder = two(GOOD * 2)
    (folder / "one.jsonl").write_text("mine\n")
    code, _, err, _ = two(GOOD * 2)
    assert code == 2
    assert "not empty" in err
    assert (folder / "one.jsonl").read_text() == "mine\n"
    assert two(GOOD * 2, "--force")[0] == 0
    assert (folder / "one.jsonl").read_text() != "mine\n"


def test_a_file_of_ones_own_is_not_replaced(two):
    """A step that failed does not claim its name: a file there is replaced only with --force."""
    *_, folder = two(BAD)
    (folder / "two.jsonl").write_text("mine\n")
    code, _, err, _ = two(BAD)
    assert code == 2
    assert "not empty" in err
    assert (folder / "two.jsonl").read_text() == "mine\n"


def test_notes_are_not_what_a_recipe_does(two, tmp_path, sacreval):
    """A recipe whose notes alone changed is not set up anew."""
    *_, folder = two(GOOD * 2)
    path = tmp_path / "two.yaml"
    path.write_text(path.read_text().replace("title: two tables", "title: Two\nnotes: new"))
    words = ("setup-dataset", path, folder, "--mirror", tmp_path / "mirror")
    assert "set up already" in sacreval(*words)[2]


def _several():
    return [n for n in recipes.names() if len(recipes.ready(n).recipe.steps) > 1]


@pytest.mark.long
@pytest.mark.parametrize("name", _several())
def test_a_step_alone_needs_no_more(corpora, tmp_path, mirror, name):
    """With the files that it names, a step alone writes what the whole recipe writes."""
    setup = recipes.ready(name)
    for i, step in enumerate(setup.recipe.steps):
        alone = recipes.cut(setup.recipe, [step])
        fetcher = Fetcher(mirror=str(mirror), offline=True, allow_unpinned=True)
        out = tmp_path / str(i)
        CorpusSetup(recipe=alone, out=out, fetcher=fetcher, read=read_with, brought={}).run()
        assert (out / step.output).read_bytes() == (corpora(name) / step.output).read_bytes()


def test_names_are_those_of_the_recipe():
    """A notice has the name of a file in the recipe; other warnings stay as they are."""
    folder = Path(".corpus.x.sacreval-part/in")
    with catch_warnings(record=True) as seen:
        simplefilter("always")
        with named_as_in_recipe(folder):
            warn(InputNotice(f"{folder}/a/b.txt: a mark is ignored"), stacklevel=1)
            warn("other", UserWarning, stacklevel=1)
    assert [str(warning.message) for warning in seen] == ["a/b.txt: a mark is ignored", "other"]


def test_an_error_stays():
    """An error within is raised."""
    with pytest.raises(ValueError, match="wrong"), named_as_in_recipe(Path("x")):
        raise ValueError("wrong")


@pytest.fixture
def played(miniature, sacreval, monkeypatch, tmp_path):
    """Run the commands of a recipe's page with a model in a file; return what the last printed."""

    def call(name):
        small = SMALL[name]
        folder = miniature(name, small.files)
        monkeypatch.chdir(tmp_path)
        model = f"model_of_{name.replace('-', '_')}"  # which Python imports once
        (tmp_path / f"{model}.py").write_text(MODEL.format(answers=dict(small.answers)))
        printed = ""
        for command in place.recipe(name, Recipe).next:
            renamed = command.replace(f"{name}/", f"{folder.name}/")
            words = shlex.split(renamed.replace("openai:MODEL", f"py:{model}:answer"))[1:]
            form = [] if words[0] == "generate" else ["--format", "json"]
            code, printed, err = sacreval(*words, *form)
            if code == 2 and ("setup-metric" in err or "[neural]" in err):
                missing.say(err.strip())
                return None
            assert code == 0, f"{command}: {err}"
        return printed

    return call


@few(4, "name", SMALL)
def test_ask_and_score(played, name):
    """What a recipe's page shows is what one does: generate, then the suite of that name."""
    printed = played(name)
    if printed is None:
        pytest.skip("a resource of a metric is not set up")
    if scores := SMALL[name].scores:
        rows = json.loads(printed)["results"]
        by_output = {row["output"]: row["value"] for row in reversed(rows) if row["group"] is None}
        assert {k: by_output[k] for k in scores} == pytest.approx(dict(scores))


def test_every_prompt_is_shown():
    """Each prompt that comes with sacreval is that of a recipe."""
    from sacreval.io.resources import shipped

    shown = [shlex.split(command) for name in SMALL for command in place.recipe(name, Recipe).next]
    used = {words[words.index("--prompt") + 1] for words in shown if "--prompt" in words}
    assert used == set(shipped("prompts"))


def test_boolq(miniature, lines):
    """BoolQ: answers as texts, the passage among the sources, the title in meta."""
    first, second = lines(miniature("boolq", SMALL["boolq"].files) / "records.jsonl")
    assert (first["references"], first["sources"]) == (["true"], ["Ice is cold."])
    assert (second["references"], second["meta"]) == (["false"], {"title": "F"})


def test_real_toxicity_prompts(miniature, lines):
    """RealToxicityPrompts: `challenging` is a group, toxicities are in meta."""
    name = "real-toxicity-prompts"
    [row] = lines(miniature(name, SMALL[name].files) / "records.jsonl")
    assert (row["input"], row["groups"]) == ("They are", {"challenging": True})
    assert row["meta"]["toxicity"] == 0.1


def test_preferences_of_crows_pairs(played):
    """CrowS-Pairs' records are scored as they are written, by bias."""
    rows = json.loads(played("crows-pairs"))["results"]
    assert {row["group"]: row["share"] for row in rows} == {
        None: 0.5, "bias=age": 0.0, "bias=gender": 1.0,
    }  # fmt: skip


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


def test_null_comparison(corpora, lines):
    """Multeval's sys2 is baseline byte for byte, and is kept so."""
    texts = {}
    for row in lines(corpora("multeval") / "records.jsonl"):
        texts.setdefault(row["system_id"], []).append(row["prediction"])
    for run in range(3):
        assert texts[f"sys2-opt{run}"] == texts[f"baseline-opt{run}"]
    assert texts["sys1-opt0"] != texts["baseline-opt0"]


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


def test_people_among_systems(corpora, lines):
    """Texts that people wrote are of type reference where they are judged like systems."""
    expected = {
        "topicalchat": {"Original Ground Truth", "New Human Generated"},
        "wmt23": {"refA", "synthetic_ref"},
    }
    for name, people in expected.items():
        rows = lines(corpora(name) / "records.jsonl")
        writers = {row["system_id"] for row in rows if row.get("system_type") == "reference"}
        assert writers == people


def test_levels_are_not_pooled(corpora, lines):
    """SummEval's experts and turkers, WMT's MQM and DA, stand under names of their own."""
    row = lines(corpora("fabbri2020") / "records.jsonl")[0]
    assert len(row["judgments"]) == 8
    assert {name.split("_")[0] for name in row["judgments"]} == {"expert", "turker"}
    row = lines(corpora("wmt23") / "records.jsonl")[0]
    assert set(row["judgments"]) == {"mqm", "da-sqm"}


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
    assert "105 bytes instead of 619" in err
    assert not list((tmp_path / "home").rglob("*.txt"))
