"""What the theme leaves out for screen readers and keyboards is added."""

from generator.barriers import removed


def test_the_search_has_a_name():
    """A dialog gets a label, unless the theme gives it one."""
    start = '<div class="md-search" data-md-component="search" role="dialog"'
    assert removed(f"{start}>") == f'{start} aria-label="Search">'
    assert removed(f'{start} aria-label="Find">') == f'{start} aria-label="Find">'


def test_blocks_of_code_can_be_scrolled_by_keys():
    """They can be focused; code within a line cannot."""
    assert removed("<pre><span></span><code>a") == '<pre><span></span><code tabindex="0">a'
    assert removed('<pre id="x"><code class="y">a') == (
        '<pre id="x"><code tabindex="0" class="y">a'
    )
    assert removed("<p><code>a") == "<p><code>a"
