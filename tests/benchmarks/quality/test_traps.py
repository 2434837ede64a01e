import pytest

from benchmarks.quality.traps import REGIONS, SECRETS, plant_regions, plant_secrets, trapped
from benchmarks.quality.verdicts import run_in_workspace
from daykeep.guard import secrets
from tests.benchmarks.samples import LESSON, STATUS
from training.rows import log_of

TRAP = ["- Lesson: never trust the cache, it must be cleared after every deploy trapword"]


@pytest.mark.parametrize("name", REGIONS)
def test_nothing_from_a_skipped_region_is_written(name):
    assert b"trapword" not in run_in_workspace(trapped(log_of(LESSON), REGIONS[name], TRAP)).written


def test_the_same_lines_outside_of_a_region_are_written():
    log = log_of(LESSON)
    assert b"trapword" in run_in_workspace(log._replace(lines=[*log.lines, *TRAP])).written


def test_planted_secrets_are_masked_where_their_line_is_stored():
    caught = plant_secrets([LESSON] * len(SECRETS) + [STATUS])
    assert (caught.planted, caught.stored, caught.copied) == (len(SECRETS), len(SECRETS), 0)


def test_a_secret_that_nobody_masks_is_counted(monkeypatch):
    monkeypatch.setattr(secrets, "_candidates", lambda text: [])
    assert plant_secrets([LESSON]).copied == 1


def test_regions_take_turns_and_logs_keep_their_own_lines():
    caught = plant_regions([LESSON] * len(REGIONS))
    assert (caught.planted, caught.stored, caught.copied) == (len(REGIONS), len(REGIONS), 0)
