"""What a text holds that must not be lost: details in normal form, sentences by what they say, stances on things."""
