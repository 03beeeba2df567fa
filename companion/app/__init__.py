"""The touchscreen: draws a session's view and its questions, whatever the game. No rules live here."""
