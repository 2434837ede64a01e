"""Where a provider's prompt cache may begin anew, and what made it miss; nothing here is sent but the breakpoints."""
