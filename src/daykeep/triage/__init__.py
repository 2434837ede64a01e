"""What of a long conversation a model still reads, decided turn by turn, with a reason for each and a way back."""
