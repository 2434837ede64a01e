"""The formats that can be imported: one reader each, from the files to what is said in them."""
