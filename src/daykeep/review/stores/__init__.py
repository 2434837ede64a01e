"""Where proposals wait: the store of files and the store of private references, behind one contract."""
