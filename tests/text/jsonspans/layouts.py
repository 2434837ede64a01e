"""JSON texts of any content, laid out in any way that the grammar allows."""

from __future__ import annotations

from hypothesis import strategies as st

SPACES = st.sampled_from(["", "", " ", "\n", "\r\n", "\t", "\n  ", " \n\t ", "\r"])
NUMBERS = st.sampled_from(["0", "-0", "1.50", "1E400", "12345678901234567890123", "-1e-7", "0.0e+1"])
WORDS = st.sampled_from(["true", "false", "null"])
PIECES = st.sampled_from(
    ["a", "hooks", "Stop", "中", "🌙", "\\u4e2d", "\\/", '\\"', "\\\\", "\\n", "{", "}", "[", ",", ":", " "]
)
STRINGS = st.lists(PIECES, max_size=3).map(lambda parts: '"' + "".join(parts) + '"')


@st.composite
def layouts(draw: st.DrawFn) -> str:
    """A JSON text."""
    return draw(SPACES) + draw(values()) + draw(SPACES)


def values() -> st.SearchStrategy[str]:
    """A value's text."""
    return st.recursive(
        st.one_of(NUMBERS, WORDS, STRINGS),
        lambda inner: st.one_of(arrays(inner), objects(inner)),
        max_leaves=8,
    )


@st.composite
def arrays(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    """An array's text."""
    return "[" + spaced(draw, draw(st.lists(inner, max_size=3))) + "]"


@st.composite
def objects(draw: st.DrawFn, inner: st.SearchStrategy[str], keys: st.SearchStrategy[str] = STRINGS) -> str:
    """An object's text; keys may stand there twice."""
    pairs = draw(st.lists(st.tuples(keys, inner), max_size=3))
    return "{" + spaced(draw, [key + draw(SPACES) + ":" + draw(SPACES) + value for key, value in pairs]) + "}"


def spaced(draw: st.DrawFn, parts: list[str]) -> str:
    """Parts with commas, and white space wherever it may stand."""
    if not parts:
        return draw(SPACES)
    return ",".join(draw(SPACES) + part + draw(SPACES) for part in parts)


def settings_texts() -> st.SearchStrategy[str]:
    """Settings: an object that may hold hooks, of any form that hooks can be put into."""
    key = st.sampled_from(['"Stop"', '"SessionStart"', '"PreCompact"', '"PreToolUse"', '"\\u0053top"'])
    hooks = objects(arrays(values()), key)

    @st.composite
    def build(draw: st.DrawFn) -> str:
        pairs = draw(
            st.lists(st.tuples(st.sampled_from(['"model"', '"env"', '"a:b"', '""']), values()), max_size=2)
        )
        pairs += [('"hooks"', text) for text in draw(st.lists(hooks, max_size=2))]
        pairs = draw(st.permutations(pairs))
        texts = [name + draw(SPACES) + ":" + draw(SPACES) + value for name, value in pairs]
        return draw(SPACES) + "{" + spaced(draw, texts) + "}" + draw(SPACES)

    return build()
