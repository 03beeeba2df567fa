"""A machine without a desktop, in a guest: installed, updated from its screen, gone back, taken out again."""
