"""AlignScore by its authors' code: github.com/yuh-zha/AlignScore at commit a0936d5.

What is changed to run it: how Lightning loads the checkpoint (2 instead of 1), and no spaCy, which
its modes `nli_sp` and `bin_sp` do not use.
"""

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

MODULE = "pytorch_lightning"  # that its Python has
CODE = "AlignScore"  # its folder below SACREVAL_CODE


class Sources(str):
    """The sources of a record in one text, which are split into sentences one by one."""

    __slots__ = ("parts",)
    parts: tuple[str, ...]


def options(metric: Any) -> dict[str, Any]:
    """Return the options of `scores` for those of a metric."""
    from sacreval.metrics.neural._sentences import files

    return {
        "model": str(metric._checkpoint.folder.resolve()),
        "kind": str(metric._checkpoint.config().get("model_type")),
        "checkpoint": str(Path(metric.weights).resolve()),
        "mode": metric.mode,
        "device": metric.device,
        "punkt": str(files(metric.splitting)[0].parents[2]),
    }


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Return the scores of each record."""
    scorer = loaded(options)
    contexts = [joined(record["sources"]) for record in records]
    return [[x] for x in scorer.score(contexts, [r["prediction"] for r in records])]


def loaded(options: dict[str, Any]) -> Any:
    """Load the authors' model in newer versions of its libraries than they had."""
    sys.path.insert(0, str(Path(options["code"]) / "src"))
    transformers: Any = import_module("transformers")
    transformers.AdamW = None  # for training
    spacy: Any = ModuleType("spacy")  # for other modes
    spacy.__spec__, spacy.load = ModuleSpec("spacy", None), lambda _: None
    sys.modules["spacy"] = spacy
    import_module("nltk").data.path.insert(0, options["punkt"])
    link = options["kind"]
    Path(link).symlink_to(options["model"])  # the code takes the kind of a model from its name
    library: Any = import_module("alignscore.inference")
    kind = library.BERTAlignModel

    def loader(model: str) -> Any:
        """Return what loads a checkpoint: Lightning 1 has instances do it, and 2 the class."""

        def load(*, checkpoint_path: str, strict: bool) -> Any:
            return kind.load_from_checkpoint(checkpoint_path, strict=strict, model=model)

        return SimpleNamespace(load_from_checkpoint=load)

    library.BERTAlignModel = loader
    split = library.sent_tokenize
    library.sent_tokenize = lambda text: [x for part in parts(text) for x in split(part)]
    return import_module("alignscore").AlignScore(
        model=link, batch_size=32, device=options["device"], ckpt_path=options["checkpoint"],
        evaluation_mode=options["mode"], verbose=False,
    )  # fmt: skip


def joined(sources: list[str]) -> Sources:
    """Join the sources of a record."""
    text = Sources("\n".join(sources))
    text.parts = tuple(sources)
    return text


def parts(text: str) -> tuple[str, ...]:
    """Return the sources of a joined text, or a text itself."""
    return text.parts if isinstance(text, Sources) else (text,)
