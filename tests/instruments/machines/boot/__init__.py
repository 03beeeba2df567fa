"""A whole boot, seen from outside: Debian in an emulated machine, from its kernel to a tap on the companion's page."""
