"""Every command answers in the words of the memory tool's page: models are trained on them."""

from __future__ import annotations

import pytest

from tests.memory_tool.making import Memory

NOTES = "memory/agent/notes.txt"
MISSING = "/memories/none.txt"
PLACE = "/memories/notes.txt"
TEXT = "Tea at five.\nBread at six.\nTea at five.\n"

# (command, fields) -> (answer, whether it is an error)
ANSWERS = [
    (
        ("view", {"path": PLACE}),
        (
            (
                f"Here's the content of {PLACE} with line numbers:\n"
                "     1\tTea at five.\n     2\tBread at six.\n     3\tTea at five."
            ),
            False,
        ),
    ),
    (
        ("view", {"path": PLACE, "view_range": [2, 2]}),
        (f"Here's the content of {PLACE} with line numbers:\n     2\tBread at six.", False),
    ),
    (
        ("view", {"path": PLACE, "view_range": [2, -1]}),
        (
            f"Here's the content of {PLACE} with line numbers:\n     2\tBread at six.\n     3\tTea at five.",
            False,
        ),
    ),
    (
        ("view", {"path": MISSING}),
        (f"The path {MISSING} does not exist. Please provide a valid path.", True),
    ),
    (
        ("create", {"path": "/memories/new.md", "file_text": "x"}),
        ("File created successfully at: /memories/new.md", False),
    ),
    (
        ("create", {"path": PLACE, "file_text": "x"}),
        (f"Error: File {PLACE} already exists", True),
    ),
    (
        ("str_replace", {"path": PLACE, "old_str": "Bread", "new_str": "Rice"}),
        (
            (
                "The memory file has been edited.\n"
                "     1\tTea at five.\n     2\tRice at six.\n     3\tTea at five."
            ),
            False,
        ),
    ),
    (
        ("str_replace", {"path": PLACE, "old_str": "Coffee", "new_str": "x"}),
        (
            f"No replacement was performed, old_str `Coffee` did not appear verbatim in {PLACE}.",
            True,
        ),
    ),
    (
        ("str_replace", {"path": PLACE, "old_str": "Tea", "new_str": "x"}),
        (
            (
                "No replacement was performed. Multiple occurrences of old_str `Tea` in lines: 1, 3. "
                "Please ensure it is unique"
            ),
            True,
        ),
    ),
    (
        ("str_replace", {"path": MISSING, "old_str": "a", "new_str": "b"}),
        (f"Error: The path {MISSING} does not exist. Please provide a valid path.", True),
    ),
    (
        ("str_replace", {"path": "/memories/folder", "old_str": "a", "new_str": "b"}),
        ("Error: The path /memories/folder does not exist. Please provide a valid path.", True),
    ),
    (
        ("insert", {"path": PLACE, "insert_line": 1, "insert_text": "Milk.\n"}),
        (f"The file {PLACE} has been edited.", False),
    ),
    (
        ("insert", {"path": PLACE, "insert_line": 4, "insert_text": "x"}),
        (
            (
                "Error: Invalid `insert_line` parameter: 4. "
                "It should be within the range of lines of the file: [0, 3]"
            ),
            True,
        ),
    ),
    (
        ("insert", {"path": PLACE, "insert_line": -1, "insert_text": "x"}),
        (
            (
                "Error: Invalid `insert_line` parameter: -1. "
                "It should be within the range of lines of the file: [0, 3]"
            ),
            True,
        ),
    ),
    (
        ("insert", {"path": MISSING, "insert_line": 0, "insert_text": "x"}),
        (f"Error: The path {MISSING} does not exist", True),
    ),
    (
        ("insert", {"path": "/memories/folder", "insert_line": 0, "insert_text": "x"}),
        ("Error: The path /memories/folder does not exist", True),
    ),
    (("delete", {"path": PLACE}), (f"Successfully deleted {PLACE}", False)),
    (("delete", {"path": "/memories/folder"}), ("Successfully deleted /memories/folder", False)),
    (("delete", {"path": MISSING}), (f"Error: The path {MISSING} does not exist", True)),
    (
        ("rename", {"old_path": PLACE, "new_path": "/memories/b/c.txt"}),
        (f"Successfully renamed {PLACE} to /memories/b/c.txt", False),
    ),
    (
        ("rename", {"old_path": "/memories/folder", "new_path": "/memories/other"}),
        ("Successfully renamed /memories/folder to /memories/other", False),
    ),
    (
        ("rename", {"old_path": MISSING, "new_path": "/memories/c.txt"}),
        (f"Error: The path {MISSING} does not exist", True),
    ),
    (
        ("rename", {"old_path": PLACE, "new_path": "/memories/folder/in.md"}),
        ("Error: The destination /memories/folder/in.md already exists", True),
    ),
    (
        ("rename", {"old_path": PLACE, "new_path": "/memories/folder"}),
        ("Error: The destination /memories/folder already exists", True),
    ),
]


@pytest.mark.parametrize(("asked", "answered"), ANSWERS, ids=lambda value: str(value)[:60])
def test_command_answers_as_documented(memory: Memory, asked, answered) -> None:
    (memory.root / "memory/agent/folder").mkdir(parents=True)
    (memory.root / NOTES).write_text(TEXT)
    (memory.root / "memory/agent/folder/in.md").write_text("in\n")
    command, fields = asked
    assert tuple(memory.do(command, **fields)) == answered


def test_root_lists_sizes_two_levels_without_hidden_items_and_node_modules(memory: Memory) -> None:
    for name, size in (
        ("plan.md", 1536),
        ("a/b.md", 10),
        ("a/b/c.md", 20),
        (".secret.md", 5),
        ("node_modules/x.md", 7),
        ("a/node_modules/y.md", 7),
    ):
        path = memory.root / "memory/agent" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * size)
    memory_size = len(memory.bytes("MEMORY.md"))
    assert memory.text("view", "/memories").split("\n") == [
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:",
        f"{(1536 + 30 + memory_size) / 1024:.1f}K\t/memories",
        f"{memory_size}B\t/memories/MEMORY.md",
        "30B\t/memories/a",
        "20B\t/memories/a/b",
        "10B\t/memories/a/b.md",
        "1.5K\t/memories/plan.md",
    ]


def test_empty_root_is_no_error(memory: Memory) -> None:
    (memory.root / "MEMORY.md").unlink()
    assert memory.text("view", "/memories").split("\n")[1:] == ["0B\t/memories"]


def test_call_without_what_a_command_needs_says_which_field(memory: Memory) -> None:
    assert memory.error("view") == "Error: `path` is required for view"
    assert memory.error("create", "/memories/a.md") == "Error: `file_text` is required for create"
    assert (
        memory.error("insert", "/memories/a.md", insert_text="x")
        == "Error: `insert_line` is required for insert"
    )
    assert memory.error("insert", "/memories/a.md", insert_text="x", insert_line="1") == (
        "Error: `insert_line` must be an integer, got: 1"
    )
    assert memory.error("insert", "/memories/a.md", insert_text="x", insert_line=True) == (
        "Error: `insert_line` must be an integer, got: True"
    )
    assert memory.error("create", "/memories/a.md", file_text=["x"]) == (
        "Error: `file_text` must be a string, got: ['x']"
    )
    assert memory.error("format", "/memories").startswith(
        "Error: Unknown command: format. The commands are view, "
    )
    assert memory.error("", "/memories").startswith("Error: Unknown command")


def test_result_block_says_error_only_where_it_is_one(memory: Memory) -> None:
    assert memory.do("view", "/memories/none").as_block("toolu_1") == {
        "type": "tool_result",
        "tool_use_id": "toolu_1",
        "content": "The path /memories/none does not exist. Please provide a valid path.",
        "is_error": True,
    }
    assert "is_error" not in memory.do("view", "/memories").as_block("toolu_2")
