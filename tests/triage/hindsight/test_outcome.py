"""What came of a commit, as soon as the next answer tells."""

import json

from daykeep.files.store import Files
from daykeep.transcripts.messages.read import read_conversation
from daykeep.triage.run.desk import Desk
from tests.triage.run.desks import begin, check


def answer(desk, **usage):
    said = [{"role": "user", "content": "Go on."}, {"role": "assistant", "content": "On it."}]
    found = read_conversation(json.dumps(said).encode()).messages
    desk.sessions.append("s", [found[0], found[1]._replace(usage=usage)])


def test_the_prediction_is_held_against_the_next_answers_usage_once(tmp_path):
    begin(tmp_path)
    desk = Desk(Files(tmp_path), "s")
    assert check(tmp_path, desk, budget=8_000, must_fit=False).did
    check(tmp_path, desk, budget=10**6, must_fit=False, force=False)
    assert desk.log.outcomes() == []  # nobody has answered yet
    answer(
        desk, input_tokens=5, cache_read_input_tokens=700, cache_creation_input_tokens=2_000, output_tokens=3
    )
    for _ in range(2):
        check(tmp_path, desk, budget=10**6, must_fit=False, force=False)
    [outcome] = desk.log.outcomes()
    assert outcome["realised"] == {"cached": 700, "created": 2_000}
    assert outcome["check_id"] == "K1"
    assert 0 <= outcome["error"] <= 1
