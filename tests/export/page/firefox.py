"""Firefox without a driver: it is asked over Marionette, its own protocol, of which a test needs a few commands."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from pathlib import Path

WAIT = 60.0  # seconds for the browser to start and for each answer

# Nothing that would ask the network, or keep what it has seen.
_PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.systemAddon.update.enabled": False,
    "marionette.port": 0,  # any that is free
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}

_ERRORS = """return Services.console.getMessageArray()
  .filter((message) => message instanceof Ci.nsIScriptError && message.sourceName.startsWith(arguments[0]))
  .map((message) => message.errorMessage);"""


def find_firefox() -> str | None:
    """The path of a Firefox, or None."""
    return next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


class Firefox:
    """A headless Firefox with one window; use it as a context manager.

    Args:
        program: Its path.
        profile: An empty folder for what it keeps while it runs.
    """

    def __init__(self, program: str, profile: Path) -> None:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items()]
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        self._process = subprocess.Popen(
            [program, "--marionette", "--remote-allow-system-access", "--headless", "--profile", str(profile)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self._socket = socket.create_connection(("127.0.0.1", _port(profile)), timeout=WAIT)
            self._stream = self._socket.makefile("rb")
            self._answer()  # it tells its name first
            self._ask("WebDriver:NewSession")
        except BaseException:
            self._end()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()
        self._socket.close()
        self._end()

    def open(self, address: str) -> None:
        """Open an address and wait until it is loaded."""
        self._ask("WebDriver:Navigate", url=address)

    def run(self, script: str, *arguments: object) -> Any:
        """Run the body of a function in the page, and give what it returns."""
        return self._ask("WebDriver:ExecuteScript", script=script, args=list(arguments))["value"]

    def until(self, script: str) -> None:
        """Wait until what a script returns is true."""
        end = monotonic() + WAIT
        while not self.run(script):
            assert monotonic() < end, f"never came true: {script}"
            sleep(0.02)

    def errors(self, address: str) -> list[str]:
        """The errors and warnings that the browser has logged of a page, those of its security policy among them."""
        self._ask("Marionette:SetContext", value="chrome")
        found: list[str] = self._ask("WebDriver:ExecuteScript", script=_ERRORS, args=[address])["value"]
        self._ask("Marionette:SetContext", value="content")
        return found

    def _ask(self, command: str, **parameters: object) -> Any:
        message = json.dumps([0, 1, command, parameters])
        self._socket.sendall(f"{len(message)}:{message}".encode())  # JSON is ASCII here
        _, _, error, result = self._answer()
        if error:
            raise RuntimeError(error["message"])
        return result

    def _answer(self) -> Any:
        digits = b""
        while not digits.endswith(b":"):
            digits += self._stream.read(1)
        return json.loads(self._stream.read(int(digits[:-1])))

    def _end(self) -> None:
        self._process.terminate()
        self._process.wait(WAIT)


def _port(profile: Path) -> int:
    """The port that the browser has chosen, once it is there."""
    end = monotonic() + WAIT
    file = profile / "MarionetteActivePort"
    while monotonic() < end:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        if text:
            return int(text)
        sleep(0.05)
    message = "Firefox did not start"
    raise TimeoutError(message)
