"""What a file imports, family by family."""

import os
import sys

import pytest

from daykeep.context.instructions.model import APPROVED, Approvals

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs links, pipes and names of POSIX")


def _entry(found, name):
    return next(file for file in found.files if file.path.endswith(name))


def _skip(found, name):
    return next(file for file in found.skipped if file.path.endswith(name))


@pytest.mark.parametrize(
    "text",
    [
        "see @wf.md: when to skip",
        "@wf.md, then",
        "Read @wf.md.",
        "(see @wf.md)",
        "**@wf.md**",
        "is it @wf.md?",
        "参见 @wf.md。",
        "参见 @wf.md，然后继续",
        "先看@wf.md再说",
        "（见@wf.md）",
        "参见 @wf.md#流程，然后继续",
        "(@wf.md)",
        '"@wf.md"',
        "'@wf.md'",
    ],
)
def test_punctuation_behind_a_path_is_no_part_of_it(world, text):
    world.write("CLAUDE.md", text)
    world.write("wf.md", "workflow")
    assert world.read() == ["CLAUDE.md", "wf.md"]


@pytest.mark.parametrize(
    "text", ["@a.md, @b.md", "@a.md,@b.md", "@a.md，@b.md", "看@a.md、@b.md。", "(@a.md; @b.md)"]
)
def test_imports_that_stand_side_by_side_are_all_read(world, text):
    world.write("CLAUDE.md", text)
    world.write("a.md", "a")
    world.write("b.md", "b")
    assert world.read() == ["CLAUDE.md", "a.md", "b.md"]


@pytest.mark.parametrize("name", ["说明，新.md", "文档/说明.md", "a.md说明.md"])
def test_a_name_with_chinese_marks_and_letters_is_read_as_it_stands(world, name):
    world.write("CLAUDE.md", f"@{name}")
    world.write(name, "x")
    assert world.read() == ["CLAUDE.md", name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("@docs/gone.md and more", "docs/gone.md"),
        ("@docs/gone.md, and more.md", "docs/gone.md"),
        ("参见 @docs/gone.md，然后", "docs/gone.md"),
        ("@docs/gone.md#part then", "docs/gone.md"),
        ("@./gone folder/file.md and more", "gone folder/file.md"),
        ("@./gone and more", "gone"),
    ],
)
def test_a_missing_file_is_listed_under_the_name_that_was_meant(world, text, name):
    world.write("CLAUDE.md", text)
    assert world.skips() == {name: "missing"}


def test_a_file_whose_name_ends_in_punctuation_wins_over_the_name_without_it(world):
    world.write("CLAUDE.md", "@notes.md, and more")
    world.write("notes.md,", "with a comma")
    world.write("notes.md", "without")
    assert world.read() == ["CLAUDE.md", "notes.md,"]


@pytest.mark.parametrize(
    "text",
    [
        "@~/Library/Mobile Documents/x/_index.md",
        r"@~/Library/Mobile\ Documents/x/_index.md and more",
        "@~/Library/Mobile Documents/x/_index.md and more",
    ],
)
def test_a_path_with_blanks_is_read_where_the_file_exists(world, text):
    world.write("~/.claude/CLAUDE.md", text)
    world.write("~/Library/Mobile Documents/x/_index.md", "index")
    assert world.read() == ["~/.claude/CLAUDE.md", "~/Library/Mobile Documents/x/_index.md"]


def test_a_path_counts_from_the_file_that_holds_it_and_the_working_folder_is_a_hint(world):
    world.write("CLAUDE.md", "@2/CLAUDE.md")
    world.write("2/CLAUDE.md", "@3/C.md and @2/D.md")
    world.write("2/3/C.md", "c")
    world.write("2/D.md", "d")
    found = world.find()
    assert [world.short(file.path) for file in found.files] == ["CLAUDE.md", "2/CLAUDE.md", "2/3/C.md"]
    missing = _skip(found, "D.md")
    assert (missing.code, missing.line, world.short(missing.importer)) == ("missing", 1, "2/CLAUDE.md")
    assert "relative to the working folder" in missing.reason


def test_a_fragment_is_no_part_of_the_path_and_the_whole_file_is_read(world):
    world.write("CLAUDE.md", "See @guide.md#setup.")
    world.write("guide.md", "# Setup\n# More\n")
    entry = _entry(world.find(), "guide.md")
    assert entry.text == "# Setup\n# More\n"
    assert '"#setup"' in entry.reason


def test_two_home_paths_on_one_line_are_both_imported(world):
    world.write("~/.claude/CLAUDE.md", "@~/a.md @~/b.md")
    world.write("~/a.md", "a")
    world.write("~/b.md", "b")
    assert world.read() == ["~/.claude/CLAUDE.md", "~/a.md", "~/b.md"]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("logo.png", b"\x89PNG\r\n\x1a\n" + bytes(50)),
        ("spec.pdf", b"%PDF-1.7 plain"),
        ("nul.md", b"text\0more\n"),
        ("paper.md", b"%PDF-1.7 plain"),
    ],
)
def test_binary_files_are_listed_and_never_read_into_the_context(world, name, data):
    world.write("CLAUDE.md", f"@{name}")
    world.write(name, data)
    assert world.skips() == {name: "binary"}
    assert world.read() == ["CLAUDE.md"]


@pytest.mark.parametrize(
    "text",
    [
        '```python\n@app.get("/api/items")\n@a.md\n```\n',
        "~~~\n@a.md\n```\n@a.md\n~~~\n",
        "Text `@a.md` and ``x ` @a.md`` too.\n",
        "Over `two\nlines @a.md` too.\n",
        "Text:\n\n    @a.md\n    @pytest.fixture\n",
        "- item\n  ```\n  @a.md\n  ```\n",
        "> ```\n> @a.md\n> ```\n",
        "Text:\n> ```\n> @a.md\n> ```\nmore\n",
        "````\n```\n@a.md\n````\n",
        "```\nnever closed\n\n## Heading\n\n@a.md\n",
        "<!-- @a.md -->\n",
        "<!--\n@a.md\n-->\ntext\n",
        "Text <!-- @a.md --> more.\n",
        "<!-- never closed\n\n@a.md\n",
        "[x](@a.md) and ![y](@a.md)\n",
        "mail me@a.md and \\@a.md\n",
        "x.@a.md, x/@a.md and x-@a.md\n",
    ],
    ids=[
        "fence", "tildes", "spans", "span over lines", "indented", "fence in list", "fence in quote", "fence in quote after text", "long fence",
        "unclosed fence", "comment", "comment block", "inline comment", "unclosed comment", "link", "address", "glued",
    ],
)  # fmt: skip
def test_code_comments_and_links_import_nothing(world, text):
    world.write("CLAUDE.md", text)
    world.write("a.md", "a")
    assert world.read() == ["CLAUDE.md"]
    assert world.skips() == {}


@pytest.mark.parametrize(
    "text",
    [
        "`one tick\n\n@a.md`\n",
        "- `x\n- @a.md `\n",
        "- item\n    - @a.md\n",
        "```\ncode\n```\n@a.md\n",
        "<!-- note --> @a.md\n",
        "> @a.md\n",
        "text \\` @a.md `\n",
        "# @a.md\n",
        "[@a.md](https://example.com)\n",
    ],
)
def test_text_that_only_looks_like_code_still_imports(world, text):
    world.write("CLAUDE.md", text)
    world.write("a.md", "a")
    assert world.read() == ["CLAUDE.md", "a.md"]


def test_an_unclosed_comment_is_named_where_imports_stop(world):
    world.write("CLAUDE.md", "one\n<!-- never closed\n@a.md\n")
    assert world.find().notes == ("CLAUDE.md:2: this comment is never closed; no import below it counts",)


def test_packages_addresses_and_handles_are_text_with_one_note(world):
    world.write(
        "CLAUDE.md", "npx @upstash/context7-mcp, @types/node, a@b.co, @team, @zilliz/x and @dataclass"
    )
    found = world.find()
    assert found.skipped == ()
    assert len(found.notes) == 1
    assert "@upstash/context7-mcp" in found.notes[0]
    assert "b.co" not in found.notes[0]


def test_a_name_that_is_a_file_is_imported_even_if_it_looks_like_a_package(world):
    world.write("CLAUDE.md", "@types/node and @README")
    world.write("types/node", "types")
    world.write("README", "readme")
    assert world.read() == ["CLAUDE.md", "types/node", "README"]


def _chain(world, count):
    world.write("CLAUDE.md", "@1.md")
    for number in range(1, count + 1):
        world.write(f"{number}.md", f"@{number + 1}.md" if number < count else "end")


def test_four_imports_may_follow_each_other_and_the_fifth_is_listed(world):
    _chain(world, 4)
    assert world.read() == ["CLAUDE.md", "1.md", "2.md", "3.md", "4.md"]
    assert world.skips() == {}
    _chain(world, 5)
    found = world.find()
    assert [file.hops for file in found.files] == [0, 1, 2, 3, 4]
    assert world.skips() == {"5.md": "too_deep"}


def test_a_file_that_imports_itself_is_read_once(world):
    world.write("CLAUDE.md", "@CLAUDE.md")
    assert (world.read(), world.skips()) == (["CLAUDE.md"], {"CLAUDE.md": "cycle"})


def test_two_files_that_import_each_other_are_read_once(world):
    world.write("CLAUDE.md", "@a.md")
    world.write("a.md", "@b.md")
    world.write("b.md", "@a.md")
    assert (world.read(), world.skips()) == (["CLAUDE.md", "a.md", "b.md"], {"a.md": "cycle"})


def test_a_file_that_two_files_import_is_read_once(world):
    world.write("CLAUDE.md", "@a.md @b.md")
    world.write("a.md", "@shared.md")
    world.write("b.md", "@shared.md")
    world.write("shared.md", "shared")
    assert world.read() == ["CLAUDE.md", "a.md", "shared.md", "b.md"]
    assert world.skips() == {"shared.md": "duplicate"}


def test_a_missing_file_is_listed_with_file_and_line(world):
    world.write("CLAUDE.md", "one\n\n@docs/gone.md\n")
    [skipped] = world.find().skipped
    assert (skipped.code, world.short(skipped.importer), skipped.line) == ("missing", "CLAUDE.md", 3)
    assert world.short(skipped.path) == "docs/gone.md"


def test_a_folder_is_listed_and_not_read(world):
    world.write("CLAUDE.md", "@docs and @./docs/")
    world.write("docs/a.md", "a")
    assert (world.read(), world.skips()) == (["CLAUDE.md"], {"docs": "not_a_file"})


def test_a_file_of_exactly_four_mebibytes_is_read_whole_and_one_byte_more_is_not(world):
    world.write("CLAUDE.md", "@exact.md @more.md")
    world.write("exact.md", b"x" * (4 << 20))
    world.write("more.md", b"x" * ((4 << 20) + 1))
    found = world.find()
    assert _entry(found, "exact.md").chars == 4 << 20
    assert _skip(found, "more.md").code == "too_large"


@pytest.mark.parametrize(
    "token",
    [
        r"\??\C:\x",
        r"\\?\C:\x",
        r"\\host\share\x.md",
        "//host/share/x.md",
        r"\\.\pipe\x",
        r"/\host\share\x.md",
        r"\/host/share/x.md",
        r"~/\\host\share\x.md",
        r"~//host/share/x.md",
        r"~\\\host\share\x.md",
        r"~/C:\x.md",
    ],
)
def test_paths_of_devices_and_other_machines_are_refused(world, token):
    world.write("CLAUDE.md", f"@{token}")
    [skipped] = world.find().skipped
    assert (skipped.code, skipped.path) == ("refused", f"@{token}")


@posix
def test_imports_of_a_linked_file_count_from_where_the_file_really_lies(world):
    world.write("shared/CLAUDE.md", "@../top.md @beside.md")
    world.link("pkg/CLAUDE.md", "../shared/CLAUDE.md")
    world.write("top.md", "top")
    world.write("pkg/beside.md", "beside the link")
    found = world.find(cwd="pkg", approvals=Approvals({str(world.path("pkg")): APPROVED}))
    assert [world.short(file.path) for file in found.files] == ["pkg/CLAUDE.md", "top.md"]
    missing = _skip(found, "beside.md")
    assert missing.code == "missing"
    assert "beside the link" in missing.reason


@posix
@pytest.mark.parametrize("name", ["pipe.md", "/dev/zero", "/dev/tty"])
def test_pipes_and_devices_are_listed_and_never_opened(world, name):
    os.mkfifo(world.path("pipe.md"))
    world.write("~/.claude/CLAUDE.md", f"@{world.path(name) if name[0] != '/' else name}")
    found = world.find()
    assert [file.code for file in found.skipped] == ["not_a_file"]


def test_a_path_too_long_to_be_looked_up_is_listed(world):
    world.write("CLAUDE.md", f"@{'a/' * 3000}b.md and @{'x' * 3000}")
    [skipped] = world.find().skipped
    assert (skipped.code, skipped.line) == ("unsupported", 1)
    assert skipped.path.startswith("@a/a/")
    assert len(skipped.path) < 100


@posix
def test_what_the_system_makes_up_is_refused_wherever_it_is_named(world):
    if not os.path.isdir("/proc/self"):
        pytest.skip("there is no /proc")
    world.write("~/.claude/CLAUDE.md", "@/proc/self/environ")
    world.link("CLAUDE.md", "/proc/self/environ")
    world.link(".claude/rules/status.md", "/proc/self/status")
    found = world.find()
    assert [file.path for file in found.files] == [str(world.path("~/.claude/CLAUDE.md"))]
    assert [file.code for file in found.skipped] == ["refused"] * 3


def test_many_mentions_end_in_a_listed_skip(world):
    world.write("CLAUDE.md", "".join(f"@gone{number}.md\n" for number in range(3000)))
    found = world.find()
    assert _skip(found, "CLAUDE.md").code == "too_many"
    assert len(found.skipped) == 1001


def test_what_imports_a_file_its_hops_and_its_own_size_are_told(world):
    world.write("CLAUDE.md", "one\n@a.md\n")
    world.write("a.md", "é\r\nb\r\n")
    entry = _entry(world.find(), "a.md")
    assert (world.short(entry.importer), entry.line, entry.hops) == ("CLAUDE.md", 2, 1)
    assert (entry.size_bytes, entry.chars, entry.text) == (7, 4, "é\nb\n")
    assert entry.tokens > 0


@pytest.mark.parametrize(
    "text",
    [
        "@a.md " * 200_000,
        "@gone.md " * 200_000,
        "@a\\ " * 200_000,
        "@" * 500_000,
        "(@" * 250_000,
        "@a.md，" * 100_000,
        "看" * 100_000 + "@" + "a.b看" * 100_000,
    ],
)
def test_one_long_line_of_mentions_ends_within_bounds(world, text):
    world.write("CLAUDE.md", text)
    world.write("a.md", "a")
    found = world.find()
    assert len(found.files) <= 2
    assert len(found.skipped) <= 1001
