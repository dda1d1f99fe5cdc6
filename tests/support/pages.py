"""Pages of `sacreval report`, and the sample that they show."""

import json
import re
from typing import Any

from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def data_of(page: str) -> Any:
    """Read the data in a page."""
    pattern = r'<script type="application/json" id="data">(.*?)</script>'
    (text,) = re.findall(pattern, page, re.DOTALL)
    return json.loads(text)
