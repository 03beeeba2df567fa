"""The companion on the desktop of Raspberry Pi OS, seen from outside: labwc, Xwayland, and a user's own systemd."""
