"""The suites that come with sacreval."""

from sacreval.io.shipped_files import shipped


def test_suites_are_files():
    """Each name has a file of that name."""
    found = shipped()
    assert "gsm8k" in found
    assert all(path.is_file() and path.stem == name for name, path in found.items())
