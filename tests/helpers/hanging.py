"""A drive that hangs: a real file system in user space that never answers for some of its files and folders.

Speaks the kernel's own protocol on /dev/fuse, as far as reading needs it. As on a lost network share, no signal ends
a process that hangs there: only `let_go` does.
"""

import ctypes
import errno
import os
import stat
import struct
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

_IN = struct.Struct("<IIQQIIII")
_OUT = struct.Struct("<IiQ")
_ATTR = struct.Struct("<QQQQQQIIIIIIIIII")
_DIRENT = struct.Struct("<QQII")
_LOOKUP, _FORGET, _GETATTR, _OPEN, _READ, _STATFS, _RELEASE, _FLUSH = 1, 2, 3, 14, 15, 17, 18, 25
_INIT, _OPENDIR, _READDIR, _RELEASEDIR, _INTERRUPT, _BATCH_FORGET = 26, 27, 28, 29, 36, 42
_SILENT = (_FORGET, _INTERRUPT, _BATCH_FORGET)
_SIDE_BY_SIDE = 1 << 18
"""A pending lookup does not block others."""
_DETACH = 2
_TIME_S = 1_700_000_000


class HangingDrive:
    """An in-memory tree of files by their paths below `folder`."""

    def __init__(
        self,
        folder: Path,
        files: Mapping[str, bytes],
        *,
        hangs: frozenset[str],
        unseen: frozenset[str] = frozenset(),
        hangs_from: int = 0,
    ) -> None:
        """Mounts it.

        Args:
            folder: an empty one.
            files: the bytes of each, by its path.
            hangs: files whose bytes never come, and folders that are never listed.
            unseen: paths whose lookup is never answered.
            hangs_from: in files that hang, offset of the first missing byte.

        Raises:
            OSError: this system has no such drives, or we may not mount them.
        """
        self.folder = folder
        self._hangs, self._unseen, self._hangs_from = set(hangs), set(unseen), hangs_from
        self._nodes = {1: ""}
        self._files = dict(files)
        self._held: list[tuple[int, int, bytes]] = []
        self._lock = threading.Lock()
        self._fuse = os.open("/dev/fuse", os.O_RDWR)
        how = f"fd={self._fuse},rootmode=40000,user_id={os.getuid()},group_id={os.getgid()}".encode()
        self._libc = ctypes.CDLL(None, use_errno=True)
        if self._libc.mount(b"hanging", os.fsencode(folder), b"fuse.hanging", 0, how):
            os.close(self._fuse)
            raise OSError(ctypes.get_errno(), "mount")
        self._thread = threading.Thread(target=self._serve, name="hanging drive", daemon=True)
        self._thread.start()

    def let_go(self) -> None:
        """Answers everything from now on, pending requests included."""
        with self._lock:
            self._hangs.clear()
            self._unseen.clear()
            held, self._held = self._held, []
        for code, unique, data in held:
            self._answer(code, unique, data)

    @property
    def is_waited_for(self) -> bool:
        """Whether a request is pending."""
        with self._lock:
            return bool(self._held)

    def close(self) -> None:
        self.let_go()
        self._libc.umount2(os.fsencode(self.folder), _DETACH)
        self._thread.join(20)
        os.close(self._fuse)

    def _serve(self) -> None:
        while True:
            try:
                request = os.read(self._fuse, 1 << 20)
            except OSError as err:
                if err.errno in (errno.ENOENT, errno.EINTR):
                    continue
                return  # unmounted
            _, code, unique, node, *_ = _IN.unpack_from(request)
            body = request[_IN.size :]
            if code in _SILENT:
                continue
            data = struct.pack("<Q", node) + body
            with self._lock:
                path = self._nodes.get(node, "")
                is_held = code in (_READ, _READDIR) and path in self._hangs
                if is_held and code == _READ:
                    _, offset, size = struct.unpack_from("<QQI", body)
                    is_held = offset + size > self._hangs_from
                if code == _LOOKUP and self._unseen:
                    is_held = f"{path}/{body.rstrip(bytes(1)).decode()}".lstrip("/") in self._unseen
                if is_held:
                    self._held.append((code, unique, data))
                    continue
            self._answer(code, unique, data)

    def _answer(self, code: int, unique: int, data: bytes) -> None:
        try:
            error, body = 0, self._body(code, int.from_bytes(data[:8], "little"), data[8:])
        except OSError as err:
            error, body = -(err.errno or errno.EIO), b""
        with suppress(OSError):  # the process behind the request has gone
            os.write(self._fuse, _OUT.pack(_OUT.size + len(body), error, unique) + body)

    def _body(self, code: int, node: int, body: bytes) -> bytes:
        if code == _INIT:
            return struct.pack("<IIIIHHIIHHI28x", 7, 31, 1 << 17, _SIDE_BY_SIDE, 12, 9, 1 << 17, 1, 32, 0, 0)
        if code == _LOOKUP:
            name = body.rstrip(b"\0").decode()
            child = self._child(self._nodes[node], name)
            return struct.pack("<QQQQII", child, 0, 0, 0, 0, 0) + self._attributes(child)
        if code == _GETATTR:
            return struct.pack("<QII", 0, 0, 0) + self._attributes(node)
        if code in (_OPEN, _OPENDIR):
            return struct.pack("<QII", 0, 1, 0)  # 1: the kernel does not cache the data
        if code == _READ:
            _, offset, size = struct.unpack_from("<QQI", body)
            return self._files[self._nodes[node]][offset : offset + size]
        if code == _READDIR:
            return self._listing(node, *struct.unpack_from("<QQI", body)[1:])
        if code == _STATFS:
            return struct.pack("<QQQQQIIII24x", 1 << 20, 0, 0, 1 << 20, 0, 4096, 255, 4096, 0)
        if code in (_RELEASE, _RELEASEDIR, _FLUSH):
            return b""
        raise OSError(errno.ENOSYS, "")

    def _names(self, folder: str) -> list[str]:
        start = f"{folder}/" if folder else ""
        return sorted({path[len(start) :].split("/")[0] for path in self._files if path.startswith(start)})

    def _child(self, folder: str, name: str) -> int:
        if name not in self._names(folder):
            raise OSError(errno.ENOENT, name)
        path = f"{folder}/{name}" if folder else name
        with self._lock:
            number = next((number for number, known in self._nodes.items() if known == path), len(self._nodes) + 1)
            self._nodes[number] = path
        return number

    def _attributes(self, node: int) -> bytes:
        data = self._files.get(self._nodes[node])
        mode = stat.S_IFDIR | 0o755 if data is None else stat.S_IFREG | 0o644
        size = len(data or b"")
        times = (_TIME_S,) * 3
        return _ATTR.pack(node, size, 1, *times, 0, 0, 0, mode, 1, os.getuid(), os.getgid(), 0, 4096, 0)

    def _listing(self, node: int, offset: int, size: int) -> bytes:
        rows = b""
        for place, name in enumerate(self._names(self._nodes[node])[offset:], offset + 1):
            raw = name.encode()
            row = _DIRENT.pack(100 + place, place, len(raw), 0) + raw
            row += b"\0" * (-len(row) % 8)
            if len(rows) + len(row) > size:
                break
            rows += row
        return rows


@contextmanager
def hanging_drive(
    folder: Path, files: Mapping[str, bytes], *hangs: str, unseen: tuple[str, ...] = (), hangs_from: int = 0
) -> Iterator[HangingDrive]:
    """Mounts such a drive at a new folder; skips the test where it cannot."""
    if sys.platform != "linux":
        pytest.skip("only Linux has /dev/fuse")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        drive = HangingDrive(folder, files, hangs=frozenset(hangs), unseen=frozenset(unseen), hangs_from=hangs_from)
    except OSError as err:
        pytest.skip(f"a file system of our own cannot be mounted here: {err}")
    try:
        yield drive
    finally:
        drive.close()
