from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from daykeep.errors import LockedError, StorageError
from daykeep.files.locking import mutex as mutex_module
from daykeep.files.locking.locks import acquire, lock_owner
from daykeep.files.locking.mutex import FilelockMutex, FlockMutex, NoLocksError, open_mutex, take
from daykeep.files.store import Files

HOLDER = """
import sys, time
from pathlib import Path
from daykeep.files.store import Files
with Files(Path(sys.argv[1])).lock("lease", purpose="hold it"):
    print("held", flush=True)
    {then}
"""


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path, lock_timeout_seconds=0.3)


@pytest.fixture
def start_holder(tmp_path):
    """Start processes that hold the lock and do something with it."""
    started = []

    def start(then="sys.stdin.readline()"):
        command = [sys.executable, "-c", HOLDER.format(then=then), str(tmp_path)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout.readline() == "held\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_a_held_lock_is_refused_at_once_and_names_its_owner(files, start_holder):
    holder = start_holder()
    began = time.monotonic()
    with pytest.raises(LockedError) as caught:
        files.lock("lease", timeout_seconds=0)
    assert time.monotonic() - began < 0.2
    assert f"process {holder.pid}" in caught.value.message
    assert "hold it" in caught.value.message
    assert caught.value.details["pid"] == holder.pid
    assert caught.value.exit_code == 7


def test_a_held_lock_is_waited_for_up_to_the_limit(files, start_holder):
    start_holder()
    began = time.monotonic()
    with pytest.raises(LockedError, match=r"after 0\.3 s"):
        files.lock("lease")
    assert 0.25 < time.monotonic() - began < 2


def test_a_lock_that_becomes_free_is_had_soon(files, start_holder):
    holder = start_holder("time.sleep(0.2)")
    with files.lock("lease", timeout_seconds=20):
        assert holder.wait(timeout=20) == 0


def test_the_owner_is_known_while_the_lock_is_held_and_nobody_after(files, start_holder):
    assert files.lock_owner("lease") is None
    holder = start_holder()
    owner = files.lock_owner("lease")
    assert (owner.pid, owner.purpose) == (holder.pid, "hold it")
    assert abs(owner.since.timestamp() - time.time()) < 60
    assert owner.since.utcoffset().total_seconds() == 0
    holder.communicate("\n")
    assert files.lock_owner("lease") is None


def test_a_killed_owner_frees_the_lock_at_once(files, start_holder):
    holder = start_holder()
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert files.lock_owner("lease") is None
    with files.lock("lease", timeout_seconds=0):
        assert files.lock_owner("lease").pid == os.getpid()


def test_a_stopped_owner_keeps_the_lock_and_entries_go_to_the_spool(tmp_path, start_holder):
    holder = start_holder()
    holder.send_signal(signal.SIGSTOP)
    files = Files(tmp_path, lock_timeout_seconds=0.1)
    assert files.append("lease", lambda _tail: b"- waits\n").spooled
    holder.send_signal(signal.SIGCONT)
    holder.communicate("\n")
    assert files.merge_spool() == 1
    assert files.find_bytes("lease") == b"- waits\n"


def test_a_program_started_by_the_owner_does_not_keep_the_lock(files, start_holder):
    """The descriptor is closed on exec; only a bare fork would keep it, and nothing here forks."""
    then = "import subprocess; subprocess.Popen(['sleep', '3'], close_fds=False); import os; os._exit(0)"
    holder = start_holder(then)
    holder.wait()
    with files.lock("lease", timeout_seconds=1):
        pass


def test_a_waiter_that_gave_up_does_not_get_the_lock_later(files):
    first = files.lock("lease")
    with pytest.raises(LockedError):
        files.lock("lease", timeout_seconds=0.05)
    first.close()
    time.sleep(0.1)
    with files.lock("lease", timeout_seconds=0):
        pass


def test_locks_of_different_names_don_t_meet(files):
    with files.lock("a"), files.lock("b"), files.lock("memory/a"):
        assert files.lock_owner("b").purpose == ""


def test_a_lock_file_that_is_deleted_is_made_anew_and_still_excludes(files):
    files.lock("lease").close()
    for path in (files.root / ".daykeep/locks").iterdir():
        path.unlink()
    with files.lock("lease"), pytest.raises(LockedError):
        files.lock("lease", timeout_seconds=0)


def test_a_waiter_on_a_deleted_lock_file_takes_the_new_one(files):
    """The file it waited on has no name any more: who comes next would lock another one."""
    first = files.lock("lease")
    had = []

    def wait():
        with files.lock("lease", timeout_seconds=10):
            with pytest.raises(LockedError):
                files.lock("lease", timeout_seconds=0)
            had.append(True)

    waiter = threading.Thread(target=wait)
    waiter.start()
    time.sleep(0.1)
    for path in (files.root / ".daykeep/locks").iterdir():
        path.unlink()
    first.close()
    waiter.join()
    assert had == [True]


def test_looking_who_has_a_lock_never_makes_it_seem_held(files):
    stop = threading.Event()

    def look():
        while not stop.is_set():
            files.lock_owner("lease")

    with files.lock("lease"):
        pass
    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        for _ in range(300):
            files.lock("lease", timeout_seconds=0).close()
    finally:
        stop.set()
        watcher.join()


@pytest.mark.parametrize("code", ["ENOLCK", "EOPNOTSUPP", "ENOSYS"])
def test_a_file_system_without_locks_spools_entries_and_refuses_edits(files, monkeypatch, code):
    def no_locks(_descriptor, _kind):
        raise OSError(getattr(errno, code), "no locks available")

    monkeypatch.setattr(mutex_module.fcntl, "flock", no_locks)
    assert files.append("memory/a.md", lambda _tail: b"- one\n").spooled
    with pytest.raises(StorageError, match="has no locks") as caught:
        files.replace("MEMORY.md", b"x\n", expected_sha256=None)
    assert isinstance(caught.value, NoLocksError)
    assert files.merge_spool() == 0
    monkeypatch.undo()
    assert files.merge_spool() == 1
    assert files.find_bytes("memory/a.md") == b"- one\n"


def test_a_folder_where_the_lock_should_be_is_an_error_with_a_name(files):
    (files.root / ".daykeep").write_bytes(b"")
    with pytest.raises(Exception, match=r"can't reach '\.daykeep/locks"):
        files.lock("lease")


@pytest.fixture(params=[FlockMutex, FilelockMutex])
def mutex_class(request):
    return request.param


def test_both_kinds_of_mutex_exclude_wait_and_free(tmp_path, mutex_class):
    one, two = mutex_class(str(tmp_path), "lease"), mutex_class(str(tmp_path), "lease")
    assert take(one, "lease", 0)
    assert not take(two, "lease", 0)
    assert not take(two, "lease", 0.05)
    two.close()
    three = mutex_class(str(tmp_path), "lease")
    threading.Timer(0.1, one.close).start()
    assert take(three, "lease", 5)
    assert three.is_current()
    three.close()


def test_without_fcntl_the_filelock_package_takes_the_locks(tmp_path, monkeypatch):
    """What runs on Windows, run here: the same calls with the other mutex."""
    from daykeep.files.locking import locks

    monkeypatch.setattr(mutex_module, "fcntl", None)
    monkeypatch.setattr(mutex_module, "RECORD_ENDING", ".record")
    monkeypatch.setattr(locks, "RECORD_ENDING", ".record")
    files = Files(tmp_path, lock_timeout_seconds=0.2)
    with files.lock("lease", purpose="beat"), pytest.raises(LockedError, match="beat"):
        files.lock("lease", timeout_seconds=0)
    assert files.lock_owner("lease") is None
    files.append("memory/a.md", lambda _tail: b"- one\n")
    files.replace("MEMORY.md", b"x\n", expected_sha256=None)
    files.update_state("memory/s.json", lambda value: {**value, "a": 1})
    with files.lock("memory/a.md"):
        assert files.append("memory/a.md", lambda _tail: b"- two\n", wait=False).spooled
    assert files.merge_spool() == 1
    assert files.find_bytes("memory/a.md") == b"- one\n- two\n"


def test_a_lock_is_free_again_when_its_holder_fails(files):
    def fail():
        with files.lock("lease"):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    files.lock("lease", timeout_seconds=0).close()


def test_an_owner_record_that_survived_its_process_is_no_owner(tmp_path):
    lock = acquire(str(tmp_path), "lease", timeout_seconds=1, purpose="beat")
    lock._mutex.close()  # as the system does when the process dies: the record stays
    assert lock_owner(str(tmp_path), "lease") is None
    assert open_mutex(str(tmp_path), "lease").try_now()
