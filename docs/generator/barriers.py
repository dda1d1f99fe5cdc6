"""What the theme leaves out for screen readers and keyboards."""

import re

_SEARCH = re.compile(r'(<div class="md-search"[^>]*role="dialog")(?![^>]*aria-label)')
_CODE = re.compile(r"(<pre[^>]*>(?:<span></span>)?<code)(?=[ >])")


def removed(html: str) -> str:
    """Return a page whose search has a name, and whose blocks of code can be scrolled by keys.

    Args:
        html: A whole page.
    """
    named = _SEARCH.sub(r'\1 aria-label="Search"', html)
    return _CODE.sub(r'\1 tabindex="0"', named)
