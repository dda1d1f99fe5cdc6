"""Downloads say which status refused them, for callers that know what it means."""

import pytest

from sacreval.features.setup.recipes.download import RefusedError, Transfer
from support.body_server import QUICK


def test_a_refusal_has_its_status(server, tmp_path):
    """A status that is not retried is part of the error."""
    server.refuse = (403,)
    transfer = Transfer(url=server.url, size=None, advance=lambda _: None, patience=QUICK)
    with pytest.raises(RefusedError, match="the server answered 403") as caught:
        transfer.run(tmp_path / "x")
    assert caught.value.status == 403
