"""A real pseudo-terminal of 80 × 24 with a program in it, and a person's keys."""

from __future__ import annotations

import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

COMMAND = Path(sys.executable).parent / "codenames-sim"
CTRL_C, CTRL_D = b"\x03", b"\x04"
SECONDS = 90
"""How long a machine that does many other things may take for a screen."""

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_LOGIN = "import os, sys; os.login_tty(0); os.execv(sys.argv[1], sys.argv[1:])"


class PseudoTerminal:
    """Runs `codenames-sim` in a terminal of its own."""

    def __init__(self, folder: Path, *words: str, env: Mapping[str, str] | None = None):
        self._keys, self._screen = os.openpty()
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self._modes = termios.tcgetattr(self._screen)
        plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _LOGIN, COMMAND, *words],
            cwd=folder,
            env={**plain, "TERM": "xterm-256color", **(env or {})},
            stdin=self._screen,
            stdout=self._screen,
            stderr=self._screen,
        )
        self.sent = b""
        """Every byte that the program and the terminal's echo have written."""
        self._told = 0

    def __enter__(self) -> PseudoTerminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        index: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._keys)
        os.close(self._screen)

    def until(self, text: str) -> str:
        """What has been written since the last call, once `text` is in it, without escapes."""
        end = time.monotonic() + SECONDS
        while text not in (said := self._plain()):
            assert self._read(end), f"no {text!r} in:\n{said}"
        self._told = len(self.sent)
        return said

    def type(self, line: str) -> None:
        """Types a line."""
        os.write(self._keys, f"{line}\n".encode())

    def press(self, key: bytes) -> None:
        """Presses one key."""
        os.write(self._keys, key)

    def terminate(self) -> None:
        """What `kill` does."""
        self._process.terminate()

    def exit_code(self) -> int:
        """How the program ended; everything it wrote is in `sent` then."""
        end = time.monotonic() + SECONDS
        while self._process.poll() is None:
            assert time.monotonic() < end, f"does not end:\n{self._plain()}"
            self._read(time.monotonic() + 0.1)
        while self._read(time.monotonic()):
            pass
        return self._process.returncode

    def text(self) -> str:
        """All that was written, without escapes."""
        return _ESCAPES.sub("", self.sent.decode())

    def is_clean(self) -> bool:
        """Whether modes, screen, cursor and colours are as they were before the program."""
        sent = self.sent.decode()
        pairs = (("\x1b[?1049h", "\x1b[?1049l"), ("\x1b[?25l", "\x1b[?25h"))
        return (
            termios.tcgetattr(self._screen) == self._modes
            and all(sent.rfind(on) <= sent.rfind(off) for on, off in pairs)
            and (re.findall(r"\x1b\[[0-9;]*m", sent) or ["\x1b[0m"])[-1] == "\x1b[0m"
            and "Traceback" not in sent
        )

    def _plain(self) -> str:
        return _ESCAPES.sub("", self.sent[self._told :].decode("utf-8", "ignore"))

    def _read(self, end: float) -> bool:
        """Reads what is there, or comes before `end`; False where nothing does."""
        ready, _, _ = select.select([self._keys], [], [], max(0.0, end - time.monotonic()))
        if ready:
            self.sent += os.read(self._keys, 65536)
        return bool(ready)
