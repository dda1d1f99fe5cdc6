"""sacrebleu's tokenizers by name, with an error message if one is not installed."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sacreval.errors import NotSetUpError

if TYPE_CHECKING:
    from sacreval.text.scripts import Tokenization

Tokenizer = Literal[
    "13a", "intl", "zh", "char", "none", "ja-mecab", "ko-mecab",
    "spm", "flores101", "flores200", "spBLEU-1K",
]  # fmt: skip

EXTRAS = {"ja-mecab": "ja", "ko-mecab": "ko"} | dict.fromkeys(
    ("spm", "flores101", "flores200", "spBLEU-1K"), "spm"
)
LANGUAGES: dict[str, Tokenizer] = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}


def check(name: Tokenizer) -> None:
    """Check that a tokenizer can run without network access.

    Args:
        name: One of sacrebleu's tokenizers.

    Raises:
        NotSetUpError: If its package or its model file is missing.
    """
    if name in EXTRAS:
        load(name)


def tokenized(text: str, name: Tokenizer, *, lowercase: bool) -> list[str]:
    """Split a text as sacrebleu's BLEU does.

    Args:
        text: The text.
        name: One of sacrebleu's tokenizers.
        lowercase: Whether to lowercase the text first.
    """
    text = text.lower() if lowercase else text
    tokens: list[str] = load(name)(text.rstrip()).split()
    return tokens


def tokenization(name: Tokenizer) -> Tokenization:
    """Describe how a tokenizer splits, without importing sacrebleu for the compiled ones.

    Args:
        name: One of sacrebleu's tokenizers.
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
    """Return a tokenizer of sacrebleu: a function from text to tokens joined by spaces.

    Args:
        name: One of sacrebleu's tokenizers.

    Raises:
        NotSetUpError: If its package or its model file is missing.
    """
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


def _check_model(name: Tokenizer) -> None:
    # sacrebleu would download the model silently; sacreval uses the network only on request.
    from sacrebleu.tokenizers.tokenizer_spm import SPM_MODELS
    from sacrebleu.utils import SACREBLEU_DIR

    key = "flores101" if name == "spm" else name
    url = SPM_MODELS[key]["url"]
    model = Path(SACREBLEU_DIR) / "models" / Path(url).name
    if not model.is_file():
        raise NotSetUpError(
            f"The tokenizer '{name}' needs its model file {model}; download it from {url}"
        )
