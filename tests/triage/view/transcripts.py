"""Conversations as agents have them, generated: parallel calls, aborted ones, split results, thinking, pictures, reminders."""

from typing import Any

from hypothesis import strategies as st

from tests.session.making import (
    agent,
    call,
    calling,
    item,
    item_call,
    item_output,
    result,
    text,
    tool,
    use,
    user,
)

IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}
REMINDER = "<system-reminder>Two files changed.</system-reminder>"
WORDS = st.sampled_from(["Go on.", "谢谢", "Use port 8080, not 80.", "x", "Read a.py and b.py 👍"])
LONG = "a line of a long log\n" * 12

STEP = st.fixed_dictionaries(
    {
        "calls": st.integers(0, 3),
        "think": st.booleans(),
        "say": st.booleans(),
        "split": st.booleans(),
        "reminder": st.booleans(),
        "image": st.booleans(),
        "error": st.booleans(),
    }
)
TURN = st.fixed_dictionaries(
    {
        "words": WORDS,
        "picture": st.booleans(),
        "steps": st.lists(STEP, max_size=3),
        "last": st.sampled_from(["answer", "answer", "answer", "answer", "nothing", "thought"]),
        "broken": st.sampled_from(["", "", "", "", "", "aborted", "late", "orphan", "mixed", "twice"]),
    }
)
TURNS = st.lists(TURN, min_size=3, max_size=6)
GOOD_TURN = TURN.map(lambda turn: {**turn, "broken": "", "last": "answer"})
GOOD_TURNS = st.lists(GOOD_TURN, min_size=2, max_size=5)


class Maker:
    """Writes turns as messages of one provider; ids count up, so that more turns change nothing before them."""

    def __init__(self, form: str) -> None:
        self.form = form
        self.count = 0

    def turns(self, turns: list[dict[str, Any]]) -> list[Any]:
        return [message for turn in turns for message in self.turn(turn)]

    def turn(self, turn: dict[str, Any]) -> list[Any]:
        anthropic: list[Any] = [user([text(turn["words"]), IMAGE] if turn["picture"] else turn["words"])]
        for step in turn["steps"]:
            anthropic += self.step(step)
        anthropic += self.broken(turn["broken"])
        if turn["last"] == "answer":
            anthropic.append(agent(f"Done {self.count}."))
        elif turn["last"] == "thought":
            anthropic.append(agent(self.thought(), f"So {self.count}."))
        return self.written(anthropic)

    def thought(self) -> dict[str, Any]:
        self.count += 1
        return {"type": "thinking", "thinking": "hm", "signature": f"sig{self.count}"}

    def step(self, step: dict[str, Any]) -> list[Any]:
        ids = [self.ident() for _ in range(step["calls"])]
        blocks = [self.thought()] if step["think"] else []
        blocks += [text(f"Step {self.count}.")] if step["say"] or not ids else []
        made = [agent(*blocks, *(use(one, path=f"{one}.py") for one in ids))]
        content: Any = [text(LONG), IMAGE] if step["image"] else LONG
        results = [result(one, content, **({"is_error": True} if step["error"] else {})) for one in ids]
        aside = [text(REMINDER)] if step["reminder"] else []
        if step["split"] and len(results) > 1 and self.form != "anthropic":
            made += [user([one]) for one in results]
        elif results:
            made.append(user([*results, *aside]))
        elif aside:
            made.append(user(aside))
        return made

    def ident(self) -> str:
        self.count += 1
        return f"t{self.count}"

    def broken(self, kind: str) -> list[Any]:
        one = self.ident()
        if kind == "aborted":
            return [agent(use(one)), user("[Request interrupted by user]")]
        if kind == "late":
            return [agent(use(one)), user("Wait."), user([result(one, LONG)])]
        if kind == "orphan":
            return [agent("Hm."), user([result(one, LONG)])]
        if kind == "mixed":
            return [agent(use(one)), user([text("And use B."), result(one, LONG)])]
        if kind == "twice":
            return [agent(use(one)), user([result(one, LONG)]), agent("Hm."), user([result(one, "again")])]
        return []

    def written(self, messages: list[Any]) -> list[Any]:
        if self.form == "anthropic":
            return messages
        write = self.chat if self.form == "openai" else self.items
        return [made for message in messages for made in write(message)]

    def chat(self, message: dict[str, Any]) -> list[Any]:
        blocks = _blocks(message)
        said = "\n".join(block["text"] for block in blocks if block["type"] == "text")
        if message["role"] == "assistant":
            calls = [call(block["id"]) for block in blocks if block["type"] == "tool_use"]
            return [
                calling(*calls, content=said or None)
                if calls
                else {"role": "assistant", "content": said or "…"}
            ]
        made = [tool(block["tool_use_id"], LONG) for block in blocks if block["type"] == "tool_result"]
        return [*made, *([user(said)] if said else [])]

    def items(self, message: dict[str, Any]) -> list[Any]:
        made = []
        for block in _blocks(message):
            if block["type"] == "thinking":
                made.append(
                    {
                        "type": "reasoning",
                        "id": f"rs_{block['signature']}",
                        "summary": [],
                        "encrypted_content": "z",
                    }
                )
            elif block["type"] == "text":
                made.append(item(message["role"], block["text"]))
            elif block["type"] == "tool_use":
                made.append(item_call(block["id"], id=f"fc_{block['id']}"))
            elif block["type"] == "tool_result":
                made.append(item_output(block["tool_use_id"], LONG))
        return made


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message["content"]
    return [text(content)] if isinstance(content, str) else content


FORMS = st.sampled_from(["anthropic", "openai", "responses"])
EDITS = st.lists(
    st.tuples(st.integers(1, 5), st.sampled_from(["compress", "archive", "drop", "mask", "mask", "restore"])),
    min_size=1,
    max_size=5,
)
COMMITS = st.lists(
    st.fixed_dictionaries(
        {
            "edits": EDITS,
            "block": st.booleans(),
            "pieces": st.booleans(),
            "after": st.integers(0, 8),
            "undo": st.sampled_from([0, 0, 0, 0, 1, 2]),
        }
    ),
    min_size=1,
    max_size=4,
)
