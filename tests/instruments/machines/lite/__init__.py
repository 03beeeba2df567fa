"""The companion on Raspberry Pi OS Lite: a guest with its own systemd and udev, and the unit as it is installed."""
