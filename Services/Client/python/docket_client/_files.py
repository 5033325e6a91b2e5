"""A file to send, wherever it is."""
from __future__ import annotations

import io
import os
import re
import threading
from typing import BinaryIO, TypeAlias

from ._problems import FileUnreadable, InvalidRequest

FileLike: TypeAlias = "str | os.PathLike[str] | bytes | BinaryIO"

_MEDIA_TYPES = {
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "pdf": "application/pdf", "heic": "image/heic",
    "heif": "image/heif", "avif": "image/avif", "webp": "image/webp", "gif": "image/gif", "tif": "image/tiff",
    "tiff": "image/tiff", "bmp": "image/bmp", "jxl": "image/jxl", "jp2": "image/jp2", "dng": "image/x-adobe-dng",
}


class OpenFile:
    """Read from its beginning. What the caller has opened stays open. Of its name only the ending is told to the gateway: the rest
    may be personal."""

    def __init__(self, file: FileLike, media_type: str | None = None) -> None:
        name = ""
        self._owned: BinaryIO | None = None
        try:
            if isinstance(file, (bytes, bytearray)):
                self._stream: BinaryIO = io.BytesIO(file)
            elif isinstance(file, (str, os.PathLike)):
                name = os.fspath(file)
                self._stream = self._owned = open(name, "rb")
            else:
                self._stream = file
                name = getattr(file, "name", "")
            self.size = self._stream.seek(0, os.SEEK_END)
        except (OSError, ValueError) as fault:
            self.close()
            raise FileUnreadable(f"The file cannot be read: {fault}.") from fault
        ending = re.search(r"\.([A-Za-z0-9]{1,16})$", name if isinstance(name, str) else "")
        self.extension = ending[1].lower() if ending else None
        self.media_type = media_type or _MEDIA_TYPES.get(self.extension or "")
        if self.media_type and not re.fullmatch(r"[!-~]+/[ -~]+", self.media_type):
            self.close()
            raise InvalidRequest("The media type is none.")
        # The stream has one position.
        self._lock = threading.Lock()

    def read(self, offset: int, count: int) -> bytes:
        try:
            with self._lock:
                self._stream.seek(offset)
                piece = self._stream.read(count)
        except (OSError, ValueError) as fault:
            raise FileUnreadable(f"The file cannot be read: {fault}.") from fault
        if len(piece) != count:
            raise FileUnreadable("The file has become shorter while it was read.")
        return piece

    def headers(self) -> dict[str, str]:
        """What goes with it as the whole body of a request."""
        headers = {"content-type": self.media_type or "application/octet-stream"}
        if self.extension:
            headers["content-disposition"] = f'attachment; filename="file.{self.extension}"'
        return headers

    def close(self) -> None:
        if self._owned:
            self._owned.close()

    def __enter__(self) -> OpenFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
