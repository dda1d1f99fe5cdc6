"""SummaC-ZS and SummaC-Conv by their authors' library, which reads one document a record."""

from importlib import import_module
from typing import Any

MODULE = "summac"  # that its Python has

_NAME = "own"  # of the model in the library's table


def options(metric: Any) -> dict[str, Any]:
    """Return the options of `scores` for those of a metric."""
    from sacreval.metrics.neural._sentences import files

    entailment, contradiction = metric._columns()
    parts = (metric.document_parts, metric.output_parts)
    settings = (
        {"bins": metric.bins, "layers": str(metric._path.resolve())}
        if metric.name == "summac-conv"
        else {
            "op1": metric.over_document,
            "op2": metric.over_output,
            "use_ent": metric.inference != "contradiction",
            "use_con": metric.inference != "entailment",
        }
    )
    return settings | {
        "model": str(metric._checkpoint.folder.resolve()),
        "entailment": entailment,
        "contradiction": contradiction,
        "granularity": "-".join(part.replace("two-sentences", "2sents") for part in parts),
        "punkt": str(files(metric.splitting)[0].parents[2]),
    }


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Return the scores of each record."""
    import_module("nltk").data.path.insert(0, options["punkt"])
    library = import_module("summac.model_summac")
    library.model_map[_NAME] = {
        "model_card": options["model"],
        "entailment_idx": options["entailment"],
        "contradiction_idx": options["contradiction"],
    }
    shared = {"granularity": options["granularity"], "imager_load_cache": False, "device": "cpu"}
    if "layers" in options:
        model = library.SummaCConv(models=[_NAME], bins=options["bins"], start_file=None, **shared)
        model.load_state_dict(layers(options["layers"]))
        imager = model.imagers[0]
    else:
        names = ("op1", "op2", "use_ent", "use_con")
        model = library.SummaCZS(_NAME, **{name: options[name] for name in names}, **shared)
        imager = model.imager
    split_each_source(imager)
    sources = [tuple(record["sources"]) for record in records]
    output = model.score(sources, [record["prediction"] for record in records])
    return [[score] for score in output["scores"]]


def split_each_source(imager: Any) -> None:
    """Split each text of a tuple on its own, where the library has one document."""
    split = imager.split_text

    def each(text: Any, granularity: str) -> list[str]:
        texts = text if isinstance(text, tuple) else (text,)
        return [part for text in texts for part in split(text, granularity)]

    imager.split_text = each


def layers(path: str) -> Any:
    """Read the learned layers; pickles are read without running their code."""
    if path.endswith(".safetensors"):
        return import_module("safetensors.torch").load_file(path)
    return import_module("torch").load(path, weights_only=True)
