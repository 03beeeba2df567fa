"""The engine: prompts, sessions, facts, undo. It knows no game, no screen and no hardware."""
