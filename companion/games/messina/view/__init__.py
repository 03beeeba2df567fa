"""What people see and read: the state on the screen, and help."""
