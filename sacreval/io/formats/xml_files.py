"""XML files, read whole, without entities of their own."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from sacreval.errors import InputError
from sacreval.io.whole_files import SizeLimit, read_whole


def root(path: str, limit: SizeLimit | None = None) -> ET.Element:
    """Read an XML file.

    Args:
        path: Path of the file, or `-`.
        limit: Largest size after decompression; the default of `SizeLimit` if None.

    Returns:
        Its root element.

    Raises:
        InputError: If it is too large, is not XML, or defines entities, which could expand to any
            size.
    """
    data = read_whole(path, limit)
    if b"<!ENTITY" in data.replace(b"\0", b""):  # UTF-16 has zeros between the letters
        raise InputError(
            f"{path}: it defines entities, which can expand to any size; do not use this file"
        )
    try:
        return ET.fromstring(data)  # noqa: S314 - entities were refused above
    except (ET.ParseError, ValueError, LookupError) as error:
        raise InputError(f"{path}: this is not XML ({error}); get the file again") from None
