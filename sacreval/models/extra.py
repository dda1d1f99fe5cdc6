"""The extra `neural`: packages without which no model, or no SentencePiece file, can be read."""

from collections.abc import Sequence
from importlib.util import find_spec

from sacreval.errors import NotSetUpError

PACKAGES = ("torch", "transformers", "tokenizers", "safetensors")
SENTENCEPIECE = ("sentencepiece", "protobuf")
_MODULES = {"protobuf": "google.protobuf"}


def require(what: str, packages: Sequence[str] = PACKAGES) -> None:
    """Check that packages of the extra are installed, without importing them.

    Args:
        what: What needs them, for the message.
        packages: Their names.

    Raises:
        NotSetUpError: If one of them is not installed.
    """
    missing = [name for name in packages if not _is_there(_MODULES.get(name, name))]
    if missing:
        *first, last = missing
        named = f"{', '.join(first)} and {last}" if first else last
        raise NotSetUpError(f"{what} needs {named}; run: pip install 'sacreval[neural]'")


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the package `google` around it
        return False
