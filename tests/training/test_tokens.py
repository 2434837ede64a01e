"""Fitting the weights of the token estimate: what is at hand is counted, judged on documents left out, and named if it is not."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("scipy", reason="the train extra is not installed (scripts/train_tokens installs it)")
pytest.importorskip("bpe_openai")

import numpy as np

from daykeep.text.tokens import GENERAL, VOCABULARIES, estimate_tokens
from training import tokens
from training.texts import Piece, gather
from training.tokens import LEAST, MOST, count_pieces, find_counters, fit, left_out, mean_error

MADE = gather(tokens.DOCUMENTS / "nothing", tokens.DOCUMENTS / "nothing", tokens.MODULES / "nothing")


def counted_by(count, found=None):
    return count_pieces(found or MADE, {"o200k_base": count})


def everything(counted):
    return np.ones(len(counted.pieces), dtype=bool)


def test_weights_that_ship_lie_where_a_fit_looks_for_them():
    for weights in VOCABULARIES.values():
        for least, shipped, most in zip(LEAST.flat(), weights.flat(), MOST.flat(), strict=True):
            assert least - 1 <= shipped <= most + 1


@pytest.mark.parametrize("name", ["o200k_base", "claude"])
def test_a_fit_finds_the_weights_that_made_the_counts(name):
    counted = counted_by(lambda text: estimate_tokens(text, VOCABULARIES[name]))
    fitted = fit(counted, "o200k_base", everything(counted))
    for piece in counted.pieces[::7]:
        said = estimate_tokens(piece.text, VOCABULARIES[name])
        assert estimate_tokens(piece.text, fitted) == pytest.approx(said, rel=0.01, abs=1)


def test_a_document_is_judged_by_weights_that_did_not_see_it():
    odd = Piece("talk", "odd", "check the lock file before you deploy it again " * 20)
    plain = [Piece("talk", str(n), "the scheduler keeps a lock file and a log " * 20) for n in range(30)]
    others = [piece for piece in plain if piece.fold != odd.fold]

    def judged(costs):
        counted = counted_by(
            lambda text: costs if text == odd.text else len(text) // 4, {"talk": [odd, *others]}
        )
        return left_out(counted, "o200k_base")[0]

    assert judged(100) == judged(900)


def test_general_weights_are_fitted_to_the_mean_of_four_and_only_if_all_are_at_hand():
    lengths = {
        name: lambda text, part=part: max(1, len(text) // part) for part, name in enumerate(tokens.MEAN_OF, 2)
    }
    counted = count_pieces(MADE, lengths)
    assert counted.tokens[GENERAL][0] == pytest.approx(np.mean([counted.tokens[name][0] for name in lengths]))
    assert GENERAL not in count_pieces(MADE, dict(list(lengths.items())[:3])).tokens


def test_pieces_are_the_same_every_time_and_cut_from_what_is_at_hand(tmp_path):
    assert {"code", "Markdown", "numbers", "encoded bytes"} <= set(MADE)
    assert "Korean" not in MADE
    manual = tmp_path / "debian-handbook/html/ko-KR"
    manual.mkdir(parents=True)
    said = (
        "고객의 요청은 세 가지였습니다. 화면을 빠르게 보여 주는 것과 알림을 줄이는 것, 그리고 기록을 검색하는 것입니다. "
        * 20
    )
    (manual / "one.html").write_text(f"<p>{said}</p>\n<p>{'plain words ' * 40}</p>", encoding="utf-8")
    first, second = (gather(tmp_path, tmp_path, tmp_path / "none") for _ in range(2))
    assert first == second
    assert first["Korean"]
    assert not any("plain words" in piece.text for piece in first["Korean"])


def test_vocabularies_that_are_not_at_hand_are_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(tokens, "gather", lambda *_: {"numbers": MADE["numbers"], "code": MADE["code"][:40]})
    tokens.main(["--data", str(tmp_path), "--vocabularies", str(tmp_path)])
    said = capsys.readouterr().out
    for name in ("claude", "gemma", "qwen", "deepseek", "llama"):
        assert f"left out: the vocabulary of {name}" in said
    assert "\ngeneral " not in said
    rows = {line.split()[0]: line.split() for line in said.partition("\n\n")[0].splitlines()}
    assert rows["code"][1] == "40"
    assert float(rows["numbers"][2]) < float(rows["numbers"][4]) / 3


def test_errors_by_kind_on_code_are_what_the_page_gives():
    counted = count_pieces({"code": MADE["code"]}, find_counters(None))
    for name in ("o200k_base", "cl100k_base"):
        assert mean_error(left_out(counted, name), counted.tokens[name]) < 10


def test_usage_of_a_conversation_tells_what_a_counted_token_cost(tmp_path):
    entries = []
    prompt = 1_000
    for n in range(1, 9):
        usage = {"input": prompt, "output": 10, "cacheRead": 0, "cacheWrite": 0}
        entries.append({"role": "assistant", "model": "m", "stopReason": "toolUse", "usage": usage})
        entries.append({"role": "toolResult", "content": [{"type": "text", "text": "x" * 200 * n}]})
        prompt += 10 + 2 * 200 * n + 8
    path = tmp_path / "s.jsonl"
    path.write_text("\n".join(json.dumps({"message": entry}) for entry in entries), encoding="utf-8")
    assert tokens.against_usage(path, len) == (
        "7 results in a conversation with m: 2.00 times what the vocabulary of claude counts and 8 tokens around each,"
        " mean error 0 %"
    )
