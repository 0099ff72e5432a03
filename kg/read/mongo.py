"""JSON as MongoDB's shell shows it, ``NumberInt(2011)`` in place of 2011: AMiner published DBLP's network so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

_CALL = re.compile(
    r"(?<=[:\[,\s])(?:Number(?:Int|Long|Decimal)|ObjectId|ISODate)"
    r"\(\s{0,9}(-?[0-9.]{1,40}|\"[^\",\\\n]{0,60}\")\s{0,9}\)"
)
_MEMBER = re.compile(rf"\"\s*:\s*{_CALL.pattern}")
_FAR = 1 << 16
"""Characters without a comma or a line end among them, in which no value is sought: a long string."""


def is_shell(head: str) -> bool:
    """Tell from a text's beginning whether it has values as the shell shows them.

    >>> is_shell('[{"year" : NumberInt(2011)}]'), is_shell('[{"year" : 2011}]')
    (True, False)
    """
    return _MEMBER.search(head) is not None


class ShellText:
    """Such a text as plain JSON: of each of these values, what stands in its brackets.

    What looks like one inside a string is not told apart; it takes a colon, a comma or a blank before it.

    Args:
        text: The text, from its beginning.
    """

    def __init__(self, text: TextIO) -> None:
        self._text = text
        self._rest = ""

    def read(self, size: int) -> str:
        """Return about as many characters, or some more; none at the end."""
        while more := self._text.read(size):
            data = self._rest + more
            # What follows the last comma or line end may be cut, and waits for the rest.
            end = max(data.rfind(","), data.rfind("\n"), 0)
            if len(data) - end > _FAR:
                end = len(data)
            self._rest = data[end:]
            if end:
                return _CALL.sub(r"\1", data[:end])
        rest, self._rest = self._rest, ""
        return _CALL.sub(r"\1", rest)
