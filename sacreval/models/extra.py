"""The extra `neural`: torch, transformers and tokenizers, without which no model can run."""

from importlib.util import find_spec

from sacreval.errors import NotSetUpError

PACKAGES = ("torch", "transformers", "tokenizers", "safetensors")


def require(what: str) -> None:
    """Check that the packages of the extra are installed, without importing them.

    Args:
        what: What needs them, for the message.

    Raises:
        NotSetUpError: If one of them is not installed.
    """
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        named = ", ".join(missing)
        raise NotSetUpError(f"{what} needs {named}; run: pip install 'sacreval[neural]'")
