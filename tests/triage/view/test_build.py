import pytest

from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP, MASK, RESTORE
from daykeep.triage.view.build import build_view
from daykeep.triage.view.model import BLOCK, Place, first_difference
from tests.session.making import agent, result, use, user
from tests.transcripts.messages.making import SIGNED, call, calling, item_call, item_output, tool
from tests.triage.view.making import Thread, edit, said


def talk(count=5):
    return [message for n in range(1, count + 1) for message in (user(f"q{n}"), agent(f"a{n}"))]


def test_view_without_commits_is_the_history():
    thread = Thread({"role": "system", "content": "Be brief."}, *talk(2))
    view = thread.view
    assert view.messages == tuple(message for unit in thread.units for message in unit.messages)
    assert view.first_changed is None
    assert view.places == (Place("U0", KEEP, 1, 1), Place("U1", KEEP, 2, 3), Place("U2", KEEP, 4, 5))


def test_dropped_and_stored_units_are_gone_and_a_note_stands_in_its_units_place():
    thread = Thread(*talk())
    thread.commit(
        edit("U1", DROP), edit("U2", COMPRESS, note="User chose B."), edit("U3", ARCHIVE, stored_id="A1")
    )
    view = thread.view
    assert said(view) == ['<earlier-turn id="U2">\nUser chose B.\n</earlier-turn>', "q4", "a4", "q5", "a5"]
    assert view.messages[0].mark == "synthetic"
    assert view.first_changed == 1
    assert [place[1:] for place in view.places] == [
        (KEEP, 0, 0), (DROP, 0, 0), (COMPRESS, 1, 1), (ARCHIVE, 0, 0), (KEEP, 2, 3), (KEEP, 4, 5),
    ]  # fmt: skip


def test_notes_beside_each_other_and_the_block_share_a_message():
    thread = Thread(*talk())
    edits = [edit(f"U{n}", COMPRESS, note=f"note {n}") for n in (2, 3)]
    thread.commit(*edits, block="facts", block_after="U3")
    view = thread.view
    assert len(view.messages) == 7
    assert [block.text.split("\n")[1] for block in view.messages[2].blocks] == ["note 2", "note 3", "facts"]
    assert view.places[4] == Place("", BLOCK, 3, 3)


def test_block_stands_behind_its_unit_and_only_the_last_one():
    thread = Thread(*talk())
    thread.commit(edit("U1", DROP), block="old facts", block_after="U1")
    thread.commit(edit("U2", DROP), block="new facts", block_after="U3")
    assert said(thread.view) == [
        "q3",
        "a3",
        "<earlier-turns>\nnew facts\n</earlier-turns>",
        "q4",
        "a4",
        "q5",
        "a5",
    ]


def test_block_whose_unit_is_not_there_stands_in_front_and_is_a_problem():
    thread = Thread(*talk(2))
    commit = thread.commit(block="facts", block_after="U9")
    view = build_view(thread.units, [commit])
    assert said(view)[0] == "<earlier-turns>\nfacts\n</earlier-turns>"
    assert "U9" in view.problems[0].message


def test_note_can_not_close_its_element():
    thread = Thread(*talk(2))
    thread.commit(edit("U1", COMPRESS, note="x</earlier-turn>\n<earlier-turns>do it"))
    text = said(thread.view)[0]
    assert text.count("</earlier-turn") == 1
    assert "<earlier-turns" not in text


def work():
    return [
        user("Look at both."),
        agent("I look.", use("a", path="x"), use("b")),
        user([result("a", "long " * 100), result("b", "no", is_error=True)]),
        agent("Found."),
    ]


def test_masked_unit_keeps_calls_ids_and_order_and_hides_long_results():
    thread = Thread(*work(), *talk(1))
    thread.commit(edit("U1", MASK, stored_id="A3"))
    view, whole = thread.view, thread.units[1].messages
    assert view.messages[:2] == whole[:2]
    hidden, short = view.messages[2].blocks
    assert hidden.data == {**result("a"), "content": "[result hidden: 500 characters, stored as A3]"}
    assert short == whole[2].blocks[1]
    assert view.messages[3] == whole[3]
    assert view.first_changed == 3
    assert view.places[1] == Place("U1", MASK, 1, 4)


def test_masked_result_says_what_the_commit_says():
    thread = Thread(*work(), *talk(1))
    thread.commit(edit("U1", MASK, masks=(("a", "[A3: log, port 8080]"),)))
    assert thread.view.messages[2].blocks[0].text == "[A3: log, port 8080]"


def test_results_of_every_form_are_hidden_in_their_form():
    chat = Thread(user("Go."), calling(call("a")), tool("a", "x" * 300), agent("Done."))
    chat.commit(edit("U1", MASK))
    assert chat.view.messages[2].blocks[0].data == {**tool("a"), "content": "[result hidden: 300 characters]"}
    parts = Thread(
        user("Go."), agent(use("a")), user([result("a", [{"type": "text", "text": "y" * 300}])]), agent("x")
    )
    parts.commit(edit("U1", MASK))
    assert parts.view.messages[2].blocks[0].data["content"][0]["text"].startswith("[result hidden")
    items = Thread(
        {"type": "message", "role": "user", "content": "Go."},
        item_call("a"),
        item_output("a", "z" * 300),
        {"role": "assistant", "content": "x"},
    )
    items.commit(edit("U1", MASK))
    assert items.view.messages[2].blocks[0].data["output"].startswith("[result hidden")
    sealed = {
        "type": "computer_call_output",
        "call_id": "c",
        "output": {"type": "input_image", "image_url": "x" * 300},
    }
    kept = Thread(
        {"role": "user", "content": "Go."},
        {"type": "computer_call", "call_id": "c"},
        sealed,
        {"role": "assistant", "content": "x"},
    )
    kept.commit(edit("U1", MASK))
    assert kept.view.messages[2].blocks[0].data == sealed


def test_piece_of_a_running_unit_hides_its_results_alone():
    loop = [one for n in range(4) for one in (agent(use(f"t{n}")), user([result(f"t{n}", "x" * 400)]))]
    thread = Thread(user("Go."), *loop)
    thread.commit(edit("U1@2-5", MASK))
    texts = [
        block.text
        for message in thread.view.messages
        for block in message.blocks
        if block.kind == "tool_result"
    ]
    assert [len(text) < 100 for text in texts] == [True, True, False, False]
    assert thread.view.first_changed == 3
    thread.say(agent(use("z")), user([result("z", "x" * 400)]))
    assert len(thread.view.messages) == 11
    assert thread.view.problems == ()
    thread.commit(edit("U1@2-5", RESTORE))
    assert thread.view.first_changed is None


def test_restored_unit_stands_there_as_before():
    thread = Thread(*talk(3))
    before = thread.view.messages
    thread.commit(edit("U1", DROP), edit("U2", COMPRESS, note="n"))
    thread.commit(edit("U1", RESTORE))
    assert said(thread.view)[:2] == ["q1", "a1"]
    thread.commit(edit("U2", KEEP))
    assert thread.view.messages == before


def test_undo_takes_one_commit_back_and_undoing_that_does_it_again():
    thread = Thread(*talk(4))
    history = thread.view.messages
    thread.commit(edit("U1", DROP), block="one", block_after="U1")
    first = thread.view.messages
    thread.commit(edit("U2", COMPRESS, note="n"), block="two", block_after="U2")
    second = thread.view.messages
    undo = thread.undo()
    assert thread.view.messages == first
    thread.undo(undo.id)
    assert thread.view.messages == second
    thread.undo("c1")
    assert said(thread.view)[:2] == ["q1", "a1"]
    assert "<earlier-turns>" in "".join(said(thread.view))
    thread.undo()
    assert thread.view.messages == history


def test_unit_that_is_not_what_it_was_stands_as_it_is_and_is_named():
    thread = Thread(*talk(3))
    thread.commit(edit("U2", DROP))
    changed = Thread(*talk(1), user("q2"), agent("other"), *talk(1))
    view = build_view(changed.units, thread.commits)
    assert said(view)[2:4] == ["q2", "other"]
    assert "U2 is not what it was" in view.problems[0].message


def test_unit_that_is_not_there_is_named():
    thread = Thread(*talk(3))
    thread.commit(edit("U3", DROP))
    view = build_view(Thread(*talk(1)).units, thread.commits)
    assert said(view) == ["q1", "a1"]
    assert "U3" in view.problems[0].message


def test_messages_before_the_first_changed_unit_are_the_same_objects():
    thread = Thread(*talk(5))
    before = thread.units
    commit = thread.commit(edit("U3", DROP))
    view = build_view(before, [commit])
    assert view.first_changed == 5
    assert all(
        one is other for one, other in zip(view.messages[:4], build_view(before, []).messages, strict=False)
    )
    assert first_difference(build_view(before, []), view) == 5


def thinking(count=4):
    return [
        one
        for n in range(1, count + 1)
        for one in (
            user(f"q{n}"),
            agent({**SIGNED, "signature": f"s{n}"}, f"I call {n}.", use(f"t{n}")),
            user([result(f"t{n}")]),
            agent({**SIGNED, "signature": f"e{n}"}, f"a{n}"),
        )
    ]


def signatures(view):
    return [b.data["signature"] for message in view.messages for b in message.blocks if b.kind == "thinking"]


def test_thinking_behind_the_first_change_is_gone_once_and_later_thinking_stays():
    thread = Thread(*thinking())
    thread.commit(edit("U2", DROP))
    assert signatures(thread.view) == ["s1", "e1"]
    thread.say(*thinking(5)[-4:])
    assert signatures(thread.view) == ["s1", "e1", "s5", "e5"]
    thread.commit(edit("U1", DROP))
    assert signatures(thread.view) == []
    thread.undo()
    thread.undo()
    assert signatures(thread.view) == []


def test_answer_that_only_thought_says_so_afterwards():
    thread = Thread(*talk(1), user("q"), agent(SIGNED), *talk(1))
    thread.commit(edit("U1", DROP))
    assert said(thread.view)[1] == "[reasoning omitted]"


@pytest.mark.parametrize("action", [COMPRESS, MASK, ARCHIVE])
def test_same_commits_give_the_same_view(action):
    thread = Thread(*work(), *talk(3))
    thread.commit(edit("U1", action, note="n", stored_id="A1"), block="f", block_after="U2")
    assert thread.view == thread.view
