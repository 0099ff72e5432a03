"""The pages for browsers. All texts are escaped, and the one script is this server's own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import jinja2
from starlette.responses import HTMLResponse

if TYPE_CHECKING:
    from starlette.requests import Request

    from kg.serve.site import Site

_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    """Make a page.

    Args:
        request: What asked for it.
        template: The name of a file in ``templates``.
        status: The status of the response.
        values: What the template shows.
    """
    site: Site = request.app.state.site
    text = _templates().get_template(template).render(site=site, root=root(request), **values)
    return HTMLResponse(text, status, headers={"Content-Security-Policy": _POLICY, "Vary": "Accept"})


def root(request: Request) -> str:
    """The path that a proxy cuts off before requests come here, which links have to add again."""
    return str(request.scope.get("root_path", "")).rstrip("/")


@cache
def _templates() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("kg.serve"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
