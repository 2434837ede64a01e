"""Keys on a screen that is not shown: what they do where a real terminal could not be asked in time."""

from __future__ import annotations

from prompt_toolkit.keys import Keys

from daykeep.errors import DocumentError
from daykeep.review.queue.proposals import APPROVED
from daykeep.tui.keys import bind, do
from daykeep.tui.screen import Screen, Tools
from tests.tui.views import a_choice, a_view


def a_screen(look=a_view, texts=("- one", "- two")):
    screen = Screen([a_choice(text) for text in texts], Tools(look, lambda _: (), lambda _: None))
    screen.paint()
    return screen


def press(screen, *keys):
    for key in keys:
        do(screen, key, key)


def statuses(screen):
    return [mark.status for mark in screen.state.marks]


def test_nothing_is_decided_before_anything_was_shown():
    screen = Screen([a_choice()], Tools(a_view, lambda _: (), lambda _: None))
    press(screen, "y", "n", "d")
    assert statuses(screen) == [""]


def test_nothing_is_decided_on_a_screen_too_small_to_see_it():
    screen = a_screen()
    screen.frame = screen.frame._replace(is_blind=True)
    press(screen, "y", "n", "d")
    assert statuses(screen) == ["", ""]


def test_item_that_cannot_be_shown_cannot_be_decided():
    def fail(choice):
        raise DocumentError("no such file")

    screen = a_screen(fail)
    assert "no such file" in screen.view()
    press(screen, "y", "n", "d", "o")
    assert statuses(screen) == ["", ""]
    assert screen.state.page == "list"


def test_capital_letters_decide_like_small_ones_and_moves_tell_them_apart():
    screen = a_screen()
    press(screen, "G")
    assert screen.state.cursor == 1
    press(screen, "g", "Y")
    assert statuses(screen) == [APPROVED, ""]


def test_special_keys_without_a_meaning_do_nothing():
    screen = a_screen()
    before = screen.state
    for key in (Keys.F1, Keys.ControlA, Keys.Tab, Keys.Insert, "x"):
        do(screen, key, "\x00")
    assert screen.state == before


def test_every_key_is_bound_so_that_none_reaches_another_meaning():
    bound = {binding.keys[0] for binding in bind(a_screen()).bindings}
    assert {Keys.Any, Keys.ControlC, Keys.SIGINT, Keys.BracketedPaste, Keys.Up, Keys.Down} <= bound
