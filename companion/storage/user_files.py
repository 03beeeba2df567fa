"""Saves what people have made in a game as files in the data folder, for their next games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from companion.storage.atomic_file import write_whole
from companion.storage.errors import StorageError, why
from companion.table.file_names import plain_path
from companion.table.folder import folder_rights
from companion.table.state import SavedItem
from companion.table.words import _

FOLDER: Final = "own"
"""The folder of these files in the data folder; each game has a folder of its name in it."""


def put_by(folder: Path, keepsake: SavedItem) -> None:
    """Save what people have made; a power cut leaves the old file or the new one.

    Args:
        folder: of the game's own things; created if missing.

    Raises:
        StorageError: the disk refuses; what was there is unchanged.
    """
    path = folder / keepsake.file
    try:
        path.parent.mkdir(mode=folder_rights(path.parent), parents=True, exist_ok=True)
        write_whole(path, json.dumps(keepsake.data, indent=1, ensure_ascii=False).encode())
    except OSError as error:
        raise StorageError(
            _("{path} cannot be saved for next time: {why}. You can play on.").format(
                path=plain_path(path), why=why(error)
            )
        ) from error
