"""The reader of mteval's SGML."""

import pytest

from sacreval.errors import InputError

pytestmark = pytest.mark.usefixtures("alone")


def test_mteval_sgml(read, mirror):
    """Mteval's files have bare ampersands and segments that are found by document."""
    folder = next(mirror.glob("*/cmu-mtlab/meteor/*/example"))
    rows = read(f'sgml{{"references": ["{folder / "ref.sgm"}"]}}', folder / "test.sgm")
    assert len(rows) == 2525
    assert {r.system_id for r in rows} == {"cmu-combo"}
    assert rows[0].instance_id == "ihned.cz/2008/09/30/36776:1"
    assert rows[0].references == [
        "Prague Stock Market falls to minus by the end of the trading day"
    ]


def test_a_segment_that_is_not_closed(read, tmp_path):
    """A segment that begins in another is refused, where both would be one text."""
    path = tmp_path / "x.sgm"
    path.write_text('<tstset><doc docid="d"><seg id="1">a<seg id="2">b</seg></doc></tstset>')
    with pytest.raises(InputError, match="segment 1 of d is not closed before the next"):
        read("sgml", path)
