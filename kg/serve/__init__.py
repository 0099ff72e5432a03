"""A server for a graph: SPARQL 1.1 by HTTP, pages to explore and to ask, and an answer at the address of each node.

It only reads. What a request may take, of time, of size and of others' turn, is limited (:class:`Limits`), queries run in
processes of their own (:mod:`kg.sparql`), and it listens to this machine alone unless it is told otherwise.

The extra ``kg-papers[serve]`` brings what it needs.
"""

from __future__ import annotations

from kg.serve.app import make_app
from kg.serve.limits import Limits
from kg.serve.run import AddressError, serve

__all__ = ["AddressError", "Limits", "make_app", "serve"]
