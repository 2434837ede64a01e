"""What can be asked of a workspace, one file for each: plain values in, a result and its JSON out.

Commands, hooks and the server call these alone, so that the same question has the same answer at each of them.
"""
