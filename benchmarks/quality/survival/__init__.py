"""What survives in the view: annotated values of dialogues, and the arguments that later calls use again."""
