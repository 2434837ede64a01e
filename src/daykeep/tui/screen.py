"""The review on the whole screen: keys in, rows out. Nothing takes effect here; the caller carries the decisions out."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import TYPE_CHECKING, NamedTuple

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from daykeep.errors import DaykeepError
from daykeep.review.queue.proposals import APPROVED
from daykeep.tui import state as sitting
from daykeep.tui.detail import source_rows
from daykeep.tui.frame import compose, source_scroll
from daykeep.tui.keys import bind
from daykeep.tui.state import LIST, SOURCE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from prompt_toolkit.formatted_text import StyleAndTextTuples

    from daykeep.review.queue.proposals import Choice
    from daykeep.review.verdict.desk import Decision
    from daykeep.review.waiting.view import LogLine, View
    from daykeep.tui.frame import Frame
    from daykeep.tui.rows import Row

_STYLE = Style.from_dict(
    {
        "bar": "reverse",
        "key": "reverse bold",
        "title": "bold",
        "label": "ansicyan",
        "dim": "ansibrightblack",
        "comes": "ansigreen",
        "goes": "ansired strike",
        "warning": "ansiyellow bold",
        "here": "bold",
        "cursor": "reverse",
        "message": "bold",
    }
)
_ESCAPE_SECONDS = 0.05
"""How long a lone escape byte may be the beginning of a longer key."""


class Tools(NamedTuple):
    """What the screen needs from around it: to look at an item, to read its source file, to edit lines.

    ``edit`` runs with the terminal as it was before and returns None where nothing was changed. Each may raise a
    DaykeepError, whose text is shown.
    """

    look: Callable[[Choice], View]
    read: Callable[[View], Sequence[LogLine]]
    edit: Callable[[Sequence[str]], tuple[str, ...] | None]


def sit(choices: Sequence[Choice], tools: Tools, *, colour: bool = True) -> list[Decision] | None:
    """Let the person go through the items on the whole screen; what they decided, None if they broke it off.

    Writes nothing. The terminal is as it was before when this returns, also after SIGTERM, which breaks it off.
    """
    return Screen(choices, tools).run(colour=colour)


class Screen:
    """One sitting with its application; `State` holds all that changes."""

    def __init__(self, choices: Sequence[Choice], tools: Tools) -> None:
        self.state = sitting.start(choices)
        self.tools = tools
        self.views: dict[Choice, View | str] = {}
        self.source: Sequence[LogLine] = ()
        self.wrapped: tuple[int, list[Row]] | None = None
        self.frame: Frame | None = None
        self.app: Application[list[Decision] | None] | None = None

    def run(self, *, colour: bool) -> list[Decision] | None:
        """Show it until the person ends it."""
        window = Window(FormattedTextControl(self.paint, show_cursor=False, focusable=True), wrap_lines=False)
        self.app = Application(
            Layout(window),
            key_bindings=bind(self),
            style=_STYLE,
            color_depth=None if colour else ColorDepth.DEPTH_1_BIT,
            full_screen=True,
            mouse_support=False,
        )
        self.app.ttimeoutlen = _ESCAPE_SECONDS
        try:
            return self.app.run(pre_run=self._listen, set_exception_handler=False)
        except EOFError:  # the terminal is gone
            return None

    def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: self._fail(context.get("exception")))
        if sys.platform != "win32":
            loop.add_signal_handler(signal.SIGTERM, self.leave, None)

    def _fail(self, error: object) -> None:
        """Give the terminal back before an error is reported."""
        if self.app is not None and self.app.is_running and not self.app.is_done:
            self.app.exit(exception=error if isinstance(error, BaseException) else RuntimeError(str(error)))

    def leave(self, decisions: list[Decision] | None) -> None:
        """End it with these decisions."""
        if self.app is not None and not self.app.is_done:
            self.app.exit(result=decisions)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of the terminal as it is now."""
        if self.app is None:
            return 80, 24
        size = self.app.output.get_size()
        return size.columns, size.rows

    @property
    def is_blind(self) -> bool:
        """Whether what was painted last shows nothing to decide about, or nothing was painted yet."""
        return self.frame is None or self.frame.is_blind

    def paint(self) -> StyleAndTextTuples:
        """The screen as the library wants it: pieces of text with their styles."""
        columns, lines = self.size
        self.frame = compose(self.state, self.view(), self.source_rows(columns), columns, lines)
        pieces: StyleAndTextTuples = []
        for number, spans in enumerate(self.frame.rows):
            if number:
                pieces.append(("", "\n"))
            pieces += [(span.style, span.text) for span in spans]
        return pieces

    def view(self) -> View | str | None:
        """The item under the cursor, or why it can't be shown."""
        index = self.state.current
        if index is None:
            return None
        choice = sitting.shown_choice(self.state, index)
        if choice not in self.views:
            try:
                self.views[choice] = self.tools.look(choice)
            except DaykeepError as error:
                self.views[choice] = f"This item can't be shown: {error.message}"
        return self.views[choice]

    def decide(self, status: str) -> None:
        """Decide about the item under the cursor; one that can't be approved, or not be seen, stays undecided."""
        view = self.view()
        if isinstance(view, str):
            self.say("An item that can't be shown can't be decided here.")
        elif view is not None and status == APPROVED and view.obstacle:
            self.say(f"It can't be approved as things are: {view.obstacle}")
        else:
            self.state = sitting.mark(self.state, status)

    def say(self, text: str) -> None:
        """Say something in the row above the keys."""
        self.state = self.state._replace(message=text)

    def turn(self, page: str) -> None:
        """Show a page, or the list again if it is shown already."""
        self.state = self.state._replace(page=LIST if self.state.page == page else page, scroll=0, message="")

    def open_source(self) -> None:
        """Show the file that the item comes from, its lines in sight."""
        view = self.view()
        if isinstance(view, str) or view is None:
            return
        try:
            self.source = self.tools.read(view)
        except DaykeepError as error:
            self.say(f"The source can't be shown: {error.message}")
            return
        columns, lines = self.size
        self.wrapped = None
        self.turn(SOURCE)
        self.state = self.state._replace(scroll=source_scroll(self.source_rows(columns), lines))

    def source_rows(self, columns: int) -> list[Row]:
        """The rows of the source file, made once for each width."""
        if self.wrapped is None or self.wrapped[0] != columns:
            self.wrapped = columns, source_rows(self.source, columns)
        return self.wrapped[1]

    def scroll(self, rows: int) -> None:
        """Scroll what is on the screen; it stops at its ends."""
        furthest = self.frame.furthest if self.frame is not None else 0
        now = min(self.state.scroll, furthest)
        self.state = self.state._replace(scroll=max(0, min(furthest, now + rows)))

    def move(self, items: int) -> None:
        """Go on by so many items; where something else than the list fills the screen, scroll it by so many rows."""
        if self.state.page == LIST:
            self.state = sitting.move(self.state, items)
        else:
            self.scroll(items)

    def leaf(self, pages: int) -> None:
        """Scroll by so many pages."""
        self.scroll(pages * (self.frame.page if self.frame is not None else 1))

    def undo(self) -> None:
        """Take the last decision or edit back."""
        self.state = sitting.undo(self.state)

    def suspend(self) -> None:
        """Give the terminal back until the shell brings this to the front again."""
        if self.app is not None and sys.platform != "win32":
            self.app.suspend_to_background()

    async def edit(self) -> None:
        """Let the person word the item under the cursor in their editor."""
        index = self.state.current
        if index is None:
            return
        lines = sitting.shown_choice(self.state, index).item.memory_lines
        try:
            edited = await run_in_terminal(lambda: self.tools.edit(lines))
        except DaykeepError as error:
            self.say(f"The editor failed: {error.message}")
            return
        if edited is None:
            self.say("Not changed.")
        else:
            self.state = sitting.word(self.state, edited)

    def end(self) -> None:
        """End it and carry out what was decided; words that nobody decided about are asked about first."""
        lost = sitting.undecided_edits(self.state)
        if lost and not self.state.warned:
            said = f"{lost} edited and not decided: q again leaves {'it' if lost == 1 else 'them'} as before."
            self.state = self.state._replace(message=said, warned=True)
            return
        self.leave(sitting.decisions_of(self.state))

    def open_filter(self) -> None:
        """Let what is typed go to the filter."""
        self.state = self.state._replace(typing=True, message="")

    def type_on(self, text: str) -> None:
        """Add to the filter."""
        self.state = sitting.narrow(self.state, self.state.query + text)

    def rub_out(self) -> None:
        """Take the last character of the filter away."""
        self.state = sitting.narrow(self.state, self.state.query[:-1])

    def close_filter(self, *, keep: bool) -> None:
        """Let keys be keys again."""
        state = self.state if keep else sitting.narrow(self.state, "")
        self.state = state._replace(typing=False)
