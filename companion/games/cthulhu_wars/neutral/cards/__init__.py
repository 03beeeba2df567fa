"""What the Loyalty Cards of neutral pieces do (reference 7): one kind of piece, one file, entered in `held`."""
