"""The block in somebody's file: every other byte stays, and it goes as it came."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.context.export.agents import Target
from daykeep.context.export.plan import plan_block, plan_removal
from daykeep.context.export.wording import render_pointer
from daykeep.files.encoding import decode

TARGET = Target("agents", "AGENTS.md")
RULE = Target("cursor", "daykeep.mdc", header=("---", "alwaysApply: true", "---", ""))
EN, ZH = render_pointer("~/a", "en"), render_pointer("~/a", "zh")

FILES = [
    b"# A\n",
    b"# A",
    b"# A\r\n\r\nb\r\n",
    b"# A\r\nb",
    b"\xef\xbb\xbf# A\n",
    "# 甲\n".encode("gb18030"),
    "# A\nb".encode("utf-16"),
    b"\n\n\n",
    b"",
    b"```\n<!-- daykeep:fence name=start -->\n",
    b"\xff\xfe\xfd bad\n",
    b"a\rb\r",
]


def doc(data: bytes, name="AGENTS.md"):
    return decode(data, name)


@pytest.mark.parametrize("data", FILES)
@pytest.mark.parametrize("body", [EN, ZH])
def test_file_gets_its_very_bytes_back(data, body):
    added = plan_block(doc(data), TARGET, body)
    assert added.state == "append"
    assert added.data is not None
    assert added.data.startswith(data)
    again = plan_block(doc(added.data), TARGET, body)
    assert (again.state, again.data) == ("kept", None)
    other = ZH if body is EN else EN
    changed = plan_block(doc(added.data), TARGET, other)
    assert changed.state == "update"
    for made in (added.data, changed.data):
        gone = plan_removal(doc(made), created=False, header="")
        assert (gone.state, gone.data, gone.empties) == ("remove", data, False)


@given(st.text(alphabet="# a\n\r`~<!->-中", max_size=60), st.sampled_from([EN, ZH, []]))
def test_any_text_gets_its_very_bytes_back(text, body):
    data = text.encode()
    added = plan_block(doc(data), TARGET, body)
    assert added.data is not None
    gone = plan_removal(doc(added.data), created=False, header="")
    assert gone.data == data


def test_block_somebody_wrote_below_keeps_their_text():
    added = plan_block(doc(b"# A\n"), TARGET, EN).data
    below = added + b"## Mine\n"
    updated = plan_block(doc(below), TARGET, ZH).data
    assert updated.startswith(b"# A\n")
    assert updated.endswith(b"## Mine\n")
    assert plan_removal(doc(updated), created=False, header="").data == b"# A\n## Mine\n"


def test_new_file_has_its_header_and_goes_with_the_block():
    made = plan_block(None, RULE, EN)
    assert made.state == "new"
    assert made.data.startswith(b"---\nalwaysApply: true\n---\n\n<!-- daykeep:fence name=start")
    gone = plan_removal(doc(made.data), created=True, header="\n".join(RULE.header))
    assert gone.empties
    kept = plan_removal(doc(made.data + b"mine\n"), created=True, header="\n".join(RULE.header))
    assert not kept.empties
    assert kept.data.endswith(b"mine\n")


def test_header_that_daykeep_wrote_follows_and_one_that_was_changed_stays():
    made = plan_block(None, RULE, EN).data
    other = RULE._replace(header=("---", "alwaysApply: false", "---", ""))
    known = "\n".join(RULE.header)
    assert plan_block(doc(made), other, EN, known_header=known).data == made.replace(b"true", b"false")
    mine = made.replace(b"---\nalwaysApply", b"---\nmine: 1\nalwaysApply")
    assert plan_block(doc(mine), other, EN, known_header=known).state == "kept"


def test_block_that_points_to_another_workspace_is_left_unless_forced():
    made = plan_block(doc(b"x\n"), TARGET, EN).data
    elsewhere = render_pointer("~/b", "en")
    assert plan_block(doc(made), TARGET, elsewhere) == ("other", None, False)
    assert plan_block(doc(made), TARGET, elsewhere, force=True).state == "update"


def test_file_without_a_block_has_nothing_to_remove():
    assert plan_removal(doc(b"x\n"), created=True, header="").state == "none"
    assert plan_removal(None, created=True, header="").state == "none"
