"""Connections that no client can hold for ever: not by sending a request slowly, and not by leaving an answer unread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

HEADER_SECONDS = 10.0
"""How long the first line and the headers of a request may take."""

WRITE_SECONDS = 20.0
"""How long a client may take for what was sent to it at once."""


class PatientProtocol(H11Protocol):
    """Uvicorn's HTTP/1.1 with the two time limits that it lacks.

    Uvicorn stops its only timer, for idle connections, at the first byte of a request, so that half a request holds a
    connection as long as it likes; and it waits without end for a client to take the bytes of an answer.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._header_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for the first request."""
        # Without room in the buffer, pause_writing is called for any byte that the client leaves, the last ones included.
        transport.set_write_buffer_limits(high=0)
        super().connection_made(transport)
        self._watch_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all waiting."""
        self._stop_header_timer()
        self._stop_write_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take bytes; the time for the headers ends with the last of them."""
        super().data_received(data)
        self._watch_headers()

    def pause_writing(self) -> None:
        """Give the client time to take what was sent."""
        super().pause_writing()
        self._stop_write_timer()
        self._write_timer = self.loop.call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client has taken everything."""
        self._stop_write_timer()
        super().resume_writing()

    def _watch_headers(self) -> None:
        in_request = self.cycle is not None and not self.cycle.response_complete
        if in_request or self.transport.is_closing():
            self._stop_header_timer()
        elif self._header_timer is None:
            self._header_timer = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _stop_header_timer(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None

    def _stop_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None
