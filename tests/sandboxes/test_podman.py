"""podman as a sandbox."""

from sacreval.sandboxes.podman import BACKEND, Podman


def test_name():
    """The backend of its module is found by its name."""
    assert BACKEND is Podman
    assert Podman.name == "podman"
