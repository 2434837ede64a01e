"""What each key does. Pasted text never decides anything, and a key that means nothing does nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import Keys

from daykeep.review.queue.proposals import APPROVED, DEFERRED, REJECTED
from daykeep.tui.state import HELP, LIST, SOURCE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from prompt_toolkit.key_binding import KeyPressEvent

    from daykeep.tui.screen import Screen

    Action = Callable[[Screen], Awaitable[None] | None]

_FAR = 1_000_000
"""More items, and more rows, than anything has."""

_MOVES: dict[str, Action] = {
    Keys.Up.value: lambda screen: screen.move(-1),
    "k": lambda screen: screen.move(-1),
    Keys.Down.value: lambda screen: screen.move(1),
    "j": lambda screen: screen.move(1),
    Keys.Home.value: lambda screen: screen.move(-_FAR),
    "g": lambda screen: screen.move(-_FAR),
    Keys.End.value: lambda screen: screen.move(_FAR),
    "G": lambda screen: screen.move(_FAR),
    Keys.PageUp.value: lambda screen: screen.leaf(-1),
    "b": lambda screen: screen.leaf(-1),
    Keys.PageDown.value: lambda screen: screen.leaf(1),
    " ": lambda screen: screen.leaf(1),
    Keys.ControlZ.value: lambda screen: screen.suspend(),
}
_LIST_KEYS: dict[str, Action] = {
    **_MOVES,
    "y": lambda screen: screen.decide(APPROVED),
    "n": lambda screen: screen.decide(REJECTED),
    "d": lambda screen: screen.decide(DEFERRED),
    "e": lambda screen: screen.edit(),
    "o": lambda screen: screen.open_source(),
    "u": lambda screen: screen.undo(),
    "/": lambda screen: screen.open_filter(),
    "?": lambda screen: screen.turn(HELP),
    "q": lambda screen: screen.end(),
    Keys.Escape.value: lambda screen: screen.close_filter(keep=False),
}
_PAGE_KEYS: dict[str, dict[str, Action]] = {
    LIST: _LIST_KEYS,
    SOURCE: {
        **_MOVES,
        **{key: lambda screen: screen.turn(SOURCE) for key in ("o", "q", Keys.Escape.value)},
    },
    HELP: {**_MOVES, **{key: lambda screen: screen.turn(HELP) for key in ("?", "q", Keys.Escape.value)}},
}
_FILTER_KEYS: dict[str, Action] = {
    Keys.Enter.value: lambda screen: screen.close_filter(keep=True),
    Keys.Escape.value: lambda screen: screen.close_filter(keep=False),
    Keys.Backspace.value: lambda screen: screen.rub_out(),
    Keys.Up.value: lambda screen: screen.move(-1),
    Keys.Down.value: lambda screen: screen.move(1),
}


def bind(screen: Screen) -> KeyBindings:
    """The keys of a screen."""
    bindings = KeyBindings()

    @bindings.add(Keys.ControlC)
    @bindings.add(Keys.SIGINT)
    def interrupt(event: KeyPressEvent) -> None:
        del event
        screen.leave(None)

    @bindings.add(Keys.BracketedPaste)
    def paste(event: KeyPressEvent) -> None:
        if screen.state.typing:
            screen.type_on(" ".join(event.data.split()))

    def press(event: KeyPressEvent) -> Awaitable[None] | None:
        return do(screen, event.key_sequence[-1].key, event.data)

    for key in [Keys.Any, *{key for keys in (_LIST_KEYS, _FILTER_KEYS) for key in keys if len(key) > 1}]:
        bindings.add(key, eager=key == Keys.Escape.value)(press)
    return bindings


def do(screen: Screen, key: str, typed: str) -> Awaitable[None] | None:
    """Do what a key does now; ``typed`` is the text that came with it."""
    name = key.value if isinstance(key, Keys) else key
    if screen.is_blind:
        if name == "q":
            screen.end()
        return None
    if screen.state.typing:
        action = _FILTER_KEYS.get(name)
        if action is None and name == typed and typed.isprintable():
            screen.type_on(typed)
        return action(screen) if action is not None else None
    keys = _PAGE_KEYS[screen.state.page]
    action = keys.get(name) or keys.get(name.lower() if len(name) == 1 else name)
    return action(screen) if action is not None else None
