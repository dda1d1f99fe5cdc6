"""podman as a sandbox."""

from sacreval.features.programs.sandboxes.canary import prove
from sacreval.features.programs.sandboxes.podman import BACKEND, Podman
from support.sandboxes import container


def test_name():
    """The backend of its module is found by its name."""
    assert BACKEND is Podman
    assert Podman.name == "podman"


def test_folders_are_closed():
    """Folders that podman opens in a read-only container are closed."""
    assert "--read-only-tmpfs=false" in Podman.own_flags


def test_escapes():
    """Every attempt to escape is stopped, where an image is named."""
    assert prove(container("podman")) > 12
