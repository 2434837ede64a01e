"""Timers of the system that wake daykeep up: systemd, launchd, Task Scheduler, crontab."""
