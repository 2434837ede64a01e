"""What a daily log teaches: the profiles that find items in it."""
