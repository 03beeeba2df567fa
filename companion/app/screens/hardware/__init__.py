"""The hardware page: is the tower well, what does it say, do the buttons work, are the dice fair."""
