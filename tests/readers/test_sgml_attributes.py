"""SGML of mteval: attributes in any quotes."""

import pytest

LINE = "<doc {0} {1}><seg {2}>the cat</seg><seg {3}>a dog</seg></doc>"


@pytest.mark.parametrize("quoted", ['{}="{}"', "{}='{}'", "{}={}", '{} = "{}"'])
def test_attributes(read, tmp_path, quoted):
    """Documents, systems and segments are named in double quotes, single quotes or none."""
    names = (("docid", "d1"), ("sysid", "good"), ("ID", "1"), ("id", "2"))
    text = LINE.format(*(quoted.format(*pair) for pair in names))
    (tmp_path / "out.sgm").write_text(f"<tstset>{text}</tstset>", encoding="utf-8")
    found = [(x.instance_id, x.system_id, x.groups) for x in read("sgml", tmp_path / "out.sgm")]
    assert found == [(f"d1:{i}", "good", {"document": "d1"}) for i in (1, 2)]
