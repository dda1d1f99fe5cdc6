"""AlignScore by its authors' code, in a Python of its own."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

REPOSITORY = "yuh-zha/AlignScore"
COMMIT = "a0936d5afee642a46b22f6c02a163478447aa493"
FILES = {
    "src/alignscore/__init__.py": (
        "221fc1ef91a921cd8b87e471cfeef46c049beda4c33c64348b8e7d8dfed13e7a"
    ),
    "src/alignscore/alignscore.py": (
        "51d7264e9bd44c2fea2a3c7aae8654d13b7a6c5bdd0d91d90f1a1457e9dee94f"
    ),
    "src/alignscore/inference.py": (
        "f116ce3bf3c4840d27ff8a55bbe1502db48c2e105fd5d2c0d91c23866aeaf368"
    ),
    "src/alignscore/model.py": "59ee0f17b40cb7521d3c07010a42253e524418940bfb840f006b6cee9148ee55",
}
COMPARED = {
    "transformers": "4", "torch": "", "tokenizers": "", "pytorch-lightning": "2",
    "scikit-learn": "", "nltk": "3", "tqdm": "",
}  # fmt: skip
INSTALL = "torch 'transformers<5' 'pytorch-lightning<3' scikit-learn nltk tqdm"


class Sources(str):
    """The sources of a record in one text, which are split into sentences one by one."""

    __slots__ = ("parts",)
    parts: tuple[str, ...]


def scores(options: dict[str, Any], records: list[dict[str, Any]]) -> list[list[float]]:
    """Score records.

    Args:
        options: `model` (a folder), `kind` (roberta or bert), `checkpoint` (the file), `mode`,
            `device`, `punkt` (the folder of NLTK's data), and `code`, the folder of the authors'
            repository.
        records: Texts: a `prediction` and its `sources`.

    Returns:
        The score of each record.
    """
    scorer = loaded(options)
    if not records:
        return []
    contexts = [joined(one["sources"]) for one in records]
    return [[one] for one in scorer.score(contexts, [one["prediction"] for one in records])]


def loaded(options: dict[str, Any]) -> Any:
    """Load the authors' model in newer versions of its libraries than they had."""
    sys.path.insert(0, str(Path(options["code"]) / "src"))
    transformers: Any = import_module("transformers")
    transformers.AdamW = None  # for training
    spacy: Any = ModuleType("spacy")  # for other modes
    spacy.__spec__, spacy.load = ModuleSpec("spacy", None), lambda _: None
    sys.modules["spacy"] = spacy
    import_module("nltk").data.path.insert(0, options["punkt"])
    own = options["kind"]
    Path(own).symlink_to(options["model"])  # the code takes the kind of a model from its name
    library: Any = import_module("alignscore.inference")
    kind = library.BERTAlignModel

    def loader(model: str) -> Any:
        """Return what loads a checkpoint: Lightning 1 has instances do it, and 2 the class."""

        def load(*, checkpoint_path: str, strict: bool) -> Any:
            return kind.load_from_checkpoint(checkpoint_path, strict=strict, model=model)

        return SimpleNamespace(load_from_checkpoint=load)

    library.BERTAlignModel = loader
    split = library.sent_tokenize
    library.sent_tokenize = lambda text: [x for one in parts(text) for x in split(one)]
    return import_module("alignscore").AlignScore(
        model=own, batch_size=32, device=options["device"], ckpt_path=options["checkpoint"],
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
