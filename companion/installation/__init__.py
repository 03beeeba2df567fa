"""Makes the companion a part of this machine: started with it, kept running, renewed, taken out again."""
