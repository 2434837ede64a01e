"""Changes of core files that somebody asks for: what may wait, and what approval does to the bytes."""

from __future__ import annotations

import pytest

from daykeep.errors import DocumentError, RefusedError, UsageError
from daykeep.files.encoding import decode
from daykeep.files.store import Files
from daykeep.memory.decisions import is_trusted, record_trust
from daykeep.memory.sources import hash_line, load_asked, load_sources
from daykeep.review.account.verify import verify
from daykeep.review.asking.patch import Edit
from daykeep.review.asking.propose import (
    PATCH,
    draft_changes,
    find_proposable,
    find_refusal,
    plan_append,
    plan_patch,
)
from daykeep.review.provenance.why import why
from daykeep.review.queue.proposals import CHANGE, Draft
from daykeep.review.stores.filestore import FileStore
from daykeep.review.verdict.change import plan_changes
from daykeep.review.verdict.decide import APPROVED, REJECTED
from daykeep.review.verdict.hunks import APPEND
from daykeep.review.waiting.rebase import CONFLICT, FITS, THERE, rebase_item
from daykeep.workspace.layout import read_layout
from tests.git.playground import NOON
from tests.review.deciding import OFF, Forgetful, decide_all, desk_of
from tests.review.proposal_contract import an_item

DAY = an_item().day
SOUL = b"\xef\xbb\xbf# Soul\r\n\r\nI am calm.\r\n- tea\r\n- walks"


def _append(document, text, name="SOUL.md", origin="agent"):
    return draft_changes(name, document, [plan_append(document, text)], origin=origin, day=DAY, rule=APPEND)


def _after(data, draft):
    planned = plan_changes(decode(data, "SOUL.md"), draft.items, name="SOUL.md", language="en")
    return planned.document.data


def _queue(files, draft):
    return FileStore(files).create(draft, now=NOON)


@pytest.fixture
def files(tmp_path):

    (tmp_path / "SOUL.md").write_bytes(SOUL)
    (tmp_path / "MEMORY.md").write_bytes(b"# Memory\n")
    (tmp_path / "AGENTS.md").write_bytes(b"# Agents\n")
    return Files(tmp_path)


def test_appended_text_keeps_every_byte_and_takes_on_the_line_ends(files):
    draft = _append(files.find_document("SOUL.md"), "- long letters\n")
    assert _after(SOUL, draft) == SOUL + b"\r\n- long letters"


def test_appended_paragraph_stands_behind_a_blank_line(files):
    draft = _append(files.find_document("SOUL.md"), "## Tone\nShort.")
    assert _after(SOUL, draft) == SOUL + b"\r\n\r\n## Tone\r\nShort."


def test_text_is_appended_at_the_end_that_the_file_has_by_then(files):
    draft = _append(files.find_document("SOUL.md"), "- long letters")
    grown = SOUL + b"\r\n- rain\r\n"
    assert _after(grown, draft) == grown + b"- long letters\r\n"


def test_appended_text_is_not_appended_again(files):
    draft = _append(files.find_document("SOUL.md"), "- long letters")
    once = _after(SOUL, draft)
    assert _after(once, draft) == once


@pytest.mark.parametrize(
    "then",
    [SOUL.replace(b"\r\nI am calm.", b""), SOUL.replace(b"- tea\r\n", b""), b"", b"# Soul\r\n"],
    ids=["above", "beside", "empty", "title"],
)
def test_text_appended_to_a_file_that_has_become_shorter_is_not_appended_again(files, then):
    draft = _append(files.find_document("SOUL.md"), "- long letters")
    once = _after(then, draft)
    assert once.count(b"- long letters") == 1
    assert _after(once, draft) == once


def test_text_that_stood_there_before_is_appended_when_it_was_asked_for(files):
    then = b"# Soul\n\n- long letters\n- tea\n- rain\n- wind\n- sun\n"
    (files.root / "SOUL.md").write_bytes(then)
    draft = _append(files.find_document("SOUL.md"), "- long letters")
    shorter = then.replace(b"# Soul\n\n", b"")
    for start in (then, shorter):
        assert _after(start, draft) == start + b"- long letters\n"
        assert _after(_after(start, draft), draft) == start + b"- long letters\n"


def test_patch_finds_its_place_in_a_file_that_grew_above_it(files):
    patch = "@@ -4 +4,2 @@\n - tea\n+- green tea\n"
    document = files.find_document("SOUL.md")
    edits = plan_patch(document, patch, name="SOUL.md")
    draft = draft_changes("SOUL.md", document, edits, origin="agent", day=DAY, rule=PATCH)
    grown = SOUL.replace(b"# Soul", b"# Soul\r\n\r\nHello.")
    assert _after(grown, draft) == grown.replace(b"- tea\r\n", b"- tea\r\n- green tea\r\n")


def test_change_whose_surroundings_are_gone_is_refused_and_overwrites_nothing(files):
    document = files.find_document("SOUL.md")
    edits = plan_patch(document, "@@ -3 +3 @@\n-I am calm.\n+I am loud.\n", name="SOUL.md")
    draft = draft_changes("SOUL.md", document, edits, origin="agent", day=DAY, rule=PATCH)
    made = _queue(files, draft)
    (files.root / "SOUL.md").write_bytes(SOUL.replace(b"calm", b"quiet"))
    done = decide_all(files, FileStore(files), desk_of(OFF), made, APPROVED)
    assert done.approved == ()
    assert "no longer as they were" in done.refused[0][1]
    assert (files.root / "SOUL.md").read_bytes() == SOUL.replace(b"calm", b"quiet")


def test_approved_change_is_written_and_its_content_is_on_record(files):
    record_trust(files, {"SOUL.md": files.find_document("SOUL.md").sha256}, now=NOON, by="ada", how="trust")
    made = _queue(files, _append(files.find_document("SOUL.md"), "- long letters"))
    done = decide_all(files, FileStore(files), desk_of(OFF), made, APPROVED)
    assert [item.id for item in done.approved] == [made.items[0].id]
    document = files.find_document("SOUL.md")
    assert document.data == SOUL + b"\r\n- long letters"
    assert is_trusted(files, "SOUL.md", document.sha256)
    assert FileStore(files).list_waiting().proposals == ()


def test_approval_of_a_change_does_not_cover_an_edit_that_nobody_approved(files):
    record_trust(files, {"SOUL.md": "0" * 64}, now=NOON, by="ada", how="trust")
    made = _queue(files, _append(files.find_document("SOUL.md"), "- long letters"))
    decide_all(files, FileStore(files), desk_of(OFF), made, APPROVED)
    assert not is_trusted(files, "SOUL.md", files.find_document("SOUL.md").sha256)


def test_missing_core_file_is_made_by_an_approved_text(files):
    made = _queue(files, _append(None, "# Heartbeat\n- look at the post", name="HEARTBEAT.md"))
    decide_all(files, FileStore(files), desk_of(OFF), made, APPROVED)
    assert (files.root / "HEARTBEAT.md").read_bytes() == b"# Heartbeat\n- look at the post\n"


def test_change_of_memory_is_made_in_memory_and_teaches_nothing(files):
    made = _queue(
        files, _append(files.find_document("MEMORY.md"), "- Ask before you delete", name="MEMORY.md")
    )
    decide_all(files, FileStore(files), desk_of(OFF), made, APPROVED)
    assert (files.root / "MEMORY.md").read_bytes() == b"# Memory\n\n- Ask before you delete\n"
    assert load_sources(files) == ([], [])


def test_change_decided_again_after_a_kill_is_made_once(files):
    made = _queue(files, _append(files.find_document("SOUL.md"), "- long letters"))
    decide_all(files, Forgetful(FileStore(files)), desk_of(OFF), made, APPROVED)
    decide_all(files, FileStore(files), desk_of(OFF), made, APPROVED)
    assert (files.root / "SOUL.md").read_bytes() == SOUL + b"\r\n- long letters"


def test_rejected_change_is_not_proposed_again(files):
    draft = _append(files.find_document("SOUL.md"), "- long letters")
    made = _queue(files, draft)
    assert find_refusal(files, draft) == ""
    decide_all(files, FileStore(files), desk_of(OFF), made, REJECTED)
    assert find_refusal(files, draft) == NOON.date().isoformat()


@pytest.mark.parametrize("origin", ["tool", "web", "import", "hook"])
def test_strangers_text_never_waits_for_a_core_file(files, origin):
    with pytest.raises(RefusedError, match="is data"):
        _append(files.find_document("SOUL.md"), "I like tea", origin=origin)
    assert _append(files.find_document("MEMORY.md"), "I like tea", name="MEMORY.md", origin=origin).items


@pytest.mark.parametrize("origin", ["tool", "web", "import", "hook"])
def test_proposal_that_was_tampered_with_does_not_write_a_strangers_text(files, origin):
    draft = _append(files.find_document("SOUL.md"), "I like tea")
    made = _queue(files, draft._replace(items=tuple(item._replace(origin=origin) for item in draft.items)))
    done = decide_all(files, FileStore(files), desk_of(OFF), made, APPROVED)
    assert (done.approved, (files.root / "SOUL.md").read_bytes()) == ((), SOUL)


@pytest.mark.parametrize(
    "target", ["daykeep.toml", ".git/hooks/post-commit", "../out.md", "memory/2026-03-10.md"]
)
def test_proposal_about_another_file_changes_nothing(files, target):
    item = _append(None, "x", name="SOUL.md").items[0]
    made = _queue(files, Draft("propose", target, None, (item,)))
    done = decide_all(files, FileStore(files), desk_of(OFF), made, APPROVED)
    assert (done.approved, item.action) == ((), CHANGE)
    assert sorted(path.name for path in files.root.iterdir() if path.is_file()) == [
        "AGENTS.md",
        "MEMORY.md",
        "SOUL.md",
    ]


def test_secret_is_refused_and_not_said(files):
    key = "ghp_" + "a1B2" * 9
    with pytest.raises(RefusedError, match="holds a secret") as caught:
        _append(files.find_document("SOUL.md"), f"the token is {key}")
    assert key not in caught.value.message


def test_secret_of_the_file_itself_is_kept_in_no_proposal(files):
    key = "ghp_" + "a1B2" * 9
    (files.root / "SOUL.md").write_text(f"# Soul\ntoken {key}\nI am calm.\n")
    document = files.find_document("SOUL.md")
    edits = plan_patch(
        document, f"@@ -2,2 +2,2 @@\n-token {key}\n-I am calm.\n+I am calm.\n+And kind.\n", name="SOUL.md"
    )
    made = _queue(files, draft_changes("SOUL.md", document, edits, origin="agent", day=DAY, rule=PATCH))
    assert key not in repr(made)
    decide_all(files, FileStore(files), desk_of(OFF), made, APPROVED)
    assert (files.root / "SOUL.md").read_text() == "# Soul\nI am calm.\nAnd kind.\n"


def test_mark_of_daykeeps_own_is_refused(files):
    with pytest.raises(RefusedError, match="mark"):
        _append(files.find_document("SOUL.md"), "<!-- daykeep:fence x -->")


def test_reason_names_hidden_characters_and_what_asks_to_be_run(files):
    reason = _append(files.find_document("SOUL.md"), "see\u202e https://example.org/x").items[0].reason
    assert "U+202E" in reason
    assert "a URL" in reason


def test_only_core_files_and_memory_can_be_changed_so(files):
    layout = read_layout(files)
    assert find_proposable(layout, "./SOUL.md") == "SOUL.md"
    assert find_proposable(layout, "TOOLS.md") == "TOOLS.md"
    for name in ("daykeep.toml", "soul.md", "../SOUL.md", "memory/2026-03-10.md"):
        with pytest.raises(UsageError):
            find_proposable(layout, name)


def test_empty_text_and_missing_file_are_errors(files):
    with pytest.raises(UsageError):
        _append(files.find_document("SOUL.md"), "\n \n")
    with pytest.raises(DocumentError):
        plan_patch(None, "@@ -1 +1 @@\n-a\n+b\n", name="TOOLS.md")


def test_deletion_alone_is_a_change_that_can_be_stored(files):
    document = files.find_document("SOUL.md")
    edit = Edit(3, (), ("I am calm.",), (), ("- tea",))
    made = _queue(files, draft_changes("SOUL.md", document, [edit], origin="agent", day=DAY, rule=PATCH))
    assert FileStore(files).find(made.id) == made
    decide_all(files, FileStore(files), desk_of(OFF), made, APPROVED)
    assert (files.root / "SOUL.md").read_bytes() == SOUL.replace(b"I am calm.\r\n", b"")


def test_rebase_says_of_a_change_whether_it_fits_is_made_or_is_in_conflict(files):
    document = files.find_document("SOUL.md")
    edits = plan_patch(document, "@@ -3 +3 @@\n-I am calm.\n+I am loud.\n", name="SOUL.md")
    (item,) = draft_changes("SOUL.md", document, edits, origin="agent", day=DAY, rule=PATCH).items
    states = {
        state: rebase_item(item, document, decode(data, "SOUL.md")).state
        for state, data in {
            FITS: b"# Soul\n\nHello.\n\n" + SOUL[3:],
            THERE: SOUL.replace(b"calm", b"loud"),
            CONFLICT: SOUL.replace(b"calm", b"quiet"),
        }.items()
    }
    assert states == {FITS: FITS, THERE: THERE, CONFLICT: CONFLICT}


def test_line_that_somebody_asked_for_in_memory_has_a_source_record_and_is_accounted_for(tmp_path):
    (tmp_path / "MEMORY.md").write_text("# Memory\n\n- Drink water\n")
    files = Files(tmp_path)
    document = files.find_document("MEMORY.md")
    record_trust(files, {"MEMORY.md": document.sha256}, now=NOON, by="ada", how="trust")
    (tmp_path / "MEMORY.md").write_text("# Memory\n\n- Drink water\n- sneaky\n")
    document = files.find_document("MEMORY.md")
    made = FileStore(files).create(_append(document, "- Ask before a deploy", "MEMORY.md"), now=NOON)
    for store in (Forgetful(FileStore(files)), FileStore(files)):
        decide_all(files, store, desk_of(OFF), made, APPROVED)
    (record,) = load_asked(files)
    assert (record.origin, record.by, record.proposal, record.day) == (
        "agent",
        "ada",
        made.id,
        DAY.isoformat(),
    )
    assert record.line == hash_line("- Ask before a deploy")
    answer = why(files, OFF, "- Ask before a deploy", memory="MEMORY.md")
    assert (answer.asked, answer.sources) == ((record,), ())
    assert load_sources(files) == ([], [])
    assert "- Ask before a deploy" not in [
        line.text for line in verify(files, read_layout(files), OFF).doubtful
    ]
