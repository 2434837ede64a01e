"""Months and weekdays by their names, and numbers by their English words."""

from __future__ import annotations

_MONTHS = (
    "january jan januar janvier enero gennaio janeiro января январе январь",
    "february feb februar février fevrier febrero febbraio fevereiro февраля феврале февраль",
    "march mar märz maerz mars marzo março марта марте март",
    "april apr avril abril aprile апреля апреле апрель",
    "may mai mayo maggio maio мая мае май",
    "june jun juni juin junio giugno junho июня июне июнь",
    "july jul juli juillet julio luglio julho июля июле июль",
    "august aug août aout agosto августа августе август",
    "september sep sept septembre septiembre settembre setembro сентября сентябре сентябрь",
    "october oct oktober octobre octubre ottobre outubro октября октябре октябрь",
    "november nov novembre noviembre novembro ноября ноябре ноябрь",
    "december dec dezember décembre decembre diciembre dicembre dezembro декабря декабре декабрь",
)
MONTH_NUMBERS = {name: number for number, line in enumerate(_MONTHS, 1) for name in line.split()}
"""The number of a month by its name in English and other European languages, in small letters."""
MONTH_WORDS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?"
)
"""The English names alone, as a pattern; each of them is in ``MONTH_NUMBERS``."""
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
NUMBER_WORDS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
"""The words with which amounts of days, weeks and months are told."""
_LOOKALIKES = str.maketrans(dict.fromkeys("\u017f\u212a\u0130\u0131", "ø"))
"""Long s, the Kelvin sign, dotted I and dotless i match an ASCII letter where case is ignored; none of the names above holds an ``ø``."""


def without_lookalikes(text: str) -> str:
    """The text at the same length, so that patterns that ignore case find names in their own letters only: no ``ſeven``."""
    return text.translate(_LOOKALIKES)


def weekday_number(name: str) -> int:
    """The number of a weekday by its English name, also a short one ("Thu", "Tues"): 0 is Monday.

    >>> weekday_number("Thursday"), weekday_number("tues")
    (3, 1)
    """
    return next(number for number, day in enumerate(WEEKDAYS) if day.startswith(name.lower()[:3]))
