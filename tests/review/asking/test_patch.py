"""The reader of unified diffs: what fits to the letter, and clear errors for everything else."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.errors import DocumentError, UsageError
from daykeep.files.encoding import decode
from daykeep.review.asking.patch import parse_patch
from daykeep.review.asking.propose import PATCH, draft_changes
from daykeep.review.verdict.change import plan_changes
from tests.review.proposal_contract import an_item

LINES = ["# Soul", "", "I am calm.", "I like tea.", "", "I ask first."]
DAY = an_item().day


def _diff(old, new, context=3, name="SOUL.md"):
    rows = difflib.unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm="", n=context)
    return "\n".join(rows) + "\n"


def _patched(old, patch, end="\n"):
    document = decode(end.join([*old, ""]).encode(), "SOUL.md")
    edits = parse_patch(patch, name="SOUL.md", lines=document.texts)
    draft = draft_changes("SOUL.md", document, edits, origin="agent", day=DAY, rule=PATCH)
    planned = plan_changes(document, draft.items, name="SOUL.md", language="en")
    assert planned.refused == ()
    return planned.document.texts


def test_patch_changes_exactly_the_lines_that_it_names():
    new = ["# Soul", "", "I am calm.", "I like green tea.", "", "I ask first.", "I say so."]
    assert _patched(LINES, _diff(LINES, new)) == new


def test_each_run_of_changed_lines_is_an_edit_of_its_own():
    new = ["# Soul!", "", "I am calm.", "I like tea.", "", "I ask."]
    edits = parse_patch(_diff(LINES, new), name="SOUL.md", lines=LINES)
    assert [(edit.removed, edit.added) for edit in edits] == [
        (("# Soul",), ("# Soul!",)),
        (("I ask first.",), ("I ask.",)),
    ]


@given(
    st.lists(st.sampled_from(["a", "b", "", "- c", "d"]), min_size=1, max_size=12),
    st.lists(st.sampled_from(["a", "b", "", "- c", "x"]), max_size=12),
    st.integers(1, 4),
)
def test_patch_made_of_two_texts_makes_one_of_the_other(old, new, context):
    patch = _diff(old, new, context)
    if old == new:
        with pytest.raises(UsageError):
            parse_patch(patch, name="SOUL.md", lines=old)
    else:
        assert list(_patched(old, patch)) == new


def test_context_that_is_not_there_names_line_and_both_texts():
    patch = _diff(["# Soul", "", "I am quick."], ["# Soul", "", "I am slow."])
    with pytest.raises(
        DocumentError, match=r'SOUL.md:3: the patch expects "I am quick.", the file has "I am calm."'
    ):
        parse_patch(patch, name="SOUL.md", lines=LINES)


def test_diff_of_a_copy_without_labels_is_refused_with_the_labels_that_it_needs():
    patch = "--- SOUL.md\n+++ copy.md\n@@ -1 +1 @@\n-# Soul\n+# Me\n"
    with pytest.raises(UsageError, match=r'the patch is about "copy.md"') as caught:
        parse_patch(patch, name="SOUL.md", lines=LINES)
    assert caught.value.hint is not None
    assert "--label SOUL.md --label SOUL.md SOUL.md COPY" in caught.value.hint
    labelled = patch.replace("copy.md", "SOUL.md")
    assert [edit.added for edit in parse_patch(labelled, name="SOUL.md", lines=LINES)] == [("# Me",)]


def test_context_behind_the_end_of_the_file_is_an_error():
    patch = _diff([*LINES, "more"], [*LINES, "less"])
    with pytest.raises(DocumentError, match="the file ends before it"):
        parse_patch(patch, name="SOUL.md", lines=LINES)


@pytest.mark.parametrize(
    "patch",
    [
        "",
        "hello\n",
        "--- a/SOUL.md\n+++ b/SOUL.md\n",
        "--- a/USER.md\n+++ b/USER.md\n@@ -1 +1 @@\n-# Soul\n+# User\n",
        "--- a/SOUL.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-# Soul\n",
        "--- a/SOUL.md\n+++ b/../SOUL.md\n@@ -1 +1 @@\n-# Soul\n+# User\n",
        "@@ -1,2 +1,2 @@\n-# Soul\n+# Me\n",
        "@@ -1 +1,3 @@\n-# Soul\n+# Me\n",
        "@@ -1 +1 @@\n-# Soul\n*# Me\n",
        "@@ -3 +3 @@\n-I am calm.\n+I am.\n@@ -1 +1 @@\n-# Soul\n+# Me\n",
        "@@ -1 +1 @@\n-# Soul\n+# Me\nrename to USER.md\n",
        "rename from SOUL.md\nrename to x\n@@ -1 +1 @@\n-# Soul\n+# Me\n",
        "GIT binary patch\n",
        "@@ -1,2 +1,2 @@\n # Soul\n \n",
    ],
)
def test_what_is_no_diff_of_this_file_is_refused(patch):
    with pytest.raises(UsageError):
        parse_patch(patch, name="SOUL.md", lines=LINES)


def test_diff_as_git_writes_it_is_read():
    patch = (
        "diff --git a/SOUL.md b/SOUL.md\nindex 1234567..89abcde 100644\n--- a/SOUL.md\n+++ b/SOUL.md\n"
        "@@ -6 +6,2 @@ I like tea.\n I ask first.\n+I say so.\n\\ No newline at end of file\n"
    )
    assert _patched(LINES, patch) == [*LINES, "I say so."]


def test_secret_in_the_context_of_an_error_is_masked():
    key = "ghp_" + "a1B2" * 9
    patch = f"@@ -1 +1 @@\n-token {key}\n+none\n"
    with pytest.raises(DocumentError) as caught:
        parse_patch(patch, name="SOUL.md", lines=LINES)
    assert key not in caught.value.message
