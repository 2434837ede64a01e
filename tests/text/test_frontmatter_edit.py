"""Frontmatter is changed in one place, and everything else of it stays as it was."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.errors import DocumentError
from daykeep.text.frontmatter import parse_frontmatter
from daykeep.text.frontmatter_edit import apply_change, plan_change, quote_value

REAL = [
    "---",
    "name: repro",
    "description: text",
    "metadata: ",
    "  node_type: memory",
    "  type: feedback",
    "  status: active",
    "  originSessionId: 0b5c",
    "  modified: 2026-08-15T18:58:28.638Z",
    "---",
    "",
    "Body text.",
]


def edit(lines: list[str], *key: str, value: str | None) -> list[str]:
    change = plan_change(lines, key, value)
    return lines if change is None else apply_change(lines, change)


def test_nested_key_is_replaced_and_the_blank_behind_metadata_stays() -> None:
    after = edit(REAL, "metadata", "type", value="user")
    assert after == [line.replace("type: feedback", "type: user") for line in REAL]
    assert after[3] == "metadata: "


def test_new_keys_go_behind_those_of_their_kind() -> None:
    after = edit(edit(REAL, "metadata", "origin", value="agent"), "status", value="reviewed")
    assert after[9:12] == ["  origin: agent", "status: reviewed", "---"]
    assert edit(["---", "name: a", "---", "x"], "metadata", "type", value="user") == [
        "---", "name: a", "metadata:", "  type: user", "---", "x",
    ]  # fmt: skip
    assert edit(["---", "metadata: ", "---"], "metadata", "type", value="user")[1:3] == [
        "metadata: ",
        "  type: user",
    ]


def test_key_is_removed_with_its_lines_and_comments_of_others_stay() -> None:
    lines = [
        "---",
        "a: 1",
        "# about b",
        "b:",
        "  - x",
        "  - y",
        "# about c",
        "c: |",
        "  # text",
        "  more",
        "---",
    ]
    assert edit(lines, "b", value=None) == [*lines[:3], *lines[6:]]
    assert edit(lines, "c", value=None) == [*lines[:7], "---"]
    assert edit(lines, "nothing", value=None) == lines
    assert edit(REAL, "metadata", "status", value=None) == [*REAL[:6], *REAL[7:]]


def test_comment_behind_a_value_and_the_spelling_of_the_key_stay() -> None:
    assert edit(["---", '"name" :   old # why', "---"], "name", value="new")[1] == '"name" :   new # why'
    assert edit(["---", "name: 'old'  # why", "---"], "name", value="it's")[1] == "name: 'it''s'  # why"
    assert edit(["---", 'name: "a # b"', "---"], "name", value="c")[1] == 'name: "c"'
    assert edit(["---", "name: fixed in #456", "---"], "name", value="c")[1] == "name: c"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("on", '"on"'),
        ("0123", '"0123"'),
        ("2026-03-04", '"2026-03-04"'),
        ("2026-03-04 10:00", '"2026-03-04 10:00"'),
        ("fix #456 here", '"fix #456 here"'),
        ("Use when: x", '"Use when: x"'),
        ("*.tsx", '"*.tsx"'),
        ("x --- y", "x --- y"),
        ("a\nb", '"a\\nb"'),
        ("", '""'),
        (" a", '" a"'),
        ("- a", '"- a"'),
        ("ends:", '"ends:"'),
        ("用户偏好 Prettier", "用户偏好 Prettier"),
        ("a\u2028b", '"a\\u2028b"'),
    ],
)
def test_value_that_yaml_would_misread_is_quoted(value: str, written: str) -> None:
    import yaml

    assert quote_value(value) == written
    assert yaml.safe_load(f"k: {written}") == {"k": value}


def test_unreadable_frontmatter_is_refused() -> None:
    for lines in (
        ["---", 'description: say "no" here', "bad: [", "---"],
        ["---", 'description: "inner "quotes" break"', "---"],
        ["---", "a: &x 1", "b: *x", "---"],
    ):
        with pytest.raises(DocumentError, match="can't be read"):
            plan_change(lines, ("name",), "x")


def test_file_without_frontmatter_never_gets_one() -> None:
    for lines in ([], ["text"], ["---", "a rule", "---"], ["---", "name: never closed"]):
        with pytest.raises(DocumentError, match="no frontmatter"):
            plan_change(lines, ("name",), "x")


def test_what_can_not_be_reached_alone_is_refused() -> None:
    with pytest.raises(DocumentError, match="without touching more"):
        plan_change(["---", "name: a", "metadata: {type: user}", "---"], ("metadata", "type"), "project")
    with pytest.raises(DocumentError, match="a value of its own"):
        plan_change(["---", "metadata: text", "---"], ("metadata", "type"), "project")
    with pytest.raises(DocumentError, match="holds other keys"):
        plan_change(REAL, ("metadata",), "x")


def test_stamp_may_be_written_without_quotes() -> None:
    change = plan_change(REAL, ("metadata", "modified"), "2026-09-01T08:00:00.000Z", plain=True)
    assert change is not None
    assert change.lines == ("  modified: 2026-09-01T08:00:00.000Z",)


def test_same_value_is_no_change() -> None:
    assert plan_change(REAL, ("metadata", "type"), "feedback") is None
    assert plan_change(["---", 'on: "yes"', "---"], ("on",), "yes") is None


WORD = st.text("abcxyz_", min_size=1, max_size=8)
VALUE = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["on", "null", "0x1f", "1e3", "a: b", "x # y", "#456", "[a]", "{a}", "'q'", '"q"', "- x", "~", "|"]
    ),
)
PLAIN = st.text("abc #:,é中.'\"", max_size=12).map(str.strip)


@st.composite
def entries(draw: st.DrawFn, indent: str = "", depth: int = 2) -> list[str]:
    lines: list[str] = []
    for key in draw(st.lists(WORD, min_size=1, max_size=5, unique=True)):
        lines += draw(st.sampled_from([[], [], ["# remark"], [f"{indent}# remark: x"], [""]]))
        kind = draw(st.sampled_from(["plain", "quoted", "list", "literal", "map", "empty", "flow"]))
        head = f"{indent}{key}:"
        if kind == "map" and depth:
            lines += [head, *draw(entries(indent + "  ", depth - 1))]
        elif kind == "list":
            lines += [head, *(f"{indent}  - {draw(WORD)}" for _ in range(2))]
        elif kind == "literal":
            lines += [f"{head} |", f"{indent}  # {draw(WORD)}", f"{indent}  a: {draw(WORD)}"]
        elif kind == "flow":
            lines += [f"{head} [{draw(WORD)}, {draw(WORD)}]"]
        elif kind == "quoted":
            lines += [f"{head} {quote_value(draw(VALUE), draw(st.sampled_from(['', chr(34), chr(39)])))}"]
        else:
            lines += [
                f"{head}{draw(st.sampled_from([' ', '  ', '']))}"
                if kind == "empty"
                else f"{head} {draw(PLAIN)}"
            ]
    return lines


def check_round_trip(block: list[str], key: tuple[str, ...], value: str | None) -> None:
    """A change is made as asked, or refused; lines that are not the key's own stay, and setting back gives all back."""
    lines = ["---", *block, "---", "", "body: not a key"]
    before = parse_frontmatter(lines)
    try:
        change = plan_change(lines, key, value)
    except DocumentError:
        return
    if change is None:
        return
    after = apply_change(lines, change)
    kept = [*lines[: change.first - 1], *lines[change.last :]]
    assert [*after[: change.first - 1], *after[change.first - 1 + len(change.lines) :]] == kept
    fields = parse_frontmatter(after).fields
    assert {name: one for name, one in fields.items() if name != key[0]} == {
        name: one for name, one in before.fields.items() if name != key[0]
    }
    assert parse_frontmatter(after).last == before.last + len(after) - len(lines)
    if key[0] not in before.fields:
        back = plan_change(after, key[:1], None) if len(key) == 1 else None
        assert back is None or apply_change(after, back) == lines


KEY = st.one_of(WORD, st.sampled_from(["type", "name"])).map(lambda one: (one,)) | st.tuples(
    st.sampled_from(["metadata", "a", "b"]), WORD
)


@given(entries(), KEY, st.none() | VALUE)
@settings(max_examples=300, deadline=None)
def test_random_frontmatter_keeps_every_line_but_the_key_that_changes(
    block: list[str], key: tuple[str, ...], value: str | None
) -> None:
    check_round_trip(block, key, value)


@pytest.mark.soak
@given(entries(), KEY, st.none() | VALUE)
@settings(max_examples=10_000, deadline=None)
def test_ten_thousand_random_frontmatters_keep_every_line_but_the_key_that_changes(
    block: list[str], key: tuple[str, ...], value: str | None
) -> None:
    check_round_trip(block, key, value)


@given(VALUE)
@settings(max_examples=300, deadline=None)
def test_written_value_is_read_back_by_us_and_by_yaml(value: str) -> None:
    import yaml

    from daykeep.text.unicode import repair_surrogates

    wanted = repair_surrogates(value)[0]
    for mark in ("", '"', "'"):
        written = quote_value(value, mark)
        assert "\n" not in written
        assert yaml.safe_load(f"k: {written}") == {"k": wanted}
        assert parse_frontmatter(["---", f"k: {written}", "---"]).fields == {"k": wanted}
