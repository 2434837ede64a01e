"""A decider over a model elsewhere: batches that fit, each checked to have been read to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import ModelError
from daykeep.text.tokens import count_tokens
from daykeep.triage.deciders.asking.answers import TRUNCATED, find_truncation, kept, read_answers
from daykeep.triage.deciders.asking.orders import average, needs_second_look, shuffled_order
from daykeep.triage.deciders.asking.request import build_request, render_head, render_unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.triage.deciders.asking.request import Asking
    from daykeep.triage.model import Distribution
    from daykeep.triage.protocols import TriageState, UnitView

GROWTH = 4
"""After a batch that was read to its end the next one may be this many times larger."""


class CheckedDecider:
    """Asks a model in batches and believes an answer only if the batch was read to its end.

    A batch holds at most ``max_questions - 1`` units, for the last question is about a code word at the end, and at most as
    many tokens as are trusted: ``limits.first_state_tokens`` at first, four times as many after each batch that was read to
    its end, never more than ``max_state_tokens``. A batch that was cut is thrown away and asked again in two halves, once;
    what is cut even then is kept (``decider_truncated``). A batch for which the model fails keeps its units and says why;
    ModelError is raised only if no batch could be asked at all.
    """

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self.name, self.version = asking.name, asking.version
        self.limits, self.is_local = asking.limits, asking.is_local
        self.trusted_tokens = asking.limits.first_state_tokens or asking.limits.max_state_tokens
        """How many tokens of a state are believed to be read; 0 for any number."""

    def decide(self, state: TriageState) -> Sequence[Distribution]:
        """One distribution for each unit of the state, in their order."""
        found: dict[str, Distribution] = {}
        failed: ModelError | None = None
        answered = False
        rest = list(state.units)
        while rest:
            batch = self._take(state, rest)
            rest = rest[len(batch) :]
            try:
                found.update(self._decide_batch(state, batch))
                answered = True
            except ModelError as error:
                failed = error
                found.update({view.unit_id: kept(view.unit_id, f"decider_failed: {error}") for view in batch})
        if failed is not None and not answered:
            raise failed
        return [found[view.unit_id] for view in state.units]

    def _take(self, state: TriageState, units: Sequence[UnitView]) -> list[UnitView]:
        """The next batch: as many units as fit, one at least."""
        most = max(1, self.limits.max_questions - 1)
        taken: list[UnitView] = []
        used = count_tokens(render_head(state))
        for view in units[:most]:
            used += count_tokens(render_unit(view))
            if taken and self.trusted_tokens and used > self.trusted_tokens:
                break
            taken.append(view)
        return taken

    def _decide_batch(self, state: TriageState, batch: Sequence[UnitView]) -> dict[str, Distribution]:
        """The answers about one batch, halved once if it was cut."""
        found, fault = self._ask(state, batch)
        if not fault:
            return self._look_twice(state, batch, found)
        middle = (len(batch) + 1) // 2
        result: dict[str, Distribution] = {}
        for half in (batch[:middle], batch[middle:]) if len(batch) > 1 else ():
            answers, again = self._ask(state, half)
            if again:
                answers = {view.unit_id: kept(view.unit_id, f"{TRUNCATED}: {again}") for view in half}
            result.update(answers if again else self._look_twice(state, half, answers))
        return result or {view.unit_id: kept(view.unit_id, f"{TRUNCATED}: {fault}") for view in batch}

    def _ask(
        self,
        state: TriageState,
        batch: Sequence[UnitView],
        *,
        orders: Mapping[str, tuple[str, ...]] | None = None,
    ) -> tuple[dict[str, Distribution], str]:
        """The answers about a batch, and why they can't be about all of it."""
        if orders is None and self._asking.reorders:
            orders = {view.unit_id: shuffled_order(view) for view in batch}
        request = build_request(state, batch, orders=orders or {})
        reply = self._asking.ask(request)
        fault = find_truncation(request, reply)
        self._learn(request.tokens, cut=bool(fault))
        if fault:
            return {}, fault
        answers = read_answers(request, reply, uncalibrated=self._asking.uncalibrated)
        return {answer.unit_id: answer for answer in answers}, ""

    def _learn(self, tokens: int, *, cut: bool) -> None:
        """Trust fewer tokens after a batch that was cut, more after a large one that was read to its end."""
        if cut:
            self.trusted_tokens = max(1, tokens // 2)
        elif self.trusted_tokens and tokens * 2 > self.trusted_tokens:
            grown = self.trusted_tokens * GROWTH
            most = self.limits.max_state_tokens
            self.trusted_tokens = min(grown, most) if most else grown

    def _look_twice(
        self, state: TriageState, batch: Sequence[UnitView], found: dict[str, Distribution]
    ) -> dict[str, Distribution]:
        """Asks again, in the opposite order of choices, where a language model was in two minds; both answers count."""
        if not self._asking.reorders:
            return found
        close = [view for view in batch if needs_second_look(found[view.unit_id])]
        if not close:
            return found
        orders = {view.unit_id: shuffled_order(view)[::-1] for view in close}
        try:
            again, fault = self._ask(state, close, orders=orders)
        except ModelError:
            return found
        if fault:
            return found
        return found | {view.unit_id: average(found[view.unit_id], again[view.unit_id]) for view in close}
