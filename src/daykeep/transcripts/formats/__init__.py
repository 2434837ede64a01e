"""One module for each format of conversations: what an entry says, and what it hangs on."""
