"""What can be told from a query's text before an engine reads it: its form, and what is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.sparql.errors import QuerySyntaxError, RefusedQueryError
from kg.sparql.formats import QueryForm

if TYPE_CHECKING:
    from collections.abc import Iterable

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

_TEMPLATE = re.compile(rf"CONSTRUCT{_SKIP}\{{", re.IGNORECASE)
# Strings, IRIs and comments are taken whole, so that nothing inside of them counts; one without an end goes to the end.
_TOKEN = re.compile(
    r"""(?x)
    \"{3} (?:[^"\\] | \\. | "(?!""))*+ (?:"{3})?+ | '{3} (?:[^'\\] | \\. | '(?!''))*+ (?:'{3})?+
    | "(?:[^"\\\r\n] | \\.)*+ "?+ | '(?:[^'\\\r\n] | \\.)*+ '?+
    | <[^<>\s"{}|^`\\]*+> | \#[^\r\n]*+
    | [?$](?P<variable>\w++) | (?P<bracket>[(){}]) | (?<![:\w])(?P<word>SELECT|BY|HAVING|EXISTS|MINUS|BOUND)\b
    """,
    re.IGNORECASE | re.DOTALL,
)


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


def check_parameters(query: str, form: QueryForm, names: Iterable[str]) -> None:
    """Refuse parameters where the engine would leave their values out without a word.

    It gives a parameter's value to the expressions of a SELECT, but not to BOUND; in queries of other forms it only keeps
    what a triple pattern finds with that value.

    Raises:
        QuerySyntaxError: A parameter stands in an expression, or in EXISTS or MINUS, that would not see its value.

    >>> check_parameters("SELECT ?least ?s { ?s ?p ?o FILTER (?o > COALESCE(?least, 2)) }", QueryForm.SELECT, ["least"])
    >>> check_parameters("CONSTRUCT { ?s ?p ?o } { ?s ?p ?o FILTER (?o > ?least) }", QueryForm.CONSTRUCT, ["least"])
    Traceback (most recent call last):
    kg.sparql.errors.QuerySyntaxError: In CONSTRUCT, ?least has its value in triple patterns alone, and stands in none. Ask with SELECT, or put it into one.
    """
    matched, asked_bound, others = _uses(query)
    for name in sorted(set(names) - matched):
        if name in asked_bound:
            message = f"BOUND(?{name}) does not see the value of a parameter"
            raise QuerySyntaxError(message, f"Write COALESCE(?{name}, …) instead")
        if form is not QueryForm.SELECT and name in others:
            message = f"In {form}, ?{name} has its value in triple patterns alone, and stands in none"
            raise QuerySyntaxError(message, "Ask with SELECT, or put it into one")


def _uses(query: str) -> tuple[set[str], set[str], set[str]]:
    """The variables in triple patterns, those in BOUND, and those elsewhere, but for templates and lists of variables."""
    matched: set[str] = set()
    asked_bound: set[str] = set()
    others: set[str] = set()
    start = _PROLOGUE.match(query)
    template = _TEMPLATE.match(query, start.end() if start else 0)
    open_brackets: list[str] = []
    word, is_list, expressions = "", True, 0
    for token in _TOKEN.finditer(query, template.end() if template else 0):
        bracket = token["bracket"]
        if token["word"]:
            word = token["word"].upper()
            is_list = is_list or word in {"SELECT", "BY", "HAVING"}
        elif bracket in {"(", "{"}:
            open_brackets.append(word if word in {"EXISTS", "MINUS", "BOUND"} else bracket)
            expressions += open_brackets[-1] != "{"
            is_list = is_list and bracket == "("
            word = ""
        elif bracket:
            if open_brackets:
                expressions -= open_brackets.pop() != "{"
            is_list = is_list and bracket == ")"
        elif token["variable"] and not is_list:
            in_bound = open_brackets[-1:] == ["BOUND"]
            (matched if not expressions else asked_bound if in_bound else others).add(token["variable"])
    return matched, asked_bound, others
