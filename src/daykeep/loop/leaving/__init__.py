"""What a session leaves when an agent tells that something of it is over: an exchange, its context, the session itself."""
