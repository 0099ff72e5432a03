"""What can be told from a query's text before an engine reads it: its form, and what is refused."""

from __future__ import annotations

import re

from kg.sparql.errors import QuerySyntaxError, RefusedQueryError
from kg.sparql.formats import QueryForm

# All repetitions are possessive, so that no text takes more than linear time.
_SKIP = r"(?:\s++|#[^\r\n]*+)*+"
_PROLOGUE = re.compile(
    rf"\ufeff?{_SKIP}(?:(?:BASE{_SKIP}|PREFIX{_SKIP}[^\s:<>]*+:{_SKIP})<[^<>\s]*+>{_SKIP})*+", re.IGNORECASE
)
_WORD = re.compile(r"[A-Za-z]+")
_UPDATES = frozenset("INSERT DELETE LOAD CLEAR CREATE DROP COPY MOVE ADD WITH".split())

# Every SERVICE clause is found by this wherever it stands, so that none gets past by looking like part of a string or an
# IRI; what precedes it tells whether it is the end of a name. A string with the like in it is refused as well.
_SERVICE = re.compile(rf"(?P<name>[?$]\w*|@[\w-]*|:[\w.%-]*|/)?SERVICE{_SKIP}(?:SILENT{_SKIP})?+", re.IGNORECASE)
_NAME_CHARACTERS = re.compile(r"[^\s\"'{}()<>:]*+")
_FROM = re.compile(rf"\bFROM{_SKIP}(?:NAMED{_SKIP})?+<([^<>\s]*+)>", re.IGNORECASE)


def query_form(query: str) -> QueryForm:
    """Tell the form of a query, and refuse what only changes data or calls another server.

    The rest of the text is not looked at: an engine may still find it wrong.

    Raises:
        RefusedQueryError: It is an update, or has a SERVICE clause.
        QuerySyntaxError: It has no form.

    >>> query_form("PREFIX ex: <https://example.org/> ASK { ex:a ?p ?o }")
    <QueryForm.ASK: 'ASK'>
    >>> query_form("DROP ALL")
    Traceback (most recent call last):
    kg.sparql.errors.RefusedQueryError: DROP is an update, and the graph is only read. Ask with SELECT, ASK, CONSTRUCT or DESCRIBE.
    """
    start = _PROLOGUE.match(query)
    word = _WORD.match(query, start.end() if start else 0)
    name = word[0].upper() if word else ""
    if name in _UPDATES:
        message = f"{name} is an update, and the graph is only read"
        raise RefusedQueryError(message, "Ask with SELECT, ASK, CONSTRUCT or DESCRIBE")
    if name not in QueryForm.__members__:
        found = "it is empty" if not query.strip() else "it begins with none of SELECT, ASK, CONSTRUCT and DESCRIBE"
        message = f"This is no SPARQL query: {found}"
        raise QuerySyntaxError(message, "Prefixes come first, then one of these")
    if _calls_service(query):
        raise RefusedQueryError(
            "SERVICE calls another server, which is not done", "Query the other server itself, or load its data"
        )
    return QueryForm(name)


def _calls_service(query: str) -> bool:
    end = 0
    for match in _SERVICE.finditer(query):
        start = match.end()
        # Inside a run of characters that has no colon after it, looking again would take quadratic time.
        if match["name"] is not None or start < end:
            continue
        run = _NAME_CHARACTERS.match(query, start)
        end = run.end() if run else start
        if query[start : start + 1] in {"<", "?", "$"} or query[end : end + 1] == ":":
            return True
    return False


def graphs_named(query: str) -> list[str]:
    """The absolute IRIs that FROM and FROM NAMED ask for.

    >>> graphs_named("SELECT * FROM <https://example.org/g> { ?s ?p ?o }")
    ['https://example.org/g']
    """
    return [iri for iri in dict.fromkeys(_FROM.findall(query)) if ":" in iri]
