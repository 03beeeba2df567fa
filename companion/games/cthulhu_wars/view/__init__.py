"""What people see: the public view of a game, help, reference pages and reminders."""
