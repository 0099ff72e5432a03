"""Responses that pass an answer on piece by piece, and free it in any case."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from kg.serve.dispatch import Dispatcher
    from kg.sparql import Answer


class Delivery(Response):
    """An answer as it is.

    Args:
        answer: What to send.
        dispatcher: What gave it, and takes it back.
        media_type: What the client calls its format.
        seconds: How long the client may take.
    """

    def __init__(self, answer: Answer, dispatcher: Dispatcher, *, media_type: str, seconds: float) -> None:
        super().__init__(headers={"Content-Length": str(answer.size), "Vary": "Accept"}, media_type=media_type)
        self._answer = answer
        self._dispatcher = dispatcher
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            async with asyncio.timeout(self._seconds):
                await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
                for piece in self._answer.chunks():
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            # The announced length is not reached, which tells the client, and the server closes the connection.
            return
        finally:
            self._dispatcher.release(self._answer)
