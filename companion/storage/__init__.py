"""What is kept on the disk: the games and the settings. No screen in here: every face uses it."""
