"""What a statement can show: wordings of a type (English, Chinese), of what can be looked up, traits of both, and its words.

The weights know wordings by their place in the list and traits by their name: who changes one learns them again
(``scripts/train_notes``).
"""
