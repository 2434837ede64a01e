"""What every check looked at, decided and did, unit by unit: appended before anything is changed, never edited."""
