"""Installs the companion on this machine: started with it, kept running, updated, uninstalled."""
