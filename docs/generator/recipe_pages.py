"""Pages of corpora and resources, from their recipes."""

from generator.first_records import shown
from generator.markdown import code, codes, fenced, page, prose, section, table
from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.model_recipe import known as known_models
from sacreval.features.setup.recipes.schema import (
    ExpectedCounts,
    MetricRecipe,
    Recipe,
    RecipeBase,
    RecordStep,
)
from sacreval.features.setup.setup_shared import size
from sacreval.io.resources import known

DATASETS = (
    "`sacreval setup-dataset NAME FOLDER` shows licence and citation, downloads the files, checks "
    "every file against its checksum, and writes the corpus as records."
)
RESOURCE_TEXT = (
    "Some metrics need resources besides the texts. `sacreval setup-metric NAME` downloads one; "
    "`sacreval setup-metric --list` shows where each is stored."
)
MODEL_TEXT = (
    "`sacreval setup-metric METRIC` fetches the usual model of a metric that runs one "
    "([which](neural.md#usual-models)), and `--model NAME@COMMIT` another one of Hugging Face. "
    "The licence is shown before the weights are fetched. Only configuration, weights, tokenizer "
    "and card are fetched. Every file is checked: large ones by the SHA-256 and small ones by the "
    "git id that the hub lists at that commit, and all whose checksum sacreval knows by that. A "
    "model is stored below `models` in SACREVAL_HOME, completely or not at all, and metrics find "
    "it by `--model NAME` or `NAME@COMMIT`; a folder of that name comes first, and the cache of "
    "Hugging Face last. `HF_ENDPOINT` names another hub, and `HF_HUB_OFFLINE` forbids the network. "
    "`sacreval list metrics` shows the models that were set up. The commits of these models are "
    "part of sacreval, so that they may be left out:"
)


def dataset_pages() -> dict[str, str]:
    """Write the pages of all corpora, and their table."""
    recipes = {name: place.recipe(name, Recipe) for name in place.names(Recipe)}
    rows = [
        [f"[{name}]({name}.md)", prose(recipe.title), size(recipe.size),
         "yes" if recipe.brings else ""]
        for name, recipe in recipes.items()
    ]  # fmt: skip
    listed = table(["corpus", "description", "download", "you provide"], rows)
    pages = {f"datasets/{name}.md": _dataset(recipe) for name, recipe in recipes.items()}
    return pages | {"datasets/index.md": page("Corpora", DATASETS, listed)}


def _dataset(recipe: Recipe) -> str:
    brings = [
        [code(f"--path {name}=PATH"), prose(wanted.about)] for name, wanted in recipe.brings.items()
    ]
    bring = " ".join(f"--path {name}=PATH" for name in recipe.brings)
    command = f"sacreval setup-dataset {recipe.name} {recipe.name} {bring}".rstrip()
    return page(
        recipe.name,
        prose(recipe.title),
        _described(recipe),
        fenced(command, "sh"),
        _below("Files that you provide", table(["option", "file and source"], brings)),
        "## Output",
        table(["file", "written by", "fields", "contents"], map(_step, recipe.steps)),
        _below("First record", _first(recipe)),
        _below("Next commands", fenced("\n".join(recipe.next), "sh") if recipe.next else ""),
        _below("Downloads", _fetched(recipe)),
    )


def _first(recipe: Recipe) -> str:
    """Show the first record of the first file, cut short; nothing if it is not known."""
    record = shown(recipe.name)
    said = f"Of {code(recipe.steps[0].output)}, with texts and lists cut short:"
    return f"{said}\n\n{fenced(record, '{ .json data-search-exclude }')}" if record else ""


def _described(recipe: RecipeBase) -> str:
    rows = [["licence", prose(recipe.licence)], ["citation", prose(recipe.citation)]]
    if isinstance(recipe, Recipe):
        rows += [["task", recipe.task], ["languages", codes(recipe.languages)]]
    rows += [["notes", prose(recipe.notes)]] if recipe.notes else []
    return table(["", ""], rows)


def _step(step: RecordStep) -> list[str]:
    counts = {name: getattr(step.expect, name) for name in ExpectedCounts.__struct_fields__}
    held = [f"{count:,} {name.replace('_', ' ')}" for name, count in counts.items() if count]
    by = f"reader [{step.reader}](../readers.md#{step.reader})" if step.reader else "a conversion"
    return [code(step.output), by, codes(step.emits), ", ".join(held)]


def _fetched(recipe: RecipeBase) -> str:
    rows = [
        [f"<{source.base}>", str(len(source.files)),
         size(sum(file.bytes or 0 for file in source.files.values()))]
        for source in recipe.sources
    ]  # fmt: skip
    return table(["from", "files", "size"], rows)


def _below(title: str, text: str) -> str:
    return f"## {title}\n\n{text}" if text else ""


def resource_pages() -> dict[str, str]:
    """Write the page of resources."""
    recipes = {name: place.recipe(name, MetricRecipe) for name in place.names(MetricRecipe)}
    rows = [
        [f"[{name}](#{name})", prose(recipe.title), known(recipe.resource).use, size(recipe.size)]
        for name, recipe in recipes.items()
    ]
    listed = table(["recipe", "description", "needed by", "download"], rows)
    sections = [_resource(recipe) for recipe in recipes.values()]
    models = section(
        "Models", MODEL_TEXT, table(["--model", "model", "licence", "size"], _models())
    )
    return {"resources.md": page("Resources", RESOURCE_TEXT, listed, *sections, models)}


def _models() -> list[list[str]]:
    return [
        [codes([recipe.short, recipe.model]), prose(recipe.title), prose(recipe.licence),
         size(recipe.weight) if recipe.weight else "unknown"]
        for recipe in known_models()
    ]  # fmt: skip


def _resource(recipe: MetricRecipe) -> str:
    found = known(recipe.resource)
    places = [f"`{found.nltk}` in any folder of NLTK data"] if found.nltk else []
    places += map(code, found.elsewhere)
    also = f"It is also found in {' and '.join(places)}." if places else ""
    command = fenced(f"sacreval setup-metric {recipe.name}", "sh")
    needed = f"Needed by: {prose(found.use)}."
    return section(recipe.name, prose(recipe.title), needed, _described(recipe), command, also)
