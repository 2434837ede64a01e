"""``daykeep review export`` and ``import``: the review by mail or chat, from the queue and back into it."""

from __future__ import annotations

import os
import pty
import shlex
import subprocess
import sys

import pytest

from daykeep.files.replace import sha256_of
from daykeep.review.queue.proposals import propose
from daykeep.review.verdict.approval import APPROVAL_FILE, render_passphrase
from tests.cli.learning import LOG
from tests.cli.terminal import at_terminal
from tests.cli.waiting import an_item_of, queue, rows, set_up, store_of, waiting

TEXTS = ("- one", "- two", "- three")


@pytest.fixture(params=["git", "files"])
def root(desk, request):
    folder = set_up(desk)
    if request.param == "files":
        subprocess.run(["rm", "-rf", str(folder / ".git")], check=True)
    log = folder / LOG
    log.write_text(log.read_text() + "".join(f"{text}\n" for text in TEXTS))
    return folder


@pytest.fixture
def items(root):
    return queue(root, *(propose(an_item_of(root, text), reason="below the gate") for text in TEXTS)).items


def export(desk, root, *words):
    answer = desk.run("review", "export", "--format", "md", *words, where=root)
    assert answer.code == 0, answer.err
    return answer.out


def tick(text, *pairs):
    for verb, item in pairs:
        assert f"- [ ] {verb} {item.id}" in text
        text = text.replace(f"- [ ] {verb} {item.id}", f"- [x] {verb} {item.id}")
    return text


def take(root, text, *words, answer="y\n", **environment):
    (root / "answer.md").write_text(text)
    typed = [("[y/N]:", answer)] if answer else []
    return at_terminal(root, "review", "import", "answer.md", *words, typed=typed, **environment)


def memory_of(root):
    return [text for text in TEXTS if text in (root / "MEMORY.md").read_text().split("\n")]


def test_anybody_may_export_and_nothing_changes(desk, root, items):
    text = export(desk, root)
    assert text.startswith("daykeep review, part 1 of 1, ")
    assert waiting(root) == {item.id for item in items}
    data = desk.run("review", "export", "--json", where=root).json
    assert (data["items"], data["left_out"], data["files"]) == (3, [], [])
    assert data["parts"] == [{"chars": len(text), "text": text}]


def test_ticked_digest_decides_after_one_look_and_one_question(desk, root, items):
    text = tick(export(desk, root), ("approve", items[0]), ("reject", items[1]), ("defer", items[2]))
    code, shown = take(root, text, USER="ada")
    assert (code, shown.count("[y/N]")) == (0, 1), shown
    for said in ("Approve 1 thing:", "Reject 1 thing:", "Put off 1 thing:", "      - one"):
        assert said in shown
    assert memory_of(root) == ["- one"]
    assert waiting(root) == {items[2].id}
    assert {row["by"] for kind in ("approved", "rejected", "deferred") for row in rows(root, kind)} == {"ada"}


def test_no_is_an_answer_that_decides_nothing(desk, root, items):
    code, shown = take(root, tick(export(desk, root), ("approve", items[0])), answer="n\n")
    assert (code, "Nothing was decided." in shown) == (0, True)
    assert waiting(root) == {item.id for item in items}


def test_same_digest_again_does_nothing_and_says_so(desk, root, items):
    text = tick(export(desk, root), ("approve", items[0]), ("reject", items[1]))
    assert take(root, text)[0] == 0
    before = (root / "memory/decisions.jsonl").read_bytes(), (root / "MEMORY.md").read_bytes()
    code, shown = take(root, text, answer="")
    assert (code, shown.count("was decided so before")) == (0, 2), shown
    assert before == ((root / "memory/decisions.jsonl").read_bytes(), (root / "MEMORY.md").read_bytes())


def test_what_can_not_be_followed_is_named_and_the_rest_is_done(desk, root, items):
    text = tick(export(desk, root), ("approve", items[0]), ("reject", items[0]), ("approve", items[1]))
    text = tick(text, ("approve", items[2]))
    unknown = text.replace(items[2].id, "0123456789ab")
    code, shown = take(root, unknown)
    assert code == 10
    assert "approve and reject are ticked" in shown
    assert "nothing with this id waits" in shown
    assert memory_of(root) == ["- two"]


def test_item_that_was_changed_after_the_export_is_not_decided(desk, root, items, tmp_path):
    text = tick(export(desk, root), ("approve", items[0]))
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf -- "- something else\\n" > "$1"\n')
    editor.chmod(0o755)
    assert at_terminal(root, "review", "edit", items[0].id, VISUAL=str(editor))[0] == 0
    code, shown = take(root, text, answer="")
    assert (code, "changed after the digest was made" in shown) == (10, True), shown
    assert "something else" not in (root / "MEMORY.md").read_text()


def test_item_that_was_decided_otherwise_meanwhile_is_named(desk, root, items):
    text = tick(export(desk, root), ("approve", items[0]))
    assert at_terminal(root, "review", "reject", items[0].id)[0] == 0
    code, shown = take(root, text, answer="")
    assert (code, "it was rejected already" in shown) == (10, True), shown


def test_edited_text_is_shown_again_and_approved_as_worded(desk, root, items):
    text = tick(export(desk, root), ("approve", items[0])).replace("│ - one", "│ - one, in my words")
    code, shown = take(root, text)
    assert (code, "      was: - one\n      now: - one, in my words" in shown) == (0, True), shown
    assert "- one, in my words" in (root / "MEMORY.md").read_text().split("\n")


def test_json_answer_names_what_was_decided_skipped_and_done_before(desk, root, items):
    text = tick(export(desk, root), ("approve", items[0]), ("reject", items[1]), ("approve", items[1]))
    code, shown = take(root, text, "--json")
    assert code == 10
    answer = shown[shown.index('{\n  "ok"') :]
    assert f'"approved": [\n    "{items[0].id}"' in answer
    assert f'"item": "{items[1].id}",\n      "line": ' in answer


def test_parts_go_into_files_that_are_replaced_only_if_they_are_digests(desk, root):
    lines = [f"- lesson {n} " + "word " * 60 for n in range(20)]
    queue(root, *(propose(an_item_of(root, text), reason="") for text in lines))
    answer = desk.run("review", "export", "--out", "digest.md", "--json", where=root)
    assert answer.json["files"][:2] == ["digest.md", "digest-2.md"]
    for name, part in zip(answer.json["files"], answer.json["parts"], strict=True):
        assert (root / name).read_text() == part["text"]
        assert part["chars"] <= 4000
    assert desk.run("review", "export", "--out", "digest.md", where=root).code == 0
    mine = (root / "MEMORY.md").read_bytes()
    assert desk.run("review", "export", "--out", "MEMORY.md", where=root).code == 6
    assert (root / "MEMORY.md").read_bytes() == mine


def test_all_parts_are_taken_back_in_one_call(desk, root, items):
    text = export(desk, root)
    (root / "b.md").write_text(tick(text, ("reject", items[1])))
    (root / "a.md").write_text(tick(text, ("approve", items[0])))
    code, shown = at_terminal(root, "review", "import", "a.md", "b.md", typed=[("[y/N]:", "y\n")])
    assert code == 0, shown
    assert (memory_of(root), waiting(root)) == (["- one"], {items[2].id})


def test_core_file_is_shown_whole_and_asked_about_on_its_own(desk, root, items):
    (root / "SOUL.md").write_text("I am calm.\n")
    assert desk.run("propose", "SOUL.md", "--append", "I say when I am not sure.", where=root).code == 0
    (soul,) = [
        one for p in store_of(root).list_waiting().proposals for one in p.items if p.target == "SOUL.md"
    ]
    text = tick(export(desk, root), ("approve", soul), ("approve", items[0]))
    (root / "answer.md").write_text(text)
    code, shown = at_terminal(
        root,
        "review",
        "import",
        "answer.md",
        typed=[("Do this? [y/N]:", "y\n"), ("Approve it? [y/N]:", "n\n")],
    )
    assert code == 0, shown
    assert ((root / "SOUL.md").read_text(), memory_of(root)) == ("I am calm.\n", ["- one"])
    code, shown = at_terminal(
        root,
        "review",
        "import",
        "answer.md",
        typed=[("Do this? [y/N]:", "y\n"), ("Approve it? [y/N]:", "y\n")],
    )
    assert code == 0, shown
    assert "I say when I am not sure." in (root / "SOUL.md").read_text()


def in_a_shell(root, command, *typed):
    """Run a shell command with a terminal of its own, on which /dev/tty can be opened; exit code and what it shows."""
    child, ours = pty.fork()
    if child == 0:
        os.chdir(root)
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("CLAUDE", "CODEX", "AI_"))
        }
        os.execvpe("sh", ["sh", "-c", command], {**kept, "TERM": "dumb"})  # noqa: S606
    shown, left = b"", list(typed)
    try:
        while part := os.read(ours, 65536):
            shown += part
            if left and left[0][0].encode() in shown:
                os.write(ours, left.pop(0)[1].encode())
    except OSError:
        pass
    _, status = os.waitpid(child, 0)
    os.close(ours)
    return os.waitstatus_to_exitcode(status), shown.decode().replace("\r\n", "\n")


def _pipe(root, text):
    (root / "answer.md").write_text(text)
    return f"cat answer.md | {shlex.quote(sys.executable)} -m daykeep review import -"


def test_digest_from_a_pipe_is_confirmed_at_the_terminal_itself(desk, root, items):
    command = _pipe(root, tick(export(desk, root), ("approve", items[0])))
    code, shown = in_a_shell(root, command, ("Do this? [y/N]:", "y\n"))
    assert code == 0, shown
    assert memory_of(root) == ["- one"]


def test_yes_in_the_pipe_is_no_answer(desk, root, items):
    command = _pipe(root, tick(export(desk, root), ("approve", items[0])) + "y\ny\ny\n")
    code, _ = in_a_shell(root, command, ("Do this? [y/N]:", "n\n"))
    assert (code, memory_of(root)) == (0, [])


def test_pipe_without_a_terminal_is_refused(desk, root, items):
    text = tick(export(desk, root), ("approve", items[0]))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CLAUDE", "CODEX"))}
    words = [sys.executable, "-m", "daykeep", "review", "import", "-"]
    done = subprocess.run(
        words, cwd=root, env=kept, input=text + "y\n" * 9, text=True, capture_output=True,
        start_new_session=True, check=False,
    )  # fmt: skip
    assert (done.returncode, "only a person" in done.stderr) == (13, True)
    assert memory_of(root) == []


def test_passphrase_is_asked_before_the_digest_counts(desk, root, items):
    folder = desk.folder / "home" / ".config" / "daykeep"
    folder.mkdir(parents=True)
    (folder / APPROVAL_FILE).write_bytes(render_passphrase("seven grey herons", salt=os.urandom(16)))
    (root / "answer.md").write_text(tick(export(desk, root), ("approve", items[0])))
    typed = [("Passphrase", f"{guess}\n") for guess in ("a", "b", "c")]
    assert at_terminal(root, "review", "import", "answer.md", typed=typed)[0] == 13
    assert memory_of(root) == []
    typed = [("Passphrase", "seven grey herons\n"), ("[y/N]:", "y\n")]
    assert at_terminal(root, "review", "import", "answer.md", typed=typed)[0] == 0
    assert memory_of(root) == ["- one"]


def test_file_that_is_none_or_holds_no_box_is_a_usage_error(desk, root, items):
    code, shown = at_terminal(root, "review", "import", "nothing.md")
    assert (code, "there is no file" in shown) == (2, True)
    code, shown = take(root, "# Notes\n", answer="")
    assert (code, "no box" in shown) == (2, True)
    assert sha256_of((root / "answer.md").read_bytes()) == sha256_of(b"# Notes\n")
