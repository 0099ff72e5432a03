"""What all commands share: errors, exit codes, progress, texts made harmless."""

from __future__ import annotations

import os
import re
import signal
import sys
from datetime import UTC, datetime
from typing import Any

import click

from kg.errors import KgError
from kg.ids import check_base

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


class Commands(click.Group):
    """Turns the library's errors into one message and exit code 2, and Ctrl-C into exit code 130.

    Its help lists the commands in sections, in the order in which they were added.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sections: dict[str, list[click.Command]] = {}

    def add(self, command: click.Command, *, section: str) -> None:
        """Add a command to a section of the help."""
        self.add_command(command)
        self._sections.setdefault(section, []).append(command)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the names of the commands in the order in which they were added."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, section by section."""
        longest = max(map(len, self.commands))
        for section, commands in self._sections.items():
            with formatter.section(section):
                helps = (command.get_short_help_str(formatter.width - longest - 6) for command in commands)
                names = ((command.name or "").ljust(longest) for command in commands)
                formatter.write_dl(list(zip(names, helps, strict=True)))

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command."""
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), _stop)
        try:
            return super().invoke(ctx)
        except KgError as error:
            click.echo(f"kg: {plain(str(error))}", err=True)
            ctx.exit(2)
        except BrokenPipeError:
            raise
        except OSError as error:
            if error.filename is not None:
                raise
            click.echo(f"kg: cannot write the output ({error.strerror})", err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("kg: interrupted; nothing was written", err=True)
            ctx.exit(130)


def _stop(number: int, frame: object) -> None:
    """End by an exception, so that what was begun is cleared away."""
    sys.exit(128 + number)


def plain(text: str) -> str:
    """Make a text from outside harmless on a terminal."""
    return _CONTROL.sub("�", text)


def generated_at() -> datetime | None:
    """Read SOURCE_DATE_EPOCH, the usual way to give reproducible builds a time."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not epoch:
        return None
    try:
        return datetime.fromtimestamp(int(epoch), tz=UTC)
    except (ValueError, OverflowError, OSError):
        message = f"SOURCE_DATE_EPOCH is {plain(epoch)!r}, not a time in seconds since 1970"
        raise click.UsageError(message) from None


def base_iri(ctx: click.Context, option: click.Parameter, value: str) -> str:
    """Check the value of the option of that name."""
    try:
        return check_base(value)
    except ValueError as error:
        raise click.BadParameter(plain(str(error)), ctx, option) from None
