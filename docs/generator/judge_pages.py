"""The page of judges: shipped ones, those of papers, and the keys of their files."""

from generator.markdown import code, codes, page, prose, section, table
from sacreval.core.options.docstrings import arguments, describe
from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.schema import MetricRecipe
from sacreval.io.resources import RESOURCES
from sacreval.metrics.judges import _definition as definitions
from sacreval.metrics.judges._json_rule import JsonRule
from sacreval.metrics.judges._judge_files import SHIPPED, definition
from sacreval.metrics.judges._rules import ErrorsRule, LinesRule, LogprobsRule, ParseRule
from sacreval.metrics.judges._scales import (
    ChecklistScale,
    ChoicesScale,
    ListScale,
    MqmScale,
    NumberScale,
    Scale,
)

INTRODUCTION = (
    "A judge is a YAML file; [its guide](judging.md) has examples, and says what each part does. "
    "These judges come with sacreval and are used by name, as in `sacreval evaluate judge "
    "coherence outputs.jsonl`. Their prompts are sacreval's own."
)
PAPERS = (
    "The prompts of papers are fetched from their repositories by `sacreval setup-metric RECIPE`, "
    "pinned by commit and checksum, after their licence is shown."
)
FILES = (
    ("Keys of a judge file", "file", definitions.Definition),
    ("Keys of a step", "step", definitions.Step),
    ("Keys of `pair`", "pair", definitions.OpponentPair),
    ("Scale `number`", "number", NumberScale),
    ("Scale `choices`", "choices", ChoicesScale),
    ("Scale `checklist`", "checklist", ChecklistScale),
    ("Scale `list`", "list", ListScale),
    ("Scale `mqm`", "mqm", MqmScale),
    ("Keys of a rule", "rule", ParseRule),
    ("Rule `json`", "json", JsonRule),
    ("Rule `lines`", "lines", LinesRule),
    ("Rule `errors`", "errors", ErrorsRule),
    ("Rule `logprobs`", "logprobs", LogprobsRule),
)


def judge_pages() -> dict[str, str]:
    """Write the page of judges."""
    return {
        "judge_files.md": page(
            "Judges and their files",
            INTRODUCTION,
            table(["judge", "what it says", "scale", "needs"], _shipped()),
            section("papers", PAPERS, table(["recipe", "judges", "licence"], _papers())),
            *(_keys(title, anchor, part) for title, anchor, part in FILES),
        )
    }


def _shipped() -> list[list[str]]:
    judges = [definition(path.stem) for path in sorted(SHIPPED.glob("*.yaml"))]
    return [
        [code(judge.judge), prose(judge.about), _scale(judge.scale),
         codes([*judge.needs, *(["opponent"] if judge.pair else [])])]
        for judge in judges
    ]  # fmt: skip


def _scale(scale: Scale) -> str:
    if isinstance(scale, NumberScale):
        return f"{scale.min:g} to {scale.max:g}"
    if isinstance(scale, ChoicesScale | ListScale):
        return ", ".join(f"{label} {value:g}" for label, value in scale.values.items())
    return "errors" if isinstance(scale, MqmScale) else "yes or no"


def _papers() -> list[list[str]]:
    names = [name for name, found in RESOURCES.items() if found.place == f"judges/{name}"]
    recipes = [place.recipe(name, MetricRecipe) for name in names]
    return [
        [f"[{recipe.name}](resources.md#{recipe.name})",
         codes(step.output.split("/")[-1].removesuffix(".yaml") for step in recipe.builds),
         prose(recipe.licence)]
        for recipe in recipes
    ]  # fmt: skip


def _keys(title: str, anchor: str, part: type) -> str:
    rows = [[code(key), prose(text)] for key, text in arguments(part).items()]
    head, *rest = section(anchor, prose(describe(part)), table(["key", "meaning"], rows)).split(
        "\n"
    )
    return "\n".join([head.replace(f"## {anchor} ", f"## {title} "), *rest])
