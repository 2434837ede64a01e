"""Plain text, reStructuredText and Org files are cut into paragraphs below their headings."""

from daykeep.search.chunks import chunk_org, chunk_plain, chunk_rst


def test_plain_text_is_cut_at_empty_lines():
    chunks = chunk_plain(["one", "two", "", "# three", ""], above=("notes",))
    assert [(c.first_line, c.last_line, c.heading) for c in chunks] == [
        (1, 2, ("notes",)),
        (4, 4, ("notes",)),
    ]


def test_rst_titles_stand_above_their_text():
    lines = [
        "=====",
        "Guide",
        "=====",
        "",
        "intro",
        "",
        "Install",
        "-------",
        "run it",
        "",
        "Use",
        "---",
        "more",
    ]
    assert [(c.text, c.heading) for c in chunk_rst(lines)] == [
        ("intro", ("Guide",)),
        ("run it", ("Guide", "Install")),
        ("more", ("Guide", "Use")),
    ]


def test_rst_title_with_nothing_below_is_a_piece():
    chunks = chunk_rst(["Setup", "=====", "", "Later", "=====", "text"])
    assert [(c.text, c.first_line) for c in chunks] == [("Setup", 1), ("text", 6)]


def test_org_stars_stand_above_their_text():
    lines = ["* TODO Garden", "text", "** Beds", "more", "* Empty", "*bold* start"]
    assert [(c.text, c.heading) for c in chunk_org(lines)] == [
        ("text", ("TODO Garden",)),
        ("more", ("TODO Garden", "Beds")),
        ("*bold* start", ("Empty",)),
    ]


def test_last_org_heading_with_nothing_below_is_a_piece():
    assert [c.text for c in chunk_org(["* A", "x", "* Last one"])] == ["x", "Last one"]
