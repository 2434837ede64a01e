"""Values put into JSON and taken out: the rest of the text stays as it is, to the character."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.text.jsonspans.reading import OBJECT, Node, parse_json, value_of
from daykeep.text.jsonspans.writing import Style, add, change, cut, find_style, render
from tests.text.jsonspans.layouts import layouts

VALUE = {"type": "command", "args": ["--workspace", "/home/ana/中"], "timeout": 15, "none": {}}


def containers(node: Node) -> list[Node]:
    inner = [*(member.value for member in node.members), *node.items]
    own = [] if node.kind == "plain" else [node]
    return own + [each for child in inner for each in containers(child)]


@given(layouts(), st.data())
def test_what_is_added_is_there_and_cutting_it_gives_back_the_very_text(
    text: str, data: st.DataObject
) -> None:
    found = containers(parse_json(text))
    if not found:
        return
    place = data.draw(st.integers(0, len(found) - 1))
    container = found[place]
    added = add(text, container, VALUE, find_style(text, parse_json(text)), key="new")
    after = containers(parse_json(added.text))[place]
    value = value_of(added.text, after)
    assert (value["new"] if container.kind == OBJECT else value[-1]) == VALUE
    assert len(after.parts) == len(container.parts) + 1
    assert cut(added.text, after, len(container.parts), inside=added.inside or "") == text


@given(layouts(), st.data())
def test_a_change_leaves_all_that_stands_around_it(text: str, data: st.DataObject) -> None:
    found = containers(parse_json(text))
    if not found:
        return
    node = data.draw(st.sampled_from(found))
    new = change(text, node, VALUE, find_style(text, parse_json(text)))
    assert new.startswith(text[: node.start])
    assert new.endswith(text[node.end :])
    assert json.loads(new[node.start : len(new) - len(text) + node.end]) == VALUE


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "new": [\n    1\n  ]\n}\n'),
        ('{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"new": [\n\t\t1\n\t]\n}'),
        ('{\r\n    "a": 1\r\n}', '{\r\n    "a": 1,\r\n    "new": [\r\n        1\r\n    ]\r\n}'),
        ('{"a": 1}', '{"a": 1, "new": [1]}'),
        ('{"a":1}', '{"a":1,"new":[1]}'),
        ("{}", '{\n  "new": [\n    1\n  ]\n}'),
        ('{"a:b" : 1}', '{"a:b" : 1, "new" : [1]}'),
    ],
)
def test_an_addition_looks_like_the_text_around_it(before: str, after: str) -> None:
    root = parse_json(before)
    assert add(before, root, [1], find_style(before, root), key="new").text == after


@pytest.mark.parametrize(("number", "left"), [(0, "[2, 3 ]"), (1, "[ 1, 3 ]"), (2, "[ 1, 2 ]")])
def test_a_cut_takes_one_comma_with_it(number: int, left: str) -> None:
    text = "[ 1, 2, 3 ]"
    taken = cut(text, parse_json(text), number)
    assert json.loads(taken) == json.loads(left)
    assert taken.count(",") == 1


def test_a_value_is_written_in_other_scripts_as_they_are() -> None:
    assert render({"k": ["é", []]}, Style("", "", ":", ",")) == '{"k":["é",[]]}'
