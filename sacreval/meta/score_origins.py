"""How the scores behind a correlation were made, as a part of its signature."""


def origin(stated: str | None) -> dict[str, str | None]:
    """Return the field of a signature that states how scores were made.

    Args:
        stated: The signatures of metrics, joined by ` + `; or references that were chosen.

    Returns:
        `metrics` with signatures, which have a field `refs` each, or `refs` with references.
    """
    return {"metrics" if stated is not None and "|" in stated else "refs": stated}
